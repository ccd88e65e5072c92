/** Keys and sessions on a node whose views are behind the journal. */
import t from 'tap';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import type { Freshness } from '../../../views/views.js';
import { ALWAYS_FRESH } from '../../support/views/always-fresh.js';
import { SESSION_TOKEN } from '../fakes/console.js';
import { BUSINESS, CATEGORY } from '../fakes/ids.js';
import { createFakeViews } from '../fakes/views.js';
import { startGateway } from '../gateway-under-test.js';

const agents = `/api/v1/agents?businessId=${BUSINESS}`;

/** A gateway whose views show another node's keys once they have caught up. */
const start = async (t: Lifetime, freshness: Partial<Freshness>) => {
  const views = createFakeViews();
  const later = createFakeViews();
  const calls: string[] = [];
  let hasCaughtUp = false;
  const current = () => (hasCaughtUp ? later : views);
  const under = await startGateway(t, {
    views: {
      ...views,
      key: (keyId) => current().key(keyId),
      session: (sessionId) => current().session(sessionId),
      freshness: {
        ...ALWAYS_FRESH,
        ...freshness,
        current: async () => {
          calls.push('current');
          await freshness.current?.();
          hasCaughtUp = true;
        },
        freshen: async (use) => {
          calls.push(use);
          await freshness.freshen?.(use);
          hasCaughtUp = true;
        },
      },
    },
  });
  return { ...under, ownViews: views, elsewhere: later, calls };
};

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

t.test('a key created on another node is looked up again once the views have caught up', async (t) => {
  const { url, elsewhere, calls } = await start(t, {});
  const { apiKey, earlierKey } = elsewhere.newKey();
  t.equal((await fetch(`${url}${agents}`, { headers: bearer(apiKey) })).status, 200);
  t.equal((await fetch(`${url}${agents}`, { headers: bearer(earlierKey) })).status, 200);
  t.same(calls, ['current'], 'once: the key is known from then on');
});

t.test('a key that appears in the views while it is checked is accepted', async (t) => {
  const views = createFakeViews();
  let looks = 0;
  const { url } = await startGateway(t, {
    views: {
      ...views,
      key: (keyId) => {
        looks += 1;
        return looks === 1 ? null : views.key(keyId);
      },
    },
  });
  const { apiKey } = views.newKey();
  t.equal((await fetch(`${url}${agents}`, { headers: bearer(apiKey) })).status, 200);
});

t.test('a session started on another node is looked up again, too', async (t) => {
  const { url, ownViews, calls } = await start(t, {});
  ownViews.endSession();
  const headers = { cookie: `parley_session=${SESSION_TOKEN}` };
  t.equal((await fetch(`${url}${agents}`, { headers })).status, 200);
  t.same(calls, ['current']);
});

t.test('malformed, revoked and missing keys cost no look', async (t) => {
  const { url, ownViews, calls } = await start(t, {});
  const { keyId, apiKey } = ownViews.newKey();
  ownViews.revoke(keyId);
  for (const headers of [bearer('parley_sk_a_b'), bearer(apiKey), {}])
    t.equal((await fetch(`${url}${agents}`, { headers })).status, 401);
  t.same(calls, []);
});

t.test('an unknown key is refused once the views have caught up', async (t) => {
  const { url, calls } = await start(t, {});
  const { earlierKey } = createFakeViews().newKey();
  t.equal((await fetch(`${url}${agents}`, { headers: bearer(`${earlierKey}0`) })).status, 401);
  t.same(calls, ['current']);
});

t.test('views that are too old are not trusted: a key revoked elsewhere is refused', async (t) => {
  const { url, ownViews, elsewhere, calls } = await start(t, { isFresh: () => false });
  const { apiKey, keyId } = ownViews.newKey();
  elsewhere.newKey();
  elsewhere.revoke(keyId);
  t.equal((await fetch(`${url}${agents}`, { headers: bearer(apiKey) })).status, 401);
  t.same(calls, ['read']);
});

t.test('a body that arrives during the wait is read whole, at once or in pieces', async (t) => {
  const { url, elsewhere, gateway } = await start(t, {
    isFresh: () => false,
    current: () => new Promise((resolve) => setTimeout(resolve, 300)),
    freshen: () => new Promise((resolve) => setTimeout(resolve, 300)),
  });
  const { apiKey } = elsewhere.newKey();
  const name = 'x'.repeat(60);
  const body = JSON.stringify({
    businessId: BUSINESS,
    name,
    mobile: '+14155552672',
    categoryIds: [CATEGORY],
    fields: {},
  }).padEnd(40_000, ' ');
  const headers = { ...bearer(apiKey), 'content-type': 'application/json' };
  for (const key of ['while it is unknown', 'while the views are old']) {
    const answer = await fetch(`${url}/api/v1/contacts`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key.replaceAll(' ', '-') },
      body,
    });
    t.match(await answer.text(), name, key);
  }
  const { socket, heard } = await rawConnection(t, gateway.port);
  socket.write(
    `POST /api/v1/contacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n` +
      `Content-Type: application/json\r\nIdempotency-Key: in-pieces\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  );
  setTimeout(() => socket.write(body.slice(20, 3_000)), 100);
  setTimeout(() => socket.write(body.slice(3_000)), 450);
  await until('the request is answered', () => heard().includes(name));
  t.match(heard(), /^HTTP\/1\.1 201/);
  socket.write(`GET ${agents} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
  await until('the connection is usable', () => heard().includes('HTTP/1.1 200'));
});

t.test('a connection whose key is refused after the wait stays usable', async (t) => {
  const { gateway, ownViews, elsewhere } = await start(t, {
    current: () => new Promise((resolve) => setTimeout(resolve, 100)),
  });
  elsewhere.newKey();
  const { earlierKey } = ownViews.newKey();
  const { socket, heard } = await rawConnection(t, gateway.port);
  const body = ' '.repeat(30_000);
  socket.write(
    `POST /api/v1/contacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer pk_nobody_0123456789abcdef0123\r\n` +
      `Content-Type: application/json\r\nIdempotency-Key: refused\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until('the request is refused', () => heard().includes('HTTP/1.1 401'));
  socket.write(`GET ${agents} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${earlierKey}\r\n\r\n`);
  await until('the connection is usable', () => heard().includes('HTTP/1.1 200'));
});

t.test('an upload that arrives during the wait is read whole', async (t) => {
  const { url, elsewhere } = await start(t, {
    current: () => new Promise((resolve) => setTimeout(resolve, 200)),
  });
  const { apiKey } = elsewhere.newKey();
  const form = new FormData();
  form.set('businessId', BUSINESS);
  form.set('categoryIds', JSON.stringify([CATEGORY]));
  form.set(
    'file',
    new Blob([`mobile,name\n${'+14155552672,Ada\n'.repeat(100_000)}`], { type: 'text/csv' }),
    'a.csv',
  );
  const answer = await fetch(`${url}/api/v1/contacts/imports`, {
    method: 'POST',
    headers: { ...bearer(apiKey), 'idempotency-key': 'an-upload' },
    body: form,
  });
  t.equal(answer.status < 300, true, await answer.text());
});
