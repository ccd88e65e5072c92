/**
 * Every route of the table: its answers and refusals match the API documents, refusals come in their order, a
 * refused request changes nothing, and every limit of its schemas holds at its edge and one past it. A route
 * without a case fails the test.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from '@nats-io/transport-node';
import t, { type Test } from 'tap';
import { request } from 'undici';
import { errorCodesOf } from '../../../gateway/document/error-codes.js';
import { createIdempotencyStore, type IdempotencyStore } from '../../../gateway/pipeline/idempotency.js';
import { bodyLimitOf, type Route } from '../../../gateway/route.js';
import { csrfTokenOf } from '../../../operations/accounts/sessions.js';
import { SCOPES } from '../../../schemas/accounts/access.js';
import { fetchDocuments } from '../../../testkit/api/documents.js';
import { createPublishedSchemas } from '../../../testkit/api/published-schemas.js';
import { startNats } from '../../../testkit/nats/server.js';
import { IS_FULL_RUN } from '../../support/full-run.js';
import { CASES } from '../cases/all.js';
import { type Case, q } from '../cases/case.js';
import { SESSION_TOKEN } from '../fakes/console.js';
import { BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { limitsOf, withValue } from './schema-limits.js';

/** Differences from the request that succeeds. */
interface Ask {
  readonly path?: string;
  /** Credentials; by default those that the route requires. */
  readonly as?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string | null;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array;
  readonly contentType?: string | null;
}

interface Answer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly paths: readonly string[];
}

const NO_KEY = {} as const;
const SESSION = { cookie: `theme=dark; parley_session=${SESSION_TOKEN}` } as const;
const SIGNED_IN = { ...SESSION, 'x-csrf-token': csrfTokenOf(SESSION_TOKEN) } as const;

const nats = await startNats(t);
const nc = await connect({ servers: nats.url });
t.teardown(() => nc.close());
const records = await createIdempotencyStore(nc, Date.now, 'contract', () => false);
let claims = 0;
/** Counts the requests that were recorded. */
const idempotency: IdempotencyStore = {
  claim: async (...request) => {
    const claim = await records.claim(...request);
    if (claim.type === 'claimed') claims += 1;
    return claim;
  },
};
const { gateway, url, views, operations, apiKey } = await startGateway(t, { idempotency });
const withKey = { authorization: `Bearer ${apiKey}` };
const schemas = createPublishedSchemas(await fetchDocuments(url));

/** Everything that requests have changed so far. */
const effects = (): string => `${operations.performed.length} done, ${claims} recorded`;

const headersOf = (headers: IncomingHttpHeaders): Pick<Headers, 'get'> => ({
  get: (name) => headers[name]?.toString() ?? null,
});

/** A route under test, and the request to it that succeeds. */
interface RouteTest {
  readonly route: Route;
  readonly good: Case;
  /** Sends a request, and checks the answer against the published schemas. */
  ask(changed?: Ask): Promise<Answer>;
  /** Sends a request that must be refused and change nothing. */
  refused(what: string, changed: Ask, status: number, code: string): Promise<Answer>;
  /** Invalid in everything that is checked after the credentials. */
  readonly worst: Ask;
  /** Names a business that the key does not belong to. */
  readonly foreign: Ask;
  readonly namesBusiness: boolean;
}

const withQuery = ({ path }: Case, query: string): string => `${path.split('?')[0]}?${query}`;

const routeTestOf = (t: Test, route: Route, good: Case): RouteTest => {
  const reader = route.sessionOnly === true ? SIGNED_IN : withKey;
  const credentials = route.public === true ? NO_KEY : reader;
  const ask: RouteTest['ask'] = async (changed = {}) => {
    const { as = credentials, idempotencyKey = randomUUID(), contentType = 'application/json' } = changed;
    const body = changed.body ?? good.body;
    const content = changed.rawBody ?? (body === undefined ? null : JSON.stringify(body));
    const response = await request(`${url}${changed.path ?? good.path}`, {
      method: route.method,
      headers: {
        ...as,
        ...(route.idempotent && idempotencyKey !== null ? { 'idempotency-key': idempotencyKey } : {}),
        ...(content === null || contentType === null ? {} : { 'content-type': contentType }),
      },
      body: typeof content === 'string' ? Buffer.from(content) : content,
    });
    const status = response.statusCode;
    const headers = headersOf(response.headers);
    const text = await response.body.text();
    const type = headers.get('content-type') ?? '';
    const requestId = headers.get('x-request-id') ?? '';
    if (!/^[0-9a-f-]{36}$/.test(requestId)) t.fail(`x-request-id: ${requestId}`);
    if (!type.startsWith('application/json'))
      return { status, headers, text, code: undefined, message: '', paths: [] };
    const parsed: {
      ok: boolean;
      meta: { requestId: string };
      error?: { code: string; message: string; details?: readonly { path: string }[] };
    } = JSON.parse(text);
    const isReplay = headers.get('idempotency-replayed') !== null;
    const problem = schemas.problemOf(route.path, route.method, status, parsed);
    if (problem !== null) t.fail(`${status} ${parsed.error?.code} is not as published: ${problem}`);
    if (type !== 'application/json; charset=utf-8') t.fail(`content-type: ${type}`);
    if (!isReplay && parsed.meta.requestId !== requestId)
      t.fail(`${parsed.meta.requestId} is not ${requestId}`);
    const { code, message = '', details = [] } = parsed.error ?? {};
    if (code !== undefined && !errorCodesOf(route).some((known) => known === code))
      t.fail(`${code} is not a code of the operation`);
    return { status, headers, text, code, message, paths: details.map(({ path }) => path) };
  };
  return {
    route,
    good,
    ask,
    refused: async (what, changed, status, code) => {
      const before = effects();
      const answer = await ask(changed);
      const outcome = { status: answer.status, code: answer.code, effects: effects() };
      t.strictSame(outcome, { status, code, effects: before }, `${what}: refused, and changed nothing`);
      return answer;
    },
    worst: {
      path: withQuery(good, 'colour=red'),
      idempotencyKey: 'not visible',
      ...(good.body === undefined ? {} : { rawBody: '{', contentType: 'text/plain' }),
    },
    foreign:
      good.body === undefined
        ? { path: good.path.replace(q, `businessId=${UNKNOWN_ID}`) }
        : { body: { ...good.body, businessId: UNKNOWN_ID } },
    namesBusiness: good.body?.businessId !== undefined || good.path.includes(q),
  };
};

const checkCredentials = async (t: Test, { route, good, ask, refused, worst }: RouteTest): Promise<void> => {
  if (route.public === true) return;
  const none = await refused('no key', { ...worst, as: NO_KEY }, 401, 'api_key_missing');
  t.equal(none.headers.get('www-authenticate'), 'Bearer');
  const revoked = views.newKey();
  views.revoke(revoked.keyId);
  for (const authorization of [
    `Bearer ${revoked.apiKey}`,
    `Bearer ${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
    `Bearer pk_nobody_${'0'.repeat(64)}`,
    apiKey,
    `Basic ${apiKey}`,
    'Bearer',
    'Bearer pk_a_b_c',
  ])
    await refused(authorization, { ...worst, as: { authorization } }, 401, 'api_key_invalid');
  const unknown = { cookie: `parley_session=${'t'.repeat(43)}` };
  await refused('an unknown session', { ...worst, as: unknown }, 401, 'session_invalid');
  await refused(
    'a damaged session',
    { ...worst, as: { cookie: 'parley_session=x' } },
    401,
    'api_key_missing',
  );
  if (route.method !== 'GET') {
    await refused('a session without its token', { ...worst, as: SESSION }, 403, 'csrf_invalid');
    const forged = { ...SESSION, 'x-csrf-token': csrfTokenOf('t'.repeat(43)) };
    await refused("another session's token", { ...worst, as: forged }, 403, 'csrf_invalid');
  }
  if (route.sessionOnly === true)
    await refused('a key instead of a session', { ...worst, as: withKey }, 403, 'session_required');
  else t.equal((await ask({ as: SIGNED_IN })).status, good.status, 'a session is as good as a key');
};

const checkBodies = async ({ route, good, refused }: RouteTest): Promise<void> => {
  if (good.body === undefined) return;
  const large = JSON.stringify({
    ...good.body,
    padding: 'x'.repeat(bodyLimitOf(route)),
  });
  await refused('too large', { rawBody: large }, 413, 'body_too_large');
  for (const contentType of ['text/plain', 'application/json; charset=utf-16', 'application/jsonp'])
    await refused(contentType, { contentType }, 415, 'content_type_unsupported');
  for (const rawBody of ['', '{', '{"a":1,}', 'nul', Uint8Array.from([0x22, 0xff, 0x22])])
    await refused(
      `malformed ${rawBody}`,
      { path: withQuery(good, 'colour=red'), rawBody },
      400,
      'json_malformed',
    );
  for (const rawBody of ['null', '[]', '"text"', '7'])
    await refused(rawBody, { rawBody }, 400, 'validation_failed');
};

const checkFields = async (t: Test, { good, refused, foreign, namesBusiness }: RouteTest): Promise<void> => {
  const unknown = await refused(
    'unknown fields in body and query',
    {
      path: `${good.path}${good.path.includes('?') ? '&' : '?'}colour=red&colour=blue`,
      ...(good.body === undefined
        ? {}
        : { body: { ...good.body, colour: 'red', __proto__: null, constructor: 1 } }),
    },
    400,
    'validation_failed',
  );
  const fields = good.body === undefined ? [] : ['/colour', '/constructor'];
  t.ok(
    [...fields, 'colour'].every((path) => unknown.paths.includes(path)),
    'the unknown fields are named',
  );
  if (namesBusiness) await refused('a foreign business', foreign, 403, 'business_mismatch');
  const { query, body } = good.invalid;
  const refusal = await refused(
    'wrong values',
    {
      ...(query === undefined ? {} : { path: withQuery(good, query) }),
      ...(body === undefined ? {} : { body }),
    },
    400,
    'validation_failed',
  );
  t.same([...new Set(refusal.paths)].sort(), [...new Set(good.problems)].sort(), 'every problem is named');
  const damaged = good.path.replace(/\/[0-9a-f-]{36}(?=[/?]|$)/, '/7');
  if (damaged !== good.path)
    t.match((await refused('a damaged id', { path: damaged }, 400, 'validation_failed')).paths, [/Id$/]);
};

const checkLimits = async (t: Test, { route, good, ask, refused }: RouteTest): Promise<void> => {
  for (const { path, what, edge, past } of route.body === null ? [] : limitsOf(route.body)) {
    const at = `/${path.join('/')}`;
    // A file in a body must be readable for the route.
    if (path[0] === 'contentBase64') continue;
    const within = await ask({ body: withValue(good.body, path, edge) });
    t.match(within, { status: good.status }, `${at}: ${what} ${within.text.slice(0, 200)}`);
    const beyond = withValue(good.body, path, past);
    const answer = await refused(`${at}: past ${what}`, { body: beyond }, 400, 'validation_failed');
    t.ok(answer.paths.includes(at), `${at}: past ${what} is named`);
  }
  for (const { path, what, edge, past } of limitsOf(route.query)) {
    const [name = ''] = path;
    const pathWith = (value: unknown): string => {
      const [where, query = ''] = good.path.split('?');
      const values = new URLSearchParams(query);
      values.set(name, String(value));
      return `${where}?${values}`;
    };
    const within = await ask({ path: pathWith(edge) });
    t.equal(within.code, name === 'cursor' ? 'cursor_invalid' : undefined, `${name}: ${what}`);
    const answer = await refused(`${name}: past ${what}`, { path: pathWith(past) }, 400, 'validation_failed');
    t.same(answer.paths, [name]);
  }
};

const checkIdempotencyKeys = async ({ refused, worst }: RouteTest): Promise<void> => {
  await refused(
    'no Idempotency-Key, and all else invalid',
    { ...worst, idempotencyKey: null },
    400,
    'idempotency_key_missing',
  );
  await refused('an invalid Idempotency-Key, and all else invalid', worst, 400, 'idempotency_key_invalid');
  await refused('no Idempotency-Key', { idempotencyKey: null }, 400, 'idempotency_key_missing');
  for (const idempotencyKey of ['', 'a b', 'k'.repeat(513), 'tab\tkey'])
    await refused(`Idempotency-Key ${idempotencyKey}`, { idempotencyKey }, 400, 'idempotency_key_invalid');
};

const checkScopes = async (t: Test, routeTest: RouteTest): Promise<void> => {
  const { route, good, refused, worst, foreign, namesBusiness } = routeTest;
  for (const scope of route.scopes) {
    const { apiKey: lesser } = views.newKey(SCOPES.filter((other) => other !== scope));
    const as = { authorization: `Bearer ${lesser}` };
    const answer = await refused(`without ${scope}`, { as }, 403, 'scope_missing');
    t.match(answer.message, scope);
    await refused('a foreign business, and without the scope', { ...foreign, as }, 403, 'business_mismatch');
    // Everything that is checked later is invalid, too: a caller without the scope learns nothing about it.
    await refused(`without ${scope}, and all invalid`, { ...worst, as }, 403, 'scope_missing');
    if (good.body !== undefined) {
      const invalidBody = { businessId: BUSINESS, colour: 'red' };
      await refused(`without ${scope}, invalid body`, { as, body: invalidBody }, 403, 'scope_missing');
      const stranger = { businessId: UNKNOWN_ID, colour: 'red' };
      if (namesBusiness)
        await refused('an invalid body, foreign business', { body: stranger }, 403, 'business_mismatch');
    }
  }
};

/** Scopes that only some requests of the route need. */
const checkConditionalScopes = async (t: Test, { route, good, ask, refused }: RouteTest): Promise<void> => {
  for (const { scopes } of route.scopesIf ?? [])
    t.ok(good.conditional, `a case for ${scopes.join(' and ')}, which only some requests need`);
  for (const { path, body, scope } of good.conditional ?? []) {
    const request = { ...(path === undefined ? {} : { path }), ...(body === undefined ? {} : { body }) };
    const { apiKey: lesser } = views.newKey(SCOPES.filter((other) => other !== scope));
    const as = { authorization: `Bearer ${lesser}` };
    const answer = await refused(`without ${scope}`, { ...request, as }, 403, 'scope_missing');
    t.match(answer.message, scope);
    t.equal((await ask({ as })).status, good.status, `other requests do not need ${scope}`);
  }
};

/** Operations that return an API key, an invitation link or a signing secret, once only. */
const SHOWN_ONCE: ReadonlySet<string> = new Set([
  'createKey',
  'inviteMember',
  'createPasswordReset',
  'createSubscription',
  'setTool',
]);
const withoutSecret = (text: string): string =>
  text.replace(/"(apiKey|link|signingSecret|standardSecret)":"[^"]+"/g, '"$1":null');

/** For a route with an optional key: without a key each request takes effect. */
const checkOptionalKey = async (t: Test, { ask, good, refused, worst }: RouteTest): Promise<void> => {
  await refused('an invalid Idempotency-Key, and all else invalid', worst, 400, 'idempotency_key_invalid');
  const before = operations.performed.length;
  for (let n = 1; n <= 2; n += 1) {
    const answer = await ask({ idempotencyKey: null });
    t.equal(answer.status, good.status, answer.text);
    t.equal(answer.headers.get('idempotency-replayed'), null);
    t.equal(operations.performed.length, before + n, 'done each time');
  }
};

const checkEffect = async (t: Test, { route, good, ask, refused }: RouteTest): Promise<void> => {
  const idempotencyKey = `${route.operationId}~!`.padEnd(512, 'k');
  const before = operations.performed.length;
  const first = await ask({ idempotencyKey });
  t.equal(first.status, good.status, first.text);
  t.equal(first.headers.get('idempotency-replayed'), null);
  if (route.public !== true) t.ok(first.headers.get('ratelimit-remaining'));
  const changes = route.method === 'GET' || good.changesNothing === true ? 0 : 1;
  t.equal(operations.performed.length, before + changes, 'done once, or nothing to do');
  if (changes === 1)
    t.equal(views.waited.at(-1), `3/${operations.performed.length}`, 'answered once its commit was visible');
  if (!route.idempotent) return;
  t.equal(operations.performed.at(-1), `${route.operationId} ${idempotencyKey}`);
  const reordered =
    good.body === undefined
      ? {}
      : { rawBody: JSON.stringify(Object.fromEntries(Object.entries(good.body).reverse()), null, 2) };
  const replayed = await ask({ idempotencyKey, ...reordered });
  t.equal(replayed.headers.get('idempotency-replayed'), 'true');
  t.equal(replayed.status, first.status);
  const again = SHOWN_ONCE.has(route.operationId) ? withoutSecret(first.text) : first.text;
  t.equal(replayed.text, again, 'the same answer, whatever the order of fields');
  t.ok(good.other, 'the case has another request for the same key');
  await refused('another request', { idempotencyKey, ...good.other }, 409, 'idempotency_key_conflict');
  t.equal(operations.performed.length, before + 1, 'done once');
};

t.test('every route has a case', async (t) => {
  t.same(Object.keys(CASES).sort(), gateway.routes.map((route) => route.operationId).sort());
});

/** Routes share the code that checks credentials, the syntax of bodies, and keys: a part of them stands for all. */
const isSampled = (index: number): boolean => IS_FULL_RUN || index % 4 === 0;

for (const [index, route] of gateway.routes.entries()) {
  const good = CASES[route.operationId];
  if (good === undefined) continue;
  const routeTest = (t: Test): RouteTest => routeTestOf(t, route, good);
  t.test(route.operationId, async (t) => {
    if (isSampled(index)) await t.test('checks credentials', (t) => checkCredentials(t, routeTest(t)));
    await t.test('checks bodies, fields and businesses', async (t) => {
      if (isSampled(index)) await checkBodies(routeTest(t));
      await checkFields(t, routeTest(t));
    });
    await t.test('enforces limits', (t) => checkLimits(t, routeTest(t)));
    if (route.idempotent === true && isSampled(index))
      await t.test('refuses invalid Idempotency-Keys', (t) => checkIdempotencyKeys(routeTest(t)));
    if (route.idempotent === 'optional')
      await t.test('accepts an optional Idempotency-Key', (t) => checkOptionalKey(t, routeTest(t)));
    await t.test('requires its scopes', async (t) => {
      await checkScopes(t, routeTest(t));
      await checkConditionalScopes(t, routeTest(t));
    });
    await t.test('has one effect, and replays its answer', (t) => checkEffect(t, routeTest(t)));
  });
}

t.test('an ended session is refused', async (t) => {
  const path = `${url}/api/v1/agents?businessId=${BUSINESS}`;
  t.equal((await fetch(path, { headers: SIGNED_IN })).status, 200);
  views.endSession();
  t.equal((await fetch(path, { headers: SIGNED_IN })).status, 401);
});
