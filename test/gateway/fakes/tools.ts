/** The tools of a business, as operations return them. */
import type { Operations } from '../../../operations/operations.js';
import type { OwnToolResource } from '../../../schemas/agents/tool.js';
import { requireTag, TAG } from './ids.js';
import type { OperationLog } from './operation-log.js';

const tool: OwnToolResource = {
  name: 'order_status',
  description: 'The status of an order.',
  kind: 'http',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  url: 'https://shop.example/tools/order',
  oauth: {
    tokenUrl: 'https://shop.example/token',
    clientId: 'parley',
    authMethod: 'client_secret_basic',
    scope: 'orders.read',
    audience: null,
    resource: null,
  },
  hasToken: false,
  serverTool: null,
  transferTo: null,
  looksUp: null,
  timeoutSeconds: 8,
  agentIds: null,
  tag: TAG,
};

/** Operations that change nothing. */
export const toolOperations = ({ record }: OperationLog): Operations['ownTools'] => ({
  list: async () => [tool],
  set: async (caller, { name }, expected) => {
    requireTag(expected);
    return record(caller, { tool: { ...tool, name }, signingSecret: 'a1b2' });
  },
  import: (caller, { url }) =>
    record(caller, {
      offered: [{ name: 'order', description: 'An order.' }],
      tools: [{ ...tool, kind: 'mcp', url, serverTool: 'order' }],
    }),
  remove: (caller) => record(caller, { removed: true }),
  try: (caller) => record(caller, { outcome: 'done', result: '{"status":"sent"}', ms: 41 }),
});
