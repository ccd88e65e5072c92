/** Which cookie counts as the session's, although other hosts of the domain can set cookies, too. */
import t from 'tap';
import {
  browserCookie,
  browserTokenIn,
  noSessionCookies,
  sessionCookie,
  sessionTokenIn,
} from '../../../gateway/access/session-cookie.js';
import { startResponse } from '../../../gateway/routes/accounts/session-responses.js';
import { sessionIdOf } from '../../../operations/accounts/sessions.js';
import type { Operations } from '../../../operations/operations.js';
import type { SessionResource } from '../../../schemas/accounts/console.js';
import { stub } from '../../../testkit/stub.js';
import type { SessionRecord } from '../../../views/accounts/index.js';
import { BROWSER_TOKEN, SESSION_TOKEN, sessionTokenOf } from '../fakes/console.js';
import { startGateway } from '../gateway-under-test.js';

const OTHER = sessionTokenOf('viewer');

t.test('over https the names of cookies have a prefix, so that no other host can set them', async (t) => {
  t.equal(
    sessionCookie('T', true, 90_500),
    '__Host-parley_session=T; Max-Age=90; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  t.equal(sessionCookie('T', false, 90_000), 'parley_session=T; Max-Age=90; Path=/; HttpOnly; SameSite=Lax');
  t.equal(
    browserCookie('B', true, 90_000),
    '__Host-parley_browser=B; Max-Age=90; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  t.match(noSessionCookies(true), [/^__Host-parley_session=; Max-Age=0/, /^parley_session=; Max-Age=0/]);
});

t.test('a cookie with the prefix takes precedence, and conflicting cookies are ignored', async (t) => {
  const [host, plain] = [`__Host-parley_session=${SESSION_TOKEN}`, `parley_session=${OTHER}`];
  for (const header of [`${plain}; ${host}`, `${host}; ${plain}`, `a=b;${host}`])
    t.same(sessionTokenIn(header), { token: SESSION_TOKEN, isHostOnly: true }, header);
  t.same(sessionTokenIn(plain), { token: OTHER, isHostOnly: false });
  t.equal(sessionTokenIn(`${plain}; parley_session=${SESSION_TOKEN}`), null, 'one of them was planted');
  t.same(sessionTokenIn(`${plain}; ${plain}`), { token: OTHER, isHostOnly: false }, 'both are the same');
  t.equal(sessionTokenIn(`__Host-parley_session=; ${plain}`), null);
  t.equal(sessionTokenIn(`x__Host-parley_session=${OTHER}`), null);
  t.equal(browserTokenIn(`__Host-parley_browser=${BROWSER_TOKEN}`, true), BROWSER_TOKEN);
  t.equal(browserTokenIn(`parley_browser=${BROWSER_TOKEN}`, true), null);
  t.equal(browserTokenIn(`parley_browser=${BROWSER_TOKEN}`, false), BROWSER_TOKEN);
  t.equal(browserTokenIn('parley_browser=%', false), null);
});

t.test('a session planted by another host of the domain is refused', async (t) => {
  const under = await startGateway(t, { publicUrl: 'https://parley.example.org' });
  const read = async (cookie: string): Promise<number> => {
    const response = await fetch(`${under.url}/api/v1/console/session`, { headers: { cookie } });
    await response.text();
    return response.status;
  };
  t.equal(await read(`__Host-parley_session=${SESSION_TOKEN}`), 200);
  t.equal(await read(`parley_session=${SESSION_TOKEN}`), 401, 'a new session has the prefix');
});

t.test('a session from before the prefix lasts until it expires', async (t) => {
  const under = await startGateway(t, { publicUrl: 'https://parley.example.org' });
  const { session } = under.views;
  const views = {
    ...under.views,
    session: (id: string) => {
      const found = session(id);
      return found === null ? null : { ...found, plainCookie: id === sessionIdOf(SESSION_TOKEN) };
    },
  };
  const upgraded = await startGateway(t, { publicUrl: 'https://parley.example.org', views });
  const read = async (token: string): Promise<number> => {
    const headers = { cookie: `parley_session=${token}` };
    const response = await fetch(`${upgraded.url}/api/v1/console/session`, { headers });
    await response.text();
    return response.status;
  };
  t.equal(await read(SESSION_TOKEN), 200);
  t.equal(await read(OTHER), 401);
});

t.test('the page starts with a session or with none, and never with a refusal', async (t) => {
  const under = await startGateway(t);
  const start = async (cookie: string) => {
    const response = await fetch(`${under.url}/api/v1/console/start`, { headers: { cookie } });
    const body: unknown = await response.json();
    return { status: response.status, cache: response.headers.get('cache-control'), body };
  };
  const none = { status: 200, cache: 'no-store', body: { data: { session: null, hasUsers: true } } };
  t.match(await start(''), none);
  t.match(await start(`parley_session=${'x'.repeat(43)}`), none, 'an unknown session');
  t.match(await start(`parley_session=${SESSION_TOKEN}`), {
    status: 200,
    body: { data: { session: { user: { email: 'ann@example.org' } }, hasUsers: true } },
  });
});

t.test('a session that was extended has its cookie extended with it', async (t) => {
  const written = await startResponse(
    {
      sessions: stub<Operations['sessions']>({
        extend: async () => ({
          result: stub<SessionResource>({ expiresAt: '1970-01-31T00:00:00.000Z' }),
          shard: 1,
          seq: 2,
        }),
      }),
    },
    { record: stub<SessionRecord>({}), token: SESSION_TOKEN },
    true,
    { secure: false, at: 0 },
  );
  t.match(written, {
    shard: 1,
    seq: 2,
    cookies: [`parley_session=${SESSION_TOKEN}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`],
  });
});
