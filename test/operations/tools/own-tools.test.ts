/** The tools that a business defines: what is refused, what is stored, and that secrets are never shown. */
import t, { type Test } from 'tap';
import type { StoredTool } from '../../../actors/toolbox/events.js';
import { toolbox } from '../../../actors/toolbox/index.js';
import { createSealer } from '../../../operations/sealing.js';
import { sealPurpose } from '../../../operations/tools/agent-tools.js';
import { ownToolOperations } from '../../../operations/tools/own-tools.js';
import { clientOf } from '../../../operations/tools/tool-oauth.js';
import { createGuardedHttp } from '../../../providers/egress/guarded-http.js';
import type { OwnToolSet, ToolImport } from '../../../schemas/agents/tool.js';
import { DomainError } from '../../../schemas/errors.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import { startMcpServer } from '../../../testkit/servers/mcp-server.js';
import { OAUTH_CLIENTS, startOAuthServer } from '../../../testkit/servers/oauth-server.js';
import { stub } from '../../../testkit/stub.js';
import { unknownNames } from '../../support/names.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

const BUSINESS = 'b1';
const caller = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: 0 };
const sealer = createSealer('a secret of the cluster');
const PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };
const ORDER = { name: 'order', description: 'An order.', url: 'http://127.0.0.1:9/', parameters: PARAMETERS };

const start = async (t: Test) => {
  const stored = new Map<string, StoredTool>();
  const actors = stubActors((kind, id, request) => {
    if (kind === 'data-source') {
      if (id === 'gone') throw new DomainError('data_source_not_found');
      return { class: id === 'text' ? 'unstructured' : 'structured' };
    }
    if (isCommandOf(toolbox, kind, request)) {
      if (request.type === 'set') stored.set(request.tool.name, request.tool);
      if (request.type === 'remove') stored.delete(request.name);
      return undefined;
    }
    return [...stored.values()];
  });
  const toolHttp = createGuardedHttp({
    anywhere: true,
    connections: 1,
    timeoutMs: 5_000,
    names: await unknownNames(t),
    use: 'tool',
  });
  t.teardown(toolHttp.close);
  const used: object[] = [];
  type Deps = Parameters<typeof ownToolOperations>[0];
  const operations = ownToolOperations({
    actors,
    sealer,
    toolHttp,
    views: stub<Deps['views']>({
      catchUp: async () => undefined,
      agent: (_, id) => (id === 'ann' ? stub({}) : null),
    }),
    tools: {
      use: async (request) => {
        used.push(request);
        return { outcome: 'done', result: 'sent' };
      },
    },
  });
  const set = (definition: Omit<OwnToolSet, 'businessId'>) =>
    operations.set(caller, { businessId: BUSINESS, ...definition });
  const importing = (request: Omit<ToolImport, 'businessId'>) =>
    operations.import(caller, { businessId: BUSINESS, ...request });
  return { operations, set, importing, stored, used };
};

t.test(
  'a tool with a server keeps its secret, which is shown once, until a new one is requested',
  async (t) => {
    const { operations, set, stored } = await start(t);
    const secretOf = (): string => {
      const server = stored.get('order')?.server;
      return server?.type === 'http' ? sealer.open(sealPurpose(BUSINESS, 'order'), server.sealedSecret) : '';
    };
    const { result: first } = await set(ORDER);
    t.match(first.signingSecret, /^[0-9a-f]{64}$/);
    t.equal(secretOf(), first.signingSecret);
    const { result: second } = await set({ ...ORDER, description: 'Where an order is.', timeoutSeconds: 20 });
    t.equal(second.signingSecret, null);
    t.equal(secretOf(), first.signingSecret);
    t.match(second.tool, { kind: 'http', description: 'Where an order is.', timeoutSeconds: 20 });
    const { result: third } = await set({ ...ORDER, newSecret: true });
    t.not(third.signingSecret, first.signingSecret);
    t.equal(secretOf(), third.signingSecret);
    const shown = JSON.stringify(await operations.list(BUSINESS));
    t.notMatch(shown, /sealed|secret/i);
    t.same((await operations.remove(caller, 'order')).result, { removed: true });
    t.same(await operations.list(BUSINESS), []);
  },
);

t.test(
  'the secret of an OAuth client is kept for its client and addresses alone, and never shown',
  async (t) => {
    const { operations, set, stored } = await start(t);
    const oauth = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'parley' };
    const secretOf = (): string => {
      const server = stored.get('order')?.server;
      if (server?.type !== 'http' || server.oauth === undefined) return '';
      return clientOf(sealer, { businessId: BUSINESS, name: 'order' }, server.oauth).clientSecret;
    };
    const missing = { code: 'validation_failed', details: [{ path: '/oauth/clientSecret' }] };
    await t.rejects(set({ ...ORDER, oauth }), missing);
    t.equal(stored.size, 0);
    const { result } = await set({
      ...ORDER,
      oauth: { ...oauth, clientSecret: 'theirs-1', scope: 'orders.read' },
    });
    t.same(result.tool.oauth, {
      ...oauth,
      authMethod: 'client_secret_basic',
      scope: 'orders.read',
      audience: null,
      resource: null,
    });
    await set({
      ...ORDER,
      url: `${ORDER.url}other-path`,
      oauth: { ...oauth, authMethod: 'client_secret_post' },
    });
    t.equal(secretOf(), 'theirs-1');
    t.match(await operations.list(BUSINESS), [{ oauth: { authMethod: 'client_secret_post', scope: null } }]);
    t.notMatch(JSON.stringify([result.tool, await operations.list(BUSINESS), [...stored]]), /theirs/);
    for (const change of [
      { url: 'http://127.0.0.1:10/' },
      { oauth: { ...oauth, tokenUrl: 'http://127.0.0.1:10/token' } },
      { oauth: { ...oauth, clientId: 'another' } },
      { name: 'another' },
    ])
      await t.rejects(set({ ...ORDER, oauth, ...change }), missing, JSON.stringify(change));
    t.equal(secretOf(), 'theirs-1');
    await set({ ...ORDER, oauth: { ...oauth, clientSecret: 'theirs-2' } });
    t.equal(secretOf(), 'theirs-2');
    await set(ORDER);
    t.match(await operations.list(BUSINESS), [{ oauth: null }]);
    await t.rejects(set({ ...ORDER, oauth }), missing, 'it is gone with its client');
  },
);

t.test('a client that cannot work is refused', async (t) => {
  const { set, importing, stored } = await start(t);
  const oauth = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'parley', clientSecret: 's' };
  const common = { name: 'x', description: 'X.' };
  const refused = { code: 'validation_failed' };
  await t.rejects(set({ ...common, handsOver: true, oauth }), { ...refused, details: [{ path: '/oauth' }] });
  const fragment = { ...oauth, tokenUrl: `${oauth.tokenUrl}#x` };
  await t.rejects(set({ ...ORDER, oauth: fragment }), { ...refused, details: [{ path: '/oauth/tokenUrl' }] });
  for (const resource of ['orders', 'https://orders.example/#x'])
    await t.rejects(set({ ...ORDER, oauth: { ...oauth, resource } }), {
      ...refused,
      details: [{ path: '/oauth/resource' }],
    });
  await t.rejects(set({ ...ORDER, oauth: { ...oauth, tokenUrl: 'nonsense' } }), {
    code: 'tool_url_not_allowed',
    details: [{ path: '/oauth/tokenUrl' }],
  });
  const { url } = ORDER;
  await t.rejects(importing({ url, token: 't', oauth }), { ...refused, details: [{ path: '/oauth' }] });
  const { clientSecret: _secret, ...without } = oauth;
  await t.rejects(importing({ url, oauth: without }), {
    ...refused,
    details: [{ path: '/oauth/clientSecret' }],
  });
  await t.rejects(importing({ url, oauth }), {
    code: 'tool_token_failed',
    message: 'The authorization server gave no access token (connection_refused).',
  });
  t.equal(stored.size, 0);
});

t.test('tools of an MCP server are added with its OAuth client, whose resource is the server', async (t) => {
  const { importing, operations, stored } = await start(t);
  const server = await startMcpServer(t);
  const { tokenUrl, tokenOf } = await startOAuthServer(t, { resources: [server.url] });
  const oauth = { tokenUrl, ...OAUTH_CLIENTS.basic };
  const { result } = await importing({ url: server.url, oauth, tools: ['order.status'] });
  const { clientSecret: _secret, ...shown } = oauth;
  t.match(result.tools, [{ kind: 'mcp', hasToken: false, oauth: { ...shown, resource: server.url } }]);
  const used = server.requests.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
  t.match(await tokenOf(used), { audience: server.url });
  t.notMatch(JSON.stringify([await operations.list(BUSINESS), [...stored]]), /of orders/);
  t.match(stored.get('order_status')?.server, { sealedToken: null, oauth: { clientId: oauth.clientId } });
  await t.rejects(importing({ url: server.url, oauth: { ...oauth, clientSecret: 'wrong' } }), {
    code: 'tool_token_failed',
    message: /\(invalid_client\)/,
  });
  await importing({ url: server.url, oauth: { ...oauth, audience: 'orders' }, tools: ['order.status'] });
  t.match(stored.get('order_status')?.server, { oauth: { audience: 'orders', resource: null } });
});

t.test('tools that Parley runs have their own parameters', async (t) => {
  const { set, stored } = await start(t);
  const common = { name: 'x', description: 'X.' };
  const cases = [
    [{ transferTo: '+14155550100' }, { kind: 'transfer', transferTo: '+14155550100' }, []],
    [{ transferTo: '+14155550100', consults: true }, { kind: 'consult' }, ['brief']],
    [{ sendsDigits: true }, { kind: 'send_digits', url: null }, ['digits']],
    [{ looksUp: 'orders' }, { kind: 'look_up', looksUp: 'orders' }, []],
    [{ handsOver: true }, { kind: 'hand_over' }, ['reason']],
    [{ savesMobile: true }, { kind: 'save_mobile' }, ['mobile']],
  ] as const;
  for (const [fields, shown, parameters] of cases) {
    const { result } = await set({ ...common, ...fields });
    t.match(result, { tool: shown, signingSecret: null });
    t.match(Object.keys(stored.get('x')?.parameters.properties ?? {}), parameters, shown.kind);
  }
});

t.test('what cannot work is refused, and nothing is stored', async (t) => {
  const { set, stored } = await start(t);
  const refused = async (definition: Omit<OwnToolSet, 'businessId'>, code: string, path: string) =>
    t.rejects(set(definition), { code, details: path === '' ? [] : [{ path }] }, `${code} ${path}`);
  const common = { name: 'x', description: 'X.' };
  for (const name of ['end_call', 'switch_language', 'stop_contacting', 'connect_customer'])
    await refused({ ...ORDER, name }, 'validation_failed', '/name');
  await refused({ ...common, consults: true, sendsDigits: true }, 'validation_failed', '/consults');
  await t.rejects(set(common), {
    code: 'validation_failed',
    details: [{ path: '', message: /exactly one of url, / }],
  });
  await t.rejects(set({ ...ORDER, handsOver: true }), { code: 'validation_failed', details: [{ path: '' }] });
  await refused({ ...common, handsOver: true, timeoutSeconds: 3 }, 'validation_failed', '/timeoutSeconds');
  await refused({ ...common, url: ORDER.url }, 'validation_failed', '/parameters');
  await refused({ ...ORDER, parameters: { type: 'string' } }, 'validation_failed', '/parameters');
  await refused({ ...common, handsOver: true, newSecret: true }, 'validation_failed', '/newSecret');
  await refused({ ...common, looksUp: contactsSourceId(BUSINESS) }, 'validation_failed', '/looksUp');
  await refused({ ...common, looksUp: 'text' }, 'validation_failed', '/looksUp');
  await refused({ ...common, looksUp: 'gone' }, 'data_source_not_found', '');
  await refused({ ...ORDER, url: 'nonsense' }, 'tool_url_not_allowed', '/url');
  await refused({ ...ORDER, agentIds: ['ann', 'bob'] }, 'agent_not_found', '');
  t.equal(stored.size, 0);
});

t.test('tools of an MCP server are listed, and those that are named are added', async (t) => {
  const { importing, operations, stored } = await start(t);
  const { url } = await startMcpServer(t);
  const { result: listed } = await importing({ url });
  t.match(listed, { offered: [{ name: 'order.status' }, { name: 'delete_all' }], tools: [] });
  t.equal(stored.size, 0);
  const { result } = await importing({ url, token: 'theirs', tools: ['order.status'], prefix: 'crm' });
  t.match(result.tools, [{ name: 'crm_order_status', kind: 'mcp', url, serverTool: 'order.status' }]);
  t.notMatch(JSON.stringify(await operations.list(BUSINESS)), /theirs/);
  const server = stored.get('crm_order_status')?.server;
  if (server?.type !== 'mcp') throw new Error('the tool is not stored');
  t.equal(sealer.open(sealPurpose(BUSINESS, 'crm_order_status'), server.sealedToken ?? ''), 'theirs');
  await t.rejects(importing({ url, tools: ['order.status', 'refund'] }), {
    code: 'validation_failed',
    details: [{ path: '/tools/1', message: /offers order\.status, delete_all/ }],
  });
  await t.rejects(importing({ url: ORDER.url }), { code: 'mcp_server_failed' });
  t.equal(stored.size, 1);
});

t.test('a trial uses an existing tool as the agent', async (t) => {
  const { operations, set, used } = await start(t);
  await set(ORDER);
  const trial = { businessId: BUSINESS, agentId: 'ann', arguments: { order: 'A1' } };
  t.match((await operations.try(caller, 'order', trial)).result, { outcome: 'done', result: 'sent' });
  t.match(used, [{ agentId: 'ann', name: 'order', arguments: { order: 'A1' }, context: { type: 'trial' } }]);
  await t.rejects(operations.try(caller, 'other', trial), { code: 'tool_not_found' });
  await t.rejects(operations.try(caller, 'order', { ...trial, agentId: 'bob' }), { code: 'agent_not_found' });
  t.equal(used.length, 1);
});
