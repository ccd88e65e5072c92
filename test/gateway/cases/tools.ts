/** Requests about tools: for each operation a good, a different and an invalid one. */
import { AGENT, BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';
import { type Cases, q } from './case.js';

const path = '/api/v1/tools';
const oauth = {
  tokenUrl: 'https://shop.example/token',
  clientId: 'parley',
  clientSecret: 'secret',
  scope: 'orders.read',
  audience: 'orders',
  resource: 'https://shop.example/orders',
};
const definition = {
  businessId: BUSINESS,
  name: 'order_status',
  description: 'The status of an order.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  url: 'https://shop.example/tools/order',
  oauth,
};
const url = 'https://shop.example/mcp';

export const TOOL_CASES: Cases = {
  listTools: { path: `${path}?${q}`, status: 200, invalid: { query: '' }, problems: ['businessId'] },
  setTool: {
    path,
    status: 200,
    body: definition,
    other: { body: { ...definition, timeoutSeconds: 20, agentIds: [AGENT] } },
    invalid: {
      body: {
        businessId: BUSINESS,
        name: 'Order status',
        description: '',
        parameters: [],
        oauth: { tokenUrl: '', clientId: '', clientSecret: '', authMethod: 'none', scope: '' },
        transferTo: '0049',
        consults: false,
        looksUp: 'orders',
        timeoutSeconds: 31,
        agentIds: [],
        newSecret: false,
      },
    },
    problems: [
      '/name',
      '/description',
      '/parameters',
      '/oauth/tokenUrl',
      '/oauth/clientId',
      '/oauth/clientSecret',
      '/oauth/authMethod',
      '/oauth/scope',
      '/transferTo',
      '/consults',
      '/looksUp',
      '/timeoutSeconds',
      '/agentIds',
      '/newSecret',
    ],
  },
  importTools: {
    path: `${path}/imports`,
    status: 200,
    body: { businessId: BUSINESS, url, token: 'secret', oauth, tools: ['order'] },
    other: { body: { businessId: BUSINESS, url, prefix: 'shop' } },
    invalid: {
      body: {
        businessId: BUSINESS,
        url: '',
        token: '',
        oauth: { clientId: 'parley' },
        tools: [],
        prefix: '1',
        timeoutSeconds: 0,
        agentIds: ['ann'],
      },
    },
    problems: ['/url', '/token', '/oauth/tokenUrl', '/tools', '/prefix', '/timeoutSeconds', '/agentIds/0'],
  },
  tryTool: {
    path: `${path}/order_status/trials`,
    status: 200,
    body: { businessId: BUSINESS, agentId: AGENT, arguments: { orderId: 'A1' } },
    other: { body: { businessId: BUSINESS, agentId: UNKNOWN_ID, arguments: {} } },
    invalid: { body: { businessId: BUSINESS, agentId: 'ann', arguments: [] } },
    problems: ['/agentId', '/arguments'],
  },
  removeTool: {
    path: `${path}/order_status?${q}`,
    status: 200,
    other: { path: `${path}/other?${q}` },
    invalid: { query: '' },
    problems: ['businessId'],
  },
};
