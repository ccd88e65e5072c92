/** The LLM, STT and TTS providers of a business's agents, in the console (docs/how-to/providers.md "Of a business, and of an agent"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  ProviderListResource,
  ProviderListSet,
  ProviderListTest,
  ProviderReport,
  Role,
} from '../../../schemas/accounts/provider-list.js';
import { AgentId, BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, writtenAs } from '../common.js';

const Params = Type.Object({ role: Role }, closed);
const RemoveQuery = Type.Object({ businessId: BusinessId, agentId: Type.Optional(AgentId) }, closed);

export const providerRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/providers',
    operationId: 'listProviders',
    summary:
      'List the model, STT, TTS and engine providers of the business, those for all agents first. Roles without a list use the providers of the installation. Credentials are never returned.',
    description: 'Only for sessions of the console.',
    sessionOnly: true,
    role: 'viewer',
    query: BusinessQuery,
    response: Type.Object(
      { lists: Type.Array(ProviderListResource, { description: 'The lists, those for all agents first.' }) },
      closed,
    ),
    handler: async ({ businessId }) => ({
      data: { lists: await operations.providerLists.list(businessId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/providers',
    operationId: 'setProviders',
    audit: { action: 'providers.set', target: 'body.role' },
    summary:
      'Set the providers of a role, for all agents or for one. They apply to new calls, answers and summaries; those in progress keep their providers.',
    description:
      'Only for owners in the console. A credential that is left out is kept for the same provider at the same address.',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    body: ProviderListSet,
    response: Type.Object({ list: ProviderListResource }, closed),
    errors: ['agent_not_found', 'agent_archived', 'too_many_provider_lists', 'name_lookups_limited'],
    handler: async ({ body, caller }) => writtenAs('list', await operations.providerLists.set(caller, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/providers/{role}',
    operationId: 'removeProviders',
    audit: { action: 'providers.removed', target: 'params.role' },
    summary:
      'Remove the list of a role, for all agents or for one. New calls, answers and summaries use the next applicable list. Idempotent.',
    description: 'Only for owners in the console.',
    sessionOnly: true,
    role: 'owner',
    params: Params,
    query: RemoveQuery,
    response: Type.Object(
      { removed: Type.Boolean({ description: 'Whether there was such a list.' }) },
      closed,
    ),
    handler: async ({ businessId, params: { role }, query: { agentId } }) =>
      operations.providerLists.remove(businessId, agentId === undefined ? { role } : { role, agentId }),
  }),
  ...testRoutes(operations),
];

const testRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/providers/test',
    operationId: 'testProviders',
    audit: { none: 'a test changes nothing' },
    summary:
      'Test each provider of a list with a few words, within 20 seconds: whether its credential, address and choice work, and how fast it is. The providers charge for a few words.',
    description: 'Only for owners in the console. Nothing is changed; a business has one test at a time.',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    quota: 'none',
    body: ProviderListTest,
    response: Type.Object(
      {
        providers: Type.Array(ProviderReport, {
          description: 'What came of each provider, in the order of the list.',
        }),
      },
      closed,
    ),
    errors: ['provider_list_not_found', 'provider_test_running', 'name_lookups_limited'],
    handler: async ({ body: { role, agentId }, caller }) =>
      writtenAs(
        'providers',
        await operations.providerLists.test(caller, agentId === undefined ? { role } : { role, agentId }),
      ),
  }),
];
