/** Access tokens of tools: obtained from a certified authorization server, kept, renewed, and what faulty servers cause. */
import type { ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { createGuardedHttp, type GuardedHttp } from '../../../providers/egress/guarded-http.js';
import { createAccessTokens, type TokenReport } from '../../../providers/tools/access-tokens.js';
import { type OAuthClient, TokenFailure } from '../../../providers/tools/token-request.js';
import {
  OAUTH_CLIENTS,
  OAUTH_RESOURCE,
  startOAuthServer,
  type TestOAuthServer,
} from '../../../testkit/servers/oauth-server.js';
import { everyNameAt, unknownNames } from '../../support/names.js';

const guarded = async (t: Test): Promise<GuardedHttp> => {
  const names = await unknownNames(t);
  const http = createGuardedHttp({ anywhere: true, connections: 4, timeoutMs: 5_000, names, use: 'tool' });
  t.teardown(http.close);
  return http;
};

const clientAt = ({ tokenUrl }: Pick<TestOAuthServer, 'tokenUrl'>, change: Partial<OAuthClient> = {}) => ({
  owner: 'b1',
  tokenUrl,
  ...OAUTH_CLIENTS.basic,
  authMethod: 'client_secret_basic' as const,
  scope: null,
  audience: null,
  resource: null,
  ...change,
});

/** The tokens of a node whose clock is set by hand. */
const nodeOf = (http: GuardedHttp, most?: number) => {
  const reports: TokenReport[] = [];
  const clock = { ms: 0 };
  const tokens = createAccessTokens({
    http,
    clock: () => clock.ms,
    report: (report) => void reports.push(report),
    ...(most === undefined ? {} : { most }),
  });
  return { tokens, reports, clock };
};

const start = async (t: Test, options?: Parameters<typeof startOAuthServer>[1]) => {
  const [server, http] = await Promise.all([startOAuthServer(t, options), guarded(t)]);
  return { server, ...nodeOf(http) };
};

const noToken = (problem: string) => ({ message: `no access token: ${problem}` });
const soon = (): AbortSignal => AbortSignal.timeout(5_000);

t.test(
  'a certified server accepts both ways of sending the secret, and the scope and resource',
  async (t) => {
    const { server, tokens, reports } = await start(t);
    const asked = { scope: 'orders.read', resource: OAUTH_RESOURCE };
    const basic = await tokens.of('order', clientAt(server, asked)).token(soon());
    t.same(await server.tokenOf(basic), {
      clientId: OAUTH_CLIENTS.basic.clientId,
      scope: 'orders.read',
      audience: OAUTH_RESOURCE,
    });
    t.match(server.requests.at(-1)?.authorization, /^Basic /);
    const posted = { ...OAUTH_CLIENTS.post, authMethod: 'client_secret_post' as const };
    const post = await tokens.of('crm', clientAt(server, posted)).token(soon());
    t.match(await server.tokenOf(post), { clientId: OAUTH_CLIENTS.post.clientId, scope: '' });
    t.equal(server.requests.at(-1)?.authorization, undefined);
    t.match(reports, [
      { businessId: 'b1', tool: 'order', problem: null },
      { businessId: 'b1', tool: 'crm', problem: null },
    ]);
  },
);

t.test('a certified server refuses a wrong secret and an unknown resource, by stable names', async (t) => {
  const { server, tokens, reports } = await start(t);
  for (const [change, problem] of [
    [{ clientSecret: 'wrong' }, 'invalid_client'],
    [{ resource: 'https://unknown.example/' }, 'invalid_target'],
  ] as const) {
    await t.rejects(tokens.of('order', clientAt(server, change)).token(soon()), noToken(problem), problem);
    t.match(reports.at(-1), { problem });
  }
});

t.test('A1: concurrent uses of a tool share a request, and each waits no longer than its time', async (t) => {
  const { server, tokens } = await start(t);
  const held: ServerResponse[] = [];
  server.behave((response) => void held.push(response));
  const bearer = tokens.of('order', clientAt(server));
  const uses = Array.from({ length: 20 }, () => bearer.token(soon()));
  await t.rejects(bearer.token(AbortSignal.timeout(100)), noToken('timeout'));
  t.equal(server.requests.length, 1);
  held[0]
    ?.writeHead(200, { 'content-type': 'application/json' })
    .end('{"access_token":"t1","token_type":"Bearer","expires_in":600}');
  t.same(new Set(await Promise.all(uses)), new Set(['t1']), 'the one that gave up did not end the request');
  t.equal(await bearer.token(soon()), 't1');
  t.equal(server.requests.length, 1);
});

t.test('a token is renewed before it expires, and after half its life if that is short', async (t) => {
  for (const [lifeS, keptMs] of [
    [600, 565_000],
    [60, 30_000],
  ] as const) {
    const { server, tokens, clock } = await start(t, { lifeS });
    const bearer = tokens.of('order', clientAt(server));
    const first = await bearer.token(soon());
    clock.ms = keptMs - 1;
    t.equal(await bearer.token(soon()), first);
    clock.ms = keptMs;
    t.not(await bearer.token(soon()), first);
    t.equal(server.requests.length, 2);
  }
});

t.test('A2, A3: a refused token and one of another client are not used again', async (t) => {
  const { server, tokens } = await start(t);
  const bearer = tokens.of('order', clientAt(server));
  const first = await bearer.token(soon());
  bearer.refused('another token');
  t.equal(await bearer.token(soon()), first);
  bearer.refused(first);
  const second = await bearer.token(soon());
  t.not(second, first);
  bearer.refused(first);
  t.equal(await bearer.token(soon()), second, 'it was renewed already');
  t.not(await tokens.of('order', clientAt(server, { scope: 'orders.read' })).token(soon()), second);
  t.not(await tokens.of('other', clientAt(server)).token(soon()), second);
  t.equal(server.requests.length, 4);
});

t.test('a failure is not kept', async (t) => {
  const { server, tokens } = await start(t);
  const bearer = tokens.of('order', clientAt(server));
  server.behave((response) => response.writeHead(503).end());
  await t.rejects(bearer.token(soon()), noToken('busy'));
  server.behave(null);
  t.ok(await bearer.token(soon()));
});

const json =
  (body: object, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const token = { access_token: 'abc', token_type: 'Bearer' };
const CANARY = 'a-canary-of-the-server';

for (const [what, behave, problem] of [
  ['redirects', (response) => response.writeHead(307, { location: '/elsewhere' }).end(), 'token_refused'],
  ['fails', (response) => response.writeHead(500).end(CANARY), 'server_failed'],
  ['breaks the connection', (response) => response.destroy(), 'connection_failed'],
  ['sends no JSON', (response) => response.writeHead(200).end(CANARY), 'invalid_token_response'],
  ['sends a list', json([CANARY]), 'invalid_token_response'],
  ['sends a token of another type', json({ ...token, token_type: 'mac' }), 'invalid_token_response'],
  ['sends a token that needs a proof', json({ ...token, token_type: 'DPoP' }), 'invalid_token_response'],
  [
    'sends a token that splits a header',
    json({ ...token, access_token: `a\r\nx: ${CANARY}` }),
    'invalid_token_response',
  ],
  ['sends too long a token', json({ ...token, access_token: 'a'.repeat(16_385) }), 'invalid_token_response'],
  ['sends too much', json({ ...token, more: 'a'.repeat(70_000) }), 'invalid_token_response'],
  ['sends a token that has expired', json({ ...token, expires_in: -1 }), 'invalid_token_response'],
  ['knows an error of its own', json({ error: CANARY, error_description: CANARY }, 400), 'token_refused'],
  ['explains a refusal', json({ error: 'invalid_scope', error_description: CANARY }, 400), 'invalid_scope'],
  [
    'has a challenge',
    (response) => response.writeHead(401, { 'www-authenticate': `Basic realm="${CANARY}"` }).end(),
    'invalid_client',
  ],
] as const satisfies readonly (readonly [string, Parameters<TestOAuthServer['behave']>[0], string])[])
  t.test(`a server that ${what} gives no token, and nothing of it is reported`, async (t) => {
    const { server, tokens, reports } = await start(t);
    server.behave(behave);
    const failure = await tokens
      .of('order', clientAt(server))
      .token(soon())
      .then(String, (error) => error);
    t.ok(failure instanceof TokenFailure);
    t.match(failure, { problem, message: `no access token: ${problem}` });
    t.match(reports, [{ problem }]);
    t.notMatch(JSON.stringify(reports), new RegExp(CANARY));
    t.equal(server.requests.length, 1, 'it is not repeated');
  });

t.test('no token is requested at addresses that are refused for webhooks', async (t) => {
  const server = await startOAuthServer(t);
  const names = await everyNameAt(t, '127.0.0.1');
  const http = createGuardedHttp({ anywhere: false, connections: 2, timeoutMs: 5_000, names, use: 'tool' });
  t.teardown(http.close);
  const { tokens } = nodeOf(http);
  const { port } = new URL(server.tokenUrl);
  for (const tokenUrl of [server.tokenUrl, `https://login.example:${port}/token`, 'nonsense'])
    await t.rejects(
      tokens.of('order', clientAt({ tokenUrl })).token(soon()),
      noToken('address_not_allowed'),
      tokenUrl,
    );
  t.same(server.requests, []);
});

t.test('A4: the oldest tokens make room', async (t) => {
  const server = await startOAuthServer(t);
  const { tokens } = nodeOf(await guarded(t), 3);
  const tokenOf = (tool: string): Promise<string> => tokens.of(tool, clientAt(server)).token(soon());
  const [first, second] = [await tokenOf('a'), await tokenOf('b')];
  await tokenOf('c');
  t.equal(await tokenOf('a'), first);
  await tokenOf('d');
  t.equal(await tokenOf('b'), second);
  t.equal(server.requests.length, 4);
  t.not(await tokenOf('a'), first);
});
