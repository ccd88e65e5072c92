/** Requests of the client: where parameters go, which attempts are repeated and when, and what failures look like. */
import t from 'tap';
import { OPERATIONS } from '../../../packages/client/src/api.js';
import { ParleyError } from '../../../packages/client/src/errors.js';
import type { Make } from '../../../packages/client/src/operations.js';
import { Parley, type ParleyOptions } from '../../../packages/client/src/parley.js';
import { resourcesOf } from '../../../packages/client/src/resources/all.js';
import { broken, type FakeService, fakeService, limited, refusal, silent, success } from './fake-service.js';

const BUSINESS = '7b0f3c86-3a53-4d4c-9a42-000000000001';
const CALL = { callId: 'c1', destination: '+14155550101', status: 'queued' };

const clientOf = (service: FakeService, options: Partial<ParleyOptions> = {}): Parley =>
  new Parley({
    apiKey: 'parley_sk_test',
    baseUrl: 'http://service.test',
    businessId: BUSINESS,
    fetch: service.fetch,
    random: () => 0,
    ...options,
  });

/** The error of the work. @throws Error if there is none */
const errorOf = async (work: PromiseLike<unknown>): Promise<ParleyError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ParleyError) return error;
    throw error;
  }
  throw new Error('it succeeded');
};

const start = { agentId: 'a1', toNumber: '+14155550101' } as const;

t.test('every operation of the document is reachable', async (t) => {
  const names: string[] = [];
  const note = (name: string): never => {
    names.push(name);
    // The functions are not called here.
    return undefined as never;
  };
  const make: Make = { operation: note, list: note };
  resourcesOf(make);
  const expected = Object.keys(OPERATIONS).filter((name) => name !== 'followLive');
  t.strictSame([...new Set(names)].sort(), expected.sort());
  t.ok(expected.length > 100, `${expected.length} operations`);
});

t.test('sends parameters where they belong', async (t) => {
  const service = fakeService(success(CALL, 202), success({ call: {}, transcript: [] }));
  const parley = clientOf(service, { baseUrl: 'http://service.test/base/' });
  t.strictSame(await parley.calls.start(start), CALL, 'the data of the answer');
  await parley.calls.read({ callId: 'a/b' });
  const [post, get] = service.received;
  t.equal(post?.url.href, 'http://service.test/base/api/v1/voice/calls');
  t.strictSame(post?.body, { ...start, businessId: BUSINESS });
  t.equal(post?.headers.get('authorization'), 'Bearer parley_sk_test');
  t.match(post?.headers.get('idempotency-key'), /^[0-9a-f-]{36}$/);
  t.equal(get?.url.href, `http://service.test/base/api/v1/voice/calls/a%2Fb?businessId=${BUSINESS}`);
  t.equal(get?.headers.get('idempotency-key'), null, 'a read has no key');
  await t.rejects(parley.calls.read({ callId: '' }), TypeError, 'an empty id names no call');
  t.equal(service.received.length, 2);
});

t.test('repeats a change with the same idempotency key', async (t) => {
  const service = fakeService(broken, limited(), success(CALL, 202));
  await clientOf(service).calls.start(start);
  const keys = service.received.map(({ headers }) => headers.get('idempotency-key'));
  t.equal(keys.length, 3);
  t.equal(new Set(keys).size, 1);
  const own = fakeService(success(CALL, 202));
  await clientOf(own).calls.start(start, { idempotencyKey: 'order-7' });
  t.equal(own.received[0]?.headers.get('idempotency-key'), 'order-7');
});

t.test('a change names the tag that it is based on', async (t) => {
  const service = fakeService(success({ contact: { id: 'c1' } }, 200));
  const change = { contactId: 'c1', name: 'Ann' };
  await clientOf(service).contacts.update(change, { ifMatch: '5d41402abc4b2a76' });
  await clientOf(service).contacts.update(change);
  t.same(
    service.received.map(({ headers }) => headers.get('if-match')),
    ['"5d41402abc4b2a76"', null],
  );
});

t.test('gives up after maxRetries, with the last error', async (t) => {
  const service = fakeService(limited());
  const error = await errorOf(clientOf(service, { maxRetries: 3 }).agents.list());
  t.match(error, { code: 'rate_limited', status: 429, category: 'rate_limit', retryable: true });
  t.equal(service.received.length, 4);
  const once = fakeService(limited());
  await errorOf(clientOf(once).calls.start(start, { maxRetries: 0 }));
  t.equal(once.received.length, 1);
});

t.test('does not repeat what could be done twice, or can never succeed', async (t) => {
  const { OPERATIONS: places } = { OPERATIONS };
  t.equal(places.assignChannel.keyed, false);
  const unkeyed = fakeService(broken);
  await errorOf(
    clientOf(unkeyed).channels.assign({ channel: 'whatsapp', phoneNumberId: '1', aiAgentId: null }),
  );
  t.equal(unkeyed.received.length, 1, 'a change without a key');
  const final = fakeService(refusal({ code: 'insufficient_credit', status: 402, category: 'billing' }));
  const error = await errorOf(clientOf(final).calls.start(start));
  t.match(error, { code: 'insufficient_credit', status: 402, category: 'billing', retryable: false });
  t.equal(final.received.length, 1, 'a refusal that stays');
});

t.test('waits as long as Retry-After says, in seconds or until a date', async (t) => {
  const date = 'Tue, 03 Mar 2026 11:00:00 GMT';
  const later = 'Tue, 03 Mar 2026 11:00:01 GMT';
  for (const headers of [{ 'retry-after': '1' }, { 'retry-after': later, date }]) {
    const service = fakeService(limited(headers), success({ agents: [], nextCursor: null }));
    await clientOf(service).agents.list();
    const [first, second] = service.received;
    t.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990, JSON.stringify(headers));
  }
  const long = fakeService(limited({ 'retry-after': '3600' }));
  const error = await errorOf(clientOf(long).agents.list());
  t.equal(error.retryAfterMs, 3_600_000, 'a long wait is left to the caller');
  t.equal(long.received.length, 1);
  for (const value of ['soon', '-1', '1e9', '']) {
    const odd = fakeService(limited({ 'retry-after': value }), success({ agents: [], nextCursor: null }));
    await clientOf(odd).agents.list();
    t.equal(odd.received.length, 2, `"${value}" is no wait`);
  }
});

t.test('an attempt has a deadline, and a signal ends everything', async (t) => {
  const slow = fakeService(silent);
  const error = await errorOf(clientOf(slow, { timeoutMs: 20 }).agents.list());
  t.match(error, { code: 'timed_out', status: 0, category: 'client', retryable: true });
  t.equal(slow.received.length, 3, 'each attempt has its own');
  const stalled = fakeService(
    (_received, { signal }) =>
      new Response(
        new ReadableStream({
          start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        }),
      ),
  );
  const cut = await errorOf(clientOf(stalled, { timeoutMs: 20, maxRetries: 0 }).agents.list());
  t.equal(cut.code, 'timed_out', 'a body that does not end');

  const reason = new Error('closing');
  const controller = new AbortController();
  const waiting = clientOf(fakeService(silent)).calls.start(start, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  t.equal(await waiting.then(null, (caught: unknown) => caught), reason);
  const retried = fakeService(limited({ 'retry-after': '30' }));
  const second = new AbortController();
  const between = clientOf(retried).agents.list(undefined, { signal: second.signal });
  setTimeout(() => second.abort(reason), 20);
  t.equal(await between.then(null, (caught: unknown) => caught), reason, 'between two attempts');
  const unsent = fakeService(silent);
  await t.rejects(clientOf(unsent).calls.start(start, { signal: controller.signal }), reason);
  t.equal(unsent.received.length, 0, 'an aborted signal sends nothing');
});

t.test('errors have the facts of the response', async (t) => {
  const details = [{ path: '/toNumber', message: 'is not a number' }, { path: 7 }, null];
  const invalid = fakeService(
    refusal({ code: 'validation_failed', status: 400, category: 'validation', details }),
  );
  const error = await errorOf(clientOf(invalid).calls.start(start));
  t.match(error, { name: 'ParleyError', message: 'validation_failed.', status: 400 });
  t.match(error.requestId, /^[0-9a-f-]{36}$/);
  t.strictSame(error.details, [{ path: '/toNumber', message: 'is not a number' }]);
  const proxies = ['<html>', '', '[]', 'null', '{"ok":false}', '{"ok":false,"error":{"code":7}}'];
  for (const text of proxies) {
    const service = fakeService(() => new Response(text, { status: 502 }));
    const failed = await errorOf(clientOf(service, { maxRetries: 1 }).agents.list());
    t.match(failed, { code: 'response_unreadable', status: 502, requestId: null, retryable: true }, text);
    t.equal(service.received.length, 2);
  }
  const page = await errorOf(clientOf(fakeService(() => new Response('<html>'))).agents.list());
  t.match(page, { code: 'response_unreadable', status: 200, retryable: false });
  const down = await errorOf(clientOf(fakeService(broken), { maxRetries: 0 }).agents.list());
  t.match(down, { code: 'network_failed', status: 0, retryable: true, cause: /fetch failed/ });
});

t.test('asks once for the business of the key', async (t) => {
  const answers = fakeService((received) =>
    Response.json({
      ok: true,
      data: received.url.pathname.endsWith('/business')
        ? { businessId: BUSINESS, name: 'Demo' }
        : { agents: [], nextCursor: null },
    }),
  );
  const { businessId: _none, ...options } = { businessId: undefined, fetch: answers.fetch };
  const parley = new Parley({ apiKey: 'k', ...options });
  await Promise.all([parley.agents.list(), parley.agents.list(), parley.businessId()]);
  const paths = answers.received.map(({ url }) => url.pathname);
  t.equal(paths.filter((path) => path === '/api/v1/business').length, 1);
  t.equal(answers.received.filter(({ url }) => url.searchParams.get('businessId') === BUSINESS).length, 2);
  t.equal(answers.received[0]?.url.origin, 'http://127.0.0.1:8080', 'the default address');
  await parley.agents.list({ businessId: UNKNOWN });
  t.equal(answers.received.at(-1)?.url.searchParams.get('businessId'), UNKNOWN, 'a named one is kept');

  const failing = fakeService(
    refusal({ code: 'api_key_invalid', status: 401 }),
    success({ businessId: BUSINESS }),
  );
  const second = new Parley({ apiKey: 'k', fetch: failing.fetch });
  t.equal((await errorOf(second.businessId())).code, 'api_key_invalid');
  t.equal(await second.businessId(), BUSINESS, 'a failure is not kept');
  const odd = new Parley({ apiKey: 'k', fetch: fakeService(success({})).fetch });
  t.equal((await errorOf(odd.businessId())).code, 'response_unreadable');
});

const UNKNOWN = '7b0f3c86-3a53-4d4c-9a42-000000000009';

t.test('files come as responses, and go as forms', async (t) => {
  const service = fakeService(
    () => new Response('name,mobile\n', { headers: { 'content-type': 'text/csv' } }),
  );
  const file = await clientOf(service).contacts.export({ search: 'Ann' });
  t.equal(await file.text(), 'name,mobile\n');
  const refused = fakeService(refusal({ code: 'scope_missing', status: 403 }));
  t.equal((await errorOf(clientOf(refused).contacts.export({}))).code, 'scope_missing');

  const upload = fakeService(limited(), success({ job: { id: 'j' } }, 202));
  await clientOf(upload).contacts.imports.start({
    categoryIds: ['c1'],
    file: new Blob(['name,mobile\n']),
    fileName: 'people.csv',
  });
  const { form = null, headers } = upload.received.at(-1) ?? {};
  t.equal(upload.received.length, 2, 'a form is sent again');
  t.equal(form?.get('categoryIds'), '["c1"]');
  t.equal(form?.get('businessId'), BUSINESS);
  t.equal([...(form?.keys() ?? [])].at(-1), 'file');
  t.equal(headers?.get('content-type'), null, 'the platform writes it, with the boundary');
});

t.test('refuses unusable options, and never shows the key', async (t) => {
  for (const baseUrl of [
    'service',
    'ftp://service',
    'http://user@service',
    'http://service?a=1',
    'http://service#a',
  ])
    t.throws(() => new Parley({ apiKey: 'k', baseUrl }), TypeError, baseUrl);
  for (const apiKey of ['', 'a b', 'a\nb', 'clé'])
    t.throws(() => new Parley({ apiKey }), TypeError, JSON.stringify(apiKey));
  const parley = new Parley({ apiKey: 'parley_sk_secret', fetch: fakeService(broken).fetch, maxRetries: 0 });
  const error = await errorOf(parley.agents.list());
  t.notMatch(JSON.stringify([parley, error, String(error.stack)]), /parley_sk_secret/);
});
