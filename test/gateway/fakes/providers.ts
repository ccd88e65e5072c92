/** The lists of providers of a business, as operations return them. */
import type { ProviderListOperations } from '../../../operations/providers/provider-lists.js';
import type { ProviderListResource, ProviderReport } from '../../../schemas/accounts/provider-list.js';
import type { OperationLog } from './operation-log.js';

const list: ProviderListResource = {
  role: 'model',
  agentId: null,
  choices: [{ provider: 'openai', choice: 'gpt-5-mini', address: null, hasCredential: true }],
  standIn: 'none',
};

const report: ProviderReport = {
  role: 'model',
  provider: 'openai:gpt-5-mini',
  ok: true,
  firstMs: 212,
  totalMs: 340,
  text: 'Yes.',
};

/** Operations that change nothing. */
export const providerOperations = ({ recordAs, record }: OperationLog): ProviderListOperations => ({
  list: async () => [list],
  set: (caller, { role }) => record(caller, { ...list, role }),
  remove: (_, { role }) => recordAs(`removeProviderList ${role}`, { removed: true }),
  test: (caller) => record(caller, [report]),
});
