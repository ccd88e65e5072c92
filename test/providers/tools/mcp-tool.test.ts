/** Tools of MCP servers: a server on the official SDK, with and without faults. */
import t, { type Test } from 'tap';
import { createGuardedHttp, type GuardedHttp } from '../../../providers/egress/guarded-http.js';
import { createAccessTokens } from '../../../providers/tools/access-tokens.js';
import { listMcpTools, type McpServer, useMcpTool } from '../../../providers/tools/mcp-tool.js';
import { startMcpServer, type TestMcpServer } from '../../../testkit/servers/mcp-server.js';
import { OAUTH_CLIENTS, startOAuthServer } from '../../../testkit/servers/oauth-server.js';
import { until } from '../../../testkit/until.js';
import { everyNameAt, unknownNames } from '../../support/names.js';

const anywhere = async (t: Test): Promise<GuardedHttp> => {
  const http = createGuardedHttp({
    anywhere: true,
    connections: 2,
    timeoutMs: 5_000,
    names: await unknownNames(t),
    use: 'tool',
  });
  t.teardown(http.close);
  return http;
};
const at = ({ url }: TestMcpServer, token: string | null = null): McpServer => ({ owner: 'b1', url, token });
const use = (order: string, timeoutMs = 5_000) =>
  ({ name: 'order.status', arguments: { order }, timeoutMs }) as const;

t.test('lists the tools of a server', async (t) => {
  const server = await startMcpServer(t);
  const [status, deleteAll] = await listMcpTools(await anywhere(t), at(server, 'a-token'), 5_000);
  t.match(status, {
    name: 'order.status',
    description: 'Looks up where an order is.',
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  });
  t.match(deleteAll, { name: 'delete_all' });
  t.ok(server.requests.every(({ headers }) => headers.authorization === 'Bearer a-token'));
  t.notOk(
    server.requests.some(({ method }) => method === 'GET'),
    'no stream of server messages is opened',
  );
});

t.test('uses a tool once', async (t) => {
  const server = await startMcpServer(t);
  t.same(await useMcpTool(await anywhere(t), at(server), use('A1')), {
    outcome: 'done',
    text: 'Order A1 is in Boston.',
    isWhole: true,
  });
  t.same(server.orders, ['A1']);
  t.ok(server.requests.every(({ headers }) => headers.authorization === undefined));
});

t.test('passes a refusal to the model', async (t) => {
  const server = await startMcpServer(t);
  const http = await anywhere(t);
  t.same(await useMcpTool(http, at(server), use('none')), {
    outcome: 'refused',
    status: null,
    text: 'No such order.',
  });
  t.match(await useMcpTool(http, at(server), use('crash')), { outcome: 'refused', text: 'it crashed' });
  t.match(await useMcpTool(http, at(server), { ...use('A1'), name: 'nothing' }), { outcome: 'refused' });
  t.match(await useMcpTool(http, at(server), { ...use('A1'), arguments: {} }), { outcome: 'refused' });
});

t.test('returns only the beginning of a long answer', async (t) => {
  const server = await startMcpServer(t);
  const answer = await useMcpTool(await anywhere(t), at(server), use('long'));
  t.match(answer, { outcome: 'done', isWhole: false });
  t.equal(answer.outcome === 'done' && answer.text.length, 4_096);
});

t.test('gives up a late tool, with an unknown outcome', async (t) => {
  const server = await startMcpServer(t);
  t.same(await useMcpTool(await anywhere(t), at(server), use('late', 500)), {
    outcome: 'unknown',
    problem: 'timeout',
  });
});

t.test('a session that cannot be opened has done nothing', async (t) => {
  const server = await startMcpServer(t);
  const http = await anywhere(t);
  const answering = (status: number) =>
    server.behave((_rpcMethod, response) => {
      response.writeHead(status).end('at line 7');
      return true;
    });
  answering(500);
  t.same(await useMcpTool(http, at(server), use('A1')), { outcome: 'failed', problem: 'server_failed' });
  answering(401);
  t.same(await useMcpTool(http, at(server), use('A1')), { outcome: 'refused', status: 401, text: '' });
  answering(307);
  t.match(await useMcpTool(http, at(server), use('A1')), { outcome: 'refused' }, 'no redirect is followed');
  server.behave((_rpcMethod, _response) => true);
  t.same(await useMcpTool(http, at(server), use('A1', 300)), { outcome: 'failed', problem: 'timeout' });
  t.same(server.orders, []);
});

for (const [what, answer] of [
  ['fails', (response) => response.writeHead(500).end()],
  ['breaks the connection', (response) => response.destroy()],
  ['sends no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a')],
  [
    'sends too much',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    },
  ],
] as const satisfies readonly (readonly [
  string,
  (response: Parameters<NonNullable<Parameters<TestMcpServer['behave']>[0]>>[1]) => unknown,
])[])
  t.test(`has an unknown outcome if a server ${what} during a tool call`, async (t) => {
    const server = await startMcpServer(t);
    server.behave((rpcMethod, response) => {
      if (rpcMethod !== 'tools/call') return false;
      answer(response);
      return true;
    });
    t.match(await useMcpTool(await anywhere(t), at(server), use('A1', 3_000)), { outcome: 'unknown' });
    t.equal(
      server.requests.filter(({ rpcMethod }) => rpcMethod === 'tools/call').length,
      1,
      'the tool is called once',
    );
  });

t.test('ends a session that the server keeps', async (t) => {
  const server = await startMcpServer(t);
  server.behave((asks, response) => {
    if (asks === 'initialize') response.setHeader('mcp-session-id', 's1');
    return false;
  });
  await useMcpTool(await anywhere(t), at(server), use('A1'));
  await until('the end of the session', () => server.requests.some(({ method }) => method === 'DELETE'));
  t.pass();
});

t.test('refuses addresses that are refused for webhooks', async (t) => {
  const server = await startMcpServer(t);
  const names = await everyNameAt(t, '127.0.0.1');
  const http = createGuardedHttp({ anywhere: false, connections: 2, timeoutMs: 5_000, names, use: 'tool' });
  t.teardown(http.close);
  const { port } = new URL(server.url);
  for (const url of [server.url, `https://tools.example:${port}/mcp`])
    t.same(
      await useMcpTool(http, { owner: 'b1', url, token: null }, use('A1')),
      { outcome: 'failed', problem: 'address_not_allowed' },
      url,
    );
  await t.rejects(
    listMcpTools(http, { owner: 'b1', url: `https://tools.example:${port}/mcp`, token: null }, 5_000),
    {
      message: /address_not_allowed/,
    },
  );
  t.same(server.requests, []);
});

t.test(
  'a server is called with the tokens of its authorization server, and a refused one is renewed',
  async (t) => {
    const server = await startMcpServer(t);
    const [authorization, http] = await Promise.all([
      startOAuthServer(t, { resources: [server.url] }),
      anywhere(t),
    ]);
    const tokens = createAccessTokens({ http, clock: () => performance.now(), report: () => undefined });
    const client = {
      owner: 'b1',
      tokenUrl: authorization.tokenUrl,
      ...OAUTH_CLIENTS.basic,
      authMethod: 'client_secret_basic',
      scope: null,
      audience: null,
      resource: server.url,
    } as const;
    const authorised: McpServer = { owner: 'b1', url: server.url, token: tokens.of('order', client) };
    t.match(await useMcpTool(http, authorised, use('A1')), { outcome: 'done' });
    const used = (): string => server.requests.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    const first = used();
    t.match(await authorization.tokenOf(first), { audience: server.url });
    t.equal(authorization.requests.length, 1, 'for all requests of a session');
    server.behave((rpcMethod, response) => {
      if (rpcMethod !== 'tools/call' || used() !== first) return false;
      response.writeHead(401).end();
      return true;
    });
    t.match(await useMcpTool(http, authorised, use('A2')), { outcome: 'done' });
    t.same(server.orders, ['A1', 'A2']);
    t.equal(authorization.requests.length, 2);
    server.behave((_rpcMethod, response) => {
      response.writeHead(401).end();
      return true;
    });
    t.same(await useMcpTool(http, authorised, use('A3')), { outcome: 'refused', status: 401, text: '' });
    const wrong = tokens.of('order', { ...client, clientSecret: 'wrong' });
    const before = server.requests.length;
    t.same(await useMcpTool(http, { ...authorised, token: wrong }, use('A3')), {
      outcome: 'unauthorised',
      problem: 'invalid_client',
    });
    await t.rejects(listMcpTools(http, { ...authorised, token: wrong }, 5_000), {
      message: /invalid_client/,
    });
    t.equal(server.requests.length, before);
  },
);

t.test('a token that lacks a scope is a refusal', async (t) => {
  const server = await startMcpServer(t);
  server.behave((rpcMethod, response) => {
    if (rpcMethod !== 'tools/call') return false;
    response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end();
    return true;
  });
  t.same(await useMcpTool(await anywhere(t), at(server, 'a-token'), use('A1')), {
    outcome: 'refused',
    status: 403,
    text: '',
  });
});
