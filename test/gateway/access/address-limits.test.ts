/** Limits for unauthenticated clients: they count by address, and never at the cost of authenticated ones. */
import t from 'tap';
import { parseNetworks } from '../../../gateway/access/client-address.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS } from '../fakes/ids.js';
import { type GatewayUnderTest, METRICS_TOKEN, startGateway } from '../gateway-under-test.js';

/** Allows four requests at once and one more a second, by a clock that stands still. */
const start = (t: Lifetime, trusted = '127.0.0.1'): Promise<GatewayUnderTest> =>
  startGateway(t, {
    now: () => Date.parse('2026-03-04T05:06:07Z'),
    addressLimit: { perSecond: 1, burst: 4 },
    trustedProxies: parseNetworks(trusted),
  });

interface Outcome {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: string | undefined;
}

const ask = async (
  { url }: GatewayUnderTest,
  path: string,
  { from = '198.51.100.4', ...init }: { readonly from?: string } & RequestInit = {},
): Promise<Outcome> => {
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', from);
  const response = await fetch(`${url}${path}`, { ...init, headers });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    code: /"code":"(\w+)"/.exec(text)?.[1],
  };
};

const signIn = (under: GatewayUnderTest, from: string, password = 'right'): Promise<Outcome> =>
  ask(under, '/api/v1/console/session', {
    from,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password }),
  });

const times = async (count: number, work: () => Promise<Outcome>): Promise<readonly number[]> => {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await work()).status);
  return seen;
};

const agents = `/api/v1/agents?businessId=${BUSINESS}`;

t.test('sign-ins are limited for each network, also behind a proxy', async (t) => {
  const under = await start(t);
  t.same(await times(5, () => signIn(under, '198.51.100.4')), [200, 200, 200, 200, 429]);
  t.match(await signIn(under, '198.51.100.4'), { code: 'rate_limited', retryAfter: '1' });
  t.match(await signIn(under, '1.2.3.4, 198.51.100.4'), { status: 429 }, 'whatever it claims');
  t.match(await signIn(under, '198.51.100.5'), { status: 200 }, 'another address');
  t.same(
    [
      ...(await times(2, () => signIn(under, '2001:db8:1:2::1'))),
      ...(await times(3, () => signIn(under, '2001:db8:1:2:ffff::2'))),
    ],
    [200, 200, 200, 200, 429],
    'a /64 is one network',
  );
});

t.test('X-Forwarded-For from an untrusted proxy changes nothing', async (t) => {
  const under = await start(t, '10.0.0.0/8');
  let last = 0;
  const elsewhere = (): string => {
    last += 1;
    return `203.0.113.${last}`;
  };
  t.same(await times(5, () => signIn(under, elsewhere())), [200, 200, 200, 200, 429]);
});

t.test('the body of an unauthenticated client must be small', async (t) => {
  const under = await start(t);
  t.match(await signIn(under, '198.51.100.4', 'x'.repeat(10_000)), { status: 413, code: 'body_too_large' });
});

t.test('the API description is limited for each network', async (t) => {
  const under = await start(t);
  const read = () => ask(under, '/api/v1/openapi.json');
  t.same(await times(6, read), [200, 200, 200, 200, 429, 429]);
  t.match(await ask(under, '/healthz'), { status: 200 }, 'probes are not limited');
});

for (const [what, path, init, refused] of [
  ['API keys', agents, { headers: { authorization: `Bearer pk_key0_${'0'.repeat(64)}` } }, 401],
  ['session cookies', agents, { headers: { cookie: `parley_session=${'x'.repeat(43)}` } }, 401],
  ['the operator’s token', '/metrics', { headers: { authorization: 'Bearer guess' } }, 401],
  ['passwords', '/api/v1/console/session', null, 401],
  ['links to recordings', '/recordings/guess.guess', {}, 403],
] as const)
  t.test(`guesses at ${what} are limited, and valid credentials are not`, async (t) => {
    const under = await start(t);
    const guess = () => (init === null ? signIn(under, '198.51.100.4', 'wrong') : ask(under, path, init));
    const seen = await times(8, guess);
    t.equal(seen[0], refused);
    t.equal(seen.at(-1), 429);
    t.ok(seen.filter((status) => status === refused).length <= 4);
    const withKey = { headers: { authorization: `Bearer ${under.apiKey}` } };
    t.same(
      await times(10, () => ask(under, agents, withKey)),
      Array(10).fill(200),
      'valid keys are accepted',
    );
    const operator = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };
    t.match(await ask(under, '/metrics', operator), { status: 200 });
  });

t.test('a client that keeps guessing loses its connection each time', async (t) => {
  const under = await start(t);
  await times(4, () => ask(under, agents));
  const { socket, heard, closed } = await rawConnection(t, under.gateway.port);
  socket.write(`GET ${agents} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.4\r\n\r\n`);
  await closed;
  t.match(heard(), /^HTTP\/1\.1 429 /);
  const other = await rawConnection(t, under.gateway.port);
  other.socket.write(`GET ${agents} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`);
  await until('an answer', () => other.heard().includes('api_key_missing'));
  t.equal(other.closedAfter(), null, 'the first refusals leave the connection open');
});

t.test(
  'the session cookie is HttpOnly and SameSite, and also Secure if the public address is https',
  async (t) => {
    const cookieOf = async (publicUrl: string | null): Promise<string | null> => {
      const { url } = await startGateway(t, { publicUrl });
      const response = await fetch(`${url}/api/v1/console/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.org', password: 'right' }),
      });
      return response.headers.getSetCookie()[0] ?? null;
    };
    t.match(await cookieOf(null), /^parley_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    t.match(await cookieOf('https://voice.example.org'), /; HttpOnly; SameSite=Lax; Secure$/);
  },
);

t.test('a foreign page cannot sign a user in: its request needs a preflight, which fails', async (t) => {
  const under = await start(t);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    t.match(
      await ask(under, '/api/v1/console/session', {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify({ email: 'ann@example.org', password: 'right' }),
        from: type,
      }),
      { status: 415 },
      type,
    );
  const response = await fetch(`${under.url}/api/v1/console/session`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  t.equal(response.status, 405);
  t.equal(response.headers.get('access-control-allow-origin'), null);
});
