/** Audit log entries of requests. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { consoleUserId } from '../../../actors/console-user/index.js';
import { createRecordingLinks } from '../../../gateway/content/recording-links.js';
import type { Route } from '../../../gateway/route.js';
import { csrfTokenOf } from '../../../operations/accounts/sessions.js';
import { AUDIT_ACTIONS } from '../../../schemas/accounts/audit.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { CASES } from '../cases/all.js';
import { fileOf } from '../content/numbered-file.js';
import { KNOWN_USERS } from '../fakes/audit.js';
import { SESSION_TOKEN, sessionTokenOf } from '../fakes/console.js';
import { AGENT, BUSINESS, CALL, UNKNOWN_ID } from '../fakes/ids.js';
import { type GatewayUnderTest, METRICS_TOKEN, startGateway } from '../gateway-under-test.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';
const sessionOf = (token: string) => ({
  cookie: `parley_session=${token}`,
  'x-csrf-token': csrfTokenOf(token),
});
const SIGNED_IN = sessionOf(SESSION_TOKEN);
const q = `businessId=${BUSINESS}`;

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const send = async (
  { url }: GatewayUnderTest,
  path: string,
  { method = 'GET', headers = {}, body }: Sent,
): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'user-agent': FIREFOX,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

/** Sends the request to a route that succeeds. */
const sendGood = (under: GatewayUnderTest, route: Route) => {
  const good = CASES[route.operationId];
  if (good === undefined) throw new Error(`${route.operationId} has no case`);
  const keyed = { authorization: `Bearer ${under.apiKey}` };
  return send(under, good.path, {
    method: route.method,
    headers: {
      ...(route.sessionOnly === true ? SIGNED_IN : route.public === true ? {} : keyed),
      ...(route.idempotent ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(good.body === undefined ? {} : { body: good.body }),
  });
};

const metrics = async ({ url }: GatewayUnderTest): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();

/** A new route that changes something declares `audit: { action, target }`, or `audit: { none: '<why>' }`. */
t.test('every route that changes something declares what it audits, or why it does not', async (t) => {
  const silent = routesWithoutService().filter(
    ({ method, audit }) => method !== 'GET' && audit === undefined,
  );
  t.strictSame(
    silent.map(({ operationId }) => operationId),
    [],
    'routes without `audit`',
  );
  for (const { operationId, audit, method, response } of routesWithoutService()) {
    if (audit !== undefined && 'none' in audit) t.ok(audit.none.length > 10, `${operationId}: a reason`);
    // A download is an export.
    if (method === 'GET' && response === null && operationId !== 'followLive')
      t.ok(audit !== undefined && 'action' in audit, `${operationId}: a download is audited`);
  }
});

t.test('a request that changes something leaves an entry with its actor, target and origin', async (t) => {
  const under = await startGateway(t);
  for (const route of under.gateway.routes) {
    const { audit } = route;
    if (audit === undefined || 'none' in audit) continue;
    const before = under.audit.entries.length;
    const { status } = await sendGood(under, route);
    t.ok(status < 300, `${route.operationId}: ${status}`);
    const added = under.audit.entries.slice(before);
    t.match(
      added,
      [
        {
          businessId: BUSINESS,
          action: audit.action,
          outcome: 'done',
          code: null,
          client: '127.0.0.1',
          userAgent: 'Firefox 131 on Linux',
          requestId: /^[0-9a-f-]{36}$/,
          omitted: 0,
        },
      ],
      route.operationId,
    );
    t.equal(added.length, 1, `${route.operationId}: one entry`);
    const [entry] = added;
    t.not(entry?.actor.type, 'anonymous', `${route.operationId}: an actor`);
    t.ok(entry?.actor.id, `${route.operationId}: the id of the actor`);
    if (audit.target !== undefined) t.ok(entry?.target, `${route.operationId}: a target`);
    t.ok(AUDIT_ACTIONS.includes(audit.action));
  }
});

t.test('the console has a text for every action', async (t) => {
  const texts = readFileSync(
    fileURLToPath(new URL('../../../../console/features/account/audit-messages.ts', import.meta.url)),
    'utf8',
  );
  for (const action of AUDIT_ACTIONS) t.match(texts, new RegExp(`^  '?${action}'?: '`, 'm'), action);
});

t.test('a repeated request leaves no second entry', async (t) => {
  const under = await startGateway(t);
  const headers = { ...SIGNED_IN, 'idempotency-key': 'same' };
  const body = { businessId: BUSINESS, name: 'CRM', scopes: ['contacts:read'] };
  for (const _ of [1, 2])
    t.equal((await send(under, '/api/v1/console/keys', { method: 'POST', headers, body })).status, 201);
  t.equal(under.audit.entries.length, 1);
});

t.test('reads that are not audited leave no entry', async (t) => {
  const under = await startGateway(t);
  const headers = { authorization: `Bearer ${under.apiKey}` };
  t.equal((await send(under, `/api/v1/contacts?${q}`, { headers })).status, 200);
  t.strictSame(under.audit.entries, []);
});

const signIn = (under: GatewayUnderTest, email: string, password: string) =>
  send(under, '/api/v1/console/session', { method: 'POST', body: { email, password } });

t.test('sign-ins are audited and counted, failed ones with the reason', async (t) => {
  const under = await startGateway(t);
  const known = 'ann@example.org';
  KNOWN_USERS.add(consoleUserId(known));
  t.teardown(() => KNOWN_USERS.clear());
  t.equal((await signIn(under, known, 'right')).status, 200);
  t.equal((await signIn(under, ' Ann@Example.org', 'wrong')).status, 401);
  t.equal((await signIn(under, 'unknown@example.org', 'wrong')).status, 401);
  t.match(under.audit.entries, [
    { businessId: BUSINESS, action: 'sign_in', outcome: 'done', actor: { type: 'user', id: AGENT } },
    {
      businessId: BUSINESS,
      action: 'sign_in',
      outcome: 'refused',
      code: 'credentials_invalid',
      actor: { type: 'anonymous', id: null },
      target: consoleUserId(known),
    },
    { businessId: null, action: 'sign_in', outcome: 'refused', target: null },
  ]);
  t.notMatch(JSON.stringify(under.audit.entries), /example\.org/i, 'no email addresses');
  const text = await metrics(under);
  t.match(text, 'parley_sign_ins_total{outcome="succeeded"} 1');
  t.match(text, 'parley_sign_ins_total{outcome="credentials_invalid"} 2');
});

t.test('an invitation that is refused without a business is audited without one', async (t) => {
  const under = await startGateway(t);
  const body = { token: 'wrong', name: 'Bob', password: 'long enough for all' };
  t.equal((await send(under, '/api/v1/console/join', { method: 'POST', body })).status, 401);
  t.match(under.audit.entries, [
    { businessId: null, action: 'invitation.accepted', code: 'invitation_invalid', target: null },
  ]);
});

const refusals: readonly {
  readonly title: string;
  readonly send: (under: GatewayUnderTest) => Promise<{ readonly status: number }>;
  readonly status: number;
  readonly entry: object;
}[] = [
  {
    title: 'a key without the scope',
    send: (under) => {
      const { apiKey } = under.views.newKey(['contacts:read']);
      return send(under, `/api/v1/agents?${q}`, { headers: { authorization: `Bearer ${apiKey}` } });
    },
    status: 403,
    entry: {
      actor: { type: 'key', id: 'key1' },
      action: 'request.refused',
      target: 'listAgents',
      code: 'scope_missing',
    },
  },
  {
    title: 'an insufficient role',
    send: (under) =>
      send(under, `/api/v1/console/keys/key0?${q}`, {
        method: 'DELETE',
        headers: sessionOf(sessionTokenOf('viewer')),
      }),
    status: 403,
    entry: { actor: { type: 'user', id: AGENT }, action: 'key.revoked', code: 'role_insufficient' },
  },
  {
    title: 'another business',
    send: (under) =>
      send(under, `/api/v1/agents?businessId=${UNKNOWN_ID}`, {
        headers: { authorization: `Bearer ${under.apiKey}` },
      }),
    status: 403,
    entry: { businessId: BUSINESS, actor: { type: 'key', id: 'key0' }, code: 'business_mismatch' },
  },
  {
    title: 'a change that is refused by the operation',
    send: (under) => send(under, `/api/v1/console/keys/other?${q}`, { method: 'DELETE', headers: SIGNED_IN }),
    status: 404,
    entry: { action: 'key.revoked', target: 'other', code: 'key_not_found' },
  },
  {
    title: 'a revoked key',
    send: (under) => {
      const { apiKey, keyId } = under.views.newKey();
      under.views.revoke(keyId);
      return send(under, `/api/v1/agents?${q}`, { headers: { authorization: `Bearer ${apiKey}` } });
    },
    status: 401,
    entry: {
      businessId: BUSINESS,
      actor: { type: 'key', id: 'key1' },
      action: 'key.refused',
      target: 'key1',
      code: 'api_key_invalid',
    },
  },
  {
    title: 'an unknown key',
    send: (under) =>
      send(under, `/api/v1/agents?${q}`, {
        headers: { authorization: `Bearer pk_nobody_${'0'.repeat(64)}` },
      }),
    status: 401,
    entry: { businessId: null, actor: { type: 'anonymous', id: null }, action: 'key.refused', target: null },
  },
];

for (const { title, send: sendRefused, status, entry } of refusals)
  t.test(`refused access is audited: ${title}`, async (t) => {
    const under = await startGateway(t);
    t.equal((await sendRefused(under)).status, status);
    t.match(under.audit.entries, [{ outcome: 'refused', client: '127.0.0.1', ...entry }]);
  });

t.test('requests above the rate limit are audited with their caller', async (t) => {
  const under = await startGateway(t, { rateLimit: { perSecond: 0.001, burst: 1 } });
  const headers = { authorization: `Bearer ${under.apiKey}` };
  await send(under, `/api/v1/agents?${q}`, { headers });
  t.equal((await send(under, `/api/v1/agents?${q}`, { headers })).status, 429);
  t.match(under.audit.entries, [{ actor: { type: 'key', id: 'key0' }, code: 'rate_limited' }]);
});

t.test('an invalid request leaves no entry', async (t) => {
  const under = await startGateway(t);
  const body = { businessId: BUSINESS, name: '', scopes: [] };
  const headers = { ...SIGNED_IN, 'idempotency-key': 'one' };
  t.equal((await send(under, '/api/v1/console/keys', { method: 'POST', headers, body })).status, 400);
  t.strictSame(under.audit.entries, []);
});

t.test('refused keys are counted by reason', async (t) => {
  const under = await startGateway(t);
  const attempt = (key: string) =>
    send(under, `/api/v1/agents?${q}`, { headers: { authorization: `Bearer ${key}` } });
  const mistyped = under.apiKey.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  await attempt('nonsense');
  await attempt(mistyped);
  await attempt(`pk_nobody_${'0'.repeat(64)}`);
  await attempt(`pk_key0_${'0'.repeat(64)}`);
  const text = await metrics(under);
  for (const reason of ['malformed', 'checksum', 'unknown', 'secret'])
    t.match(text, `parley_key_refusals_total{reason="${reason}"} 1`, reason);
  t.match(text, 'parley_access_refusals_total{code="api_key_invalid"} 4');
});

t.test('keys of both formats are valid', async (t) => {
  const under = await startGateway(t);
  const { apiKey, earlierKey } = under.views.newKey();
  t.match(apiKey, /^parley_sk_/);
  t.match(earlierKey, /^pk_/);
  for (const key of [apiKey, earlierKey])
    t.equal(
      (await send(under, `/api/v1/agents?${q}`, { headers: { authorization: `Bearer ${key}` } })).status,
      200,
    );
});

const failsWithoutEntry = async (t: Test, under: GatewayUnderTest, operationId: string): Promise<void> => {
  const route = under.gateway.routes.find((candidate) => candidate.operationId === operationId);
  if (route === undefined) throw new Error(`no route ${operationId}`);
  const { status, text } = await sendGood(under, route);
  t.equal(status, 503, operationId);
  t.match(text, '"code":"journal_unavailable"', operationId);
};

t.test('no change is confirmed and no export is sent without an entry', async (t) => {
  const under = await startGateway(t, { recordings: { open: async () => fileOf(1_000) } });
  under.audit.breakDown();
  await failsWithoutEntry(t, under, 'revokeKey');
  await failsWithoutEntry(t, under, 'createKey');
  await failsWithoutEntry(t, under, 'downloadVoiceCallTranscript');
  await failsWithoutEntry(t, under, 'exportAuditCsv');
  const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
  const response = await fetch(links.sign(BUSINESS, CALL).recordingUrl);
  t.equal(response.status, 503, 'a recording');
});

t.test('reading a recording leaves one entry for each link, with the holder of the link', async (t) => {
  const under = await startGateway(t, { recordings: { open: async () => fileOf(1_000) } });
  const read = await send(under, `/api/v1/voice/calls/${CALL}?${q}`, {
    headers: { authorization: `Bearer ${under.apiKey}` },
  });
  const { data }: { data: { recordingUrl: string; recordingDownloadUrl: string } } = JSON.parse(read.text);
  t.equal((await fetch(data.recordingUrl, { method: 'HEAD' })).status, 200);
  t.strictSame(under.audit.entries, [], 'a HEAD request reads nothing');
  for (const range of ['bytes=0-9', 'bytes=10-19'])
    t.equal((await fetch(data.recordingUrl, { headers: { range } })).status, 206);
  t.equal((await fetch(data.recordingDownloadUrl)).status, 200);
  const entry = {
    businessId: BUSINESS,
    actor: { type: 'key', id: 'key0' },
    action: 'recording.read',
    target: CALL,
    outcome: 'done',
  };
  t.match(under.audit.entries, [entry, entry]);
  t.equal(under.audit.entries.length, 2);
});
