/** Misbehaving clients: they disconnect, send garbage or send too much. */
import { request as httpRequest } from 'node:http';
import t from 'tap';
import { ERRORS } from '../../../schemas/error-table.js';
import { DomainError, isErrorCode, isRetryable, refusedBecause, statusOf } from '../../../schemas/errors.js';
import { rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import {
  AGENT,
  BLOCKED_CONTACT,
  BUSINESS,
  CATEGORY,
  CONTACT,
  QUEUED_CALL,
  UNKNOWN_ID,
} from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { type Answer, ask, inFlight, q } from '../requests.js';

t.test('unknown paths and methods are refused', async (t) => {
  const under = await startGateway(t);
  for (const path of [
    '/',
    '/api/v1',
    '/api/v1/agents/',
    '/api/v1/contacts/%E0%A4%A',
    '/api/v1/contacts//x',
    '/API/v1/agents',
  ])
    t.match(
      await ask(under, 'GET', path),
      { status: 404, body: { error: { code: 'route_not_found' } } },
      path,
    );
  for (const [method, path, allow] of [
    ['PUT', '/api/v1/agents', 'GET, POST, PATCH, DELETE'],
    ['DELETE', '/api/v1/voice/calls/batch', 'POST'],
    ['PATCH', '/api/v1/contacts/categories', 'GET, POST, DELETE'],
    ['POST', '/api/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['OPTIONS', `/api/v1/contacts/${CONTACT}`, 'GET, PATCH'],
  ] as const) {
    const answer = await ask(under, method, path);
    t.match(answer, { status: 405, body: { error: { code: 'method_not_allowed' } } }, `${method} ${path}`);
    t.equal(answer.headers.get('allow'), allow);
  }
  t.match(await ask(under, 'GET', `/api/v1/%61gents?${q}`), { status: 404 }, 'paths are compared as sent');
});

t.test('an answer to HEAD has no body, and closes the connection', async (t) => {
  const under = await startGateway(t);
  const { socket, heard, closed } = await rawConnection(t, under.gateway.port);
  socket.write('HEAD /api/v1/agents HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('the first answer', () => heard().includes('\r\n\r\n'));
  t.match(heard(), /^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  t.match(heard(), /\r\nContent-Length: [1-9]\d*\r\n/);
  t.match(heard(), /\r\n\r\n$/);
  t.match(heard(), 'Connection: close');
  await closed;
});

t.test('a body in pieces and a chunked body are read', async (t) => {
  const under = await startGateway(t);
  const body = JSON.stringify({ businessId: BUSINESS, name: 'Ünïcode 語' });
  const bytes = Buffer.from(body);
  const head = (length: string, key: string): string =>
    `POST /api/v1/contacts/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\n` +
    `Content-Type: application/json\r\nIdempotency-Key: ${key}\r\n${length}\r\n\r\n`;
  const pieces = await rawConnection(t, under.gateway.port);
  pieces.socket.setNoDelay(true);
  pieces.socket.write(head(`Content-Length: ${bytes.length}`, 'pieces'));
  for (const byte of bytes) {
    pieces.socket.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  await until('an answer', () => pieces.heard().includes('"ok":true'));
  t.match(pieces.heard(), /^HTTP\/1\.1 201 Created/);

  const chunked = await rawConnection(t, under.gateway.port);
  chunked.socket.write(head('Transfer-Encoding: chunked', 'chunked'));
  for (const at of [0, 17])
    chunked.socket.write(
      Buffer.concat([
        Buffer.from(`${(at === 0 ? 17 : bytes.length - 17).toString(16)}\r\n`),
        at === 0 ? bytes.subarray(0, 17) : bytes.subarray(17),
        Buffer.from('\r\n'),
      ]),
    );
  chunked.socket.write('0\r\n\r\n');
  await until('an answer', () => chunked.heard().includes('"ok":true'));
  t.same(under.operations.performed, ['createContactCategory pieces', 'createContactCategory chunked']);
});

t.test('a client that disconnects in the middle of its body leaves nothing behind', async (t) => {
  const under = await startGateway(t);
  const { socket } = await rawConnection(t, under.gateway.port);
  socket.write(
    `POST /api/v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"businessId"',
  );
  await until('the request is in flight', async () => (await inFlight(under)) === 1);
  socket.destroy();
  await until('the request is forgotten', async () => (await inFlight(under)) === 0);
  t.match(await under.registry.metrics(), /operation="createAgent",status="499"/);
  await under.gateway.close();
});

t.test('a request is finished although its client disconnects', async (t) => {
  const under = await startGateway(t);
  let go = (): void => undefined;
  under.operations.next({
    wait: new Promise((resolve) => {
      go = resolve;
    }),
  });
  const body = JSON.stringify({ businessId: BUSINESS, name: 'Leads' });
  const { socket } = await rawConnection(t, under.gateway.port);
  socket.write(
    `POST /api/v1/contacts/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\nIdempotency-Key: left\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until('the request is in flight', async () => (await inFlight(under)) === 1);
  socket.destroy();
  go();
  await until('the request is done', async () => (await inFlight(under)) === 0);
  t.same(under.operations.performed, ['createContactCategory left']);
  const again = await ask(
    under,
    'POST',
    '/api/v1/contacts/categories',
    { businessId: BUSINESS, name: 'Leads' },
    { 'idempotency-key': 'left' },
  );
  t.equal(again.headers.get('idempotency-replayed'), 'true');
});

t.test('an endless body is refused, and its connection closed', async (t) => {
  const under = await startGateway(t);
  const { socket, heard } = await rawConnection(t, under.gateway.port);
  socket.write(
    `POST /api/v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n',
  );
  const block = Buffer.alloc(64 * 1024, 0x20);
  let sent = 0;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  while (!heard().includes('body_too_large') && sent < 64 * 1024 * 1024) {
    sent += block.length;
    if (!socket.write(block))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    if (socket.destroyed) break;
  }
  await closed;
  t.ok(sent < 32 * 1024 * 1024, `after ${sent} bytes`);
  await until('the request is forgotten', async () => (await inFlight(under)) === 0);
  // The answer may be lost if the connection is closed with unread bytes.
  t.match(await under.registry.metrics(), /operation="createAgent",status="413"/);
  const large = await ask(under, 'POST', '/api/v1/agents', { padding: 'x'.repeat(5 * 1024 * 1024) });
  t.match(large, { status: 413, body: { error: { code: 'body_too_large' } } }, 'a whole body is answered');
});

t.test('a body in a hundred thousand pieces is not accepted', async (t) => {
  const under = await startGateway(t);
  const { socket, heard } = await rawConnection(t, under.gateway.port);
  socket.write(
    `POST /api/v1/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\n` +
      'Idempotency-Key: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('1\r\n \r\n'.repeat(100_000));
  await closed;
  t.equal(heard(), '');
  await until('the request is forgotten', async () => (await inFlight(under)) === 0);
  t.match(await under.registry.metrics(), /operation="createAgent",status="499"/);
});

t.test('repeated headers are one value', async (t) => {
  const under = await startGateway(t);
  const { socket, heard } = await rawConnection(t, under.gateway.port);
  const body = JSON.stringify({ businessId: BUSINESS, name: 'Leads' });
  socket.write(
    `POST /api/v1/contacts/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\n` +
      'Idempotency-Key: a\r\nIdempotency-Key: b\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until('an answer', () => heard().includes('idempotency_key_invalid'));
  t.same(under.operations.performed, []);
});

t.test('an unexpected error shows the client no details, and is logged in full', async (t) => {
  const under = await startGateway(t);
  const body = { businessId: BUSINESS, name: 'Leads' };
  const key = { 'idempotency-key': 'boom' };
  under.operations.next({ error: new Error('ORA-600 at 10.0.0.7') });
  const failed = await ask(under, 'POST', '/api/v1/contacts/categories', body, key);
  t.match(failed, { status: 500, body: { error: { code: 'internal', retryable: true } } });
  t.notMatch(JSON.stringify(failed.body), 'ORA-600');
  const line = under.logged.find((entry) => entry.includes('ORA-600'));
  t.match(line, `"requestId":"${failed.headers.get('x-request-id')}"`);
  t.match(line, '"event":"request.failed"');

  const cause = new Error('no stream at 10.0.0.8');
  under.operations.next({ error: refusedBecause('journal_unavailable', cause) });
  const unavailable = await ask(under, 'POST', '/api/v1/contacts/categories', body, key);
  t.match(unavailable, { status: 503, body: { error: { code: 'journal_unavailable', retryable: true } } });
  t.equal(unavailable.headers.get('retry-after'), '1');
  t.notMatch(JSON.stringify(unavailable.body), '10.0.0.8');
  const why = under.logged.find((entry) => entry.includes('10.0.0.8'));
  t.match(why, `"requestId":"${unavailable.headers.get('x-request-id')}"`);
  t.match(why, '"event":"request.unavailable"');
  t.match(
    await ask(under, 'POST', '/api/v1/contacts/categories', body, key),
    { status: 201 },
    'neither answer was stored',
  );

  for (const code of Object.keys(ERRORS).filter(isErrorCode).filter(isRetryable)) {
    under.operations.next({ error: new DomainError(code) });
    const again = { 'idempotency-key': `again-${code}` };
    const passing = await ask(under, 'POST', '/api/v1/contacts/categories', body, again);
    t.match(passing, { status: statusOf(code), body: { error: { code, retryable: true } } });
    const later = await ask(under, 'POST', '/api/v1/contacts/categories', body, again);
    t.equal(later.status, 201, `${code} is not stored`);
  }

  under.operations.next({ error: new DomainError('category_exists') });
  const other = { 'idempotency-key': 'refused' };
  const refused = await ask(under, 'POST', '/api/v1/contacts/categories', body, other);
  t.match(refused, { status: 409, body: { error: { code: 'category_exists', retryable: false } } });
  const replayed = await ask(under, 'POST', '/api/v1/contacts/categories', body, other);
  t.equal(
    replayed.headers.get('idempotency-replayed'),
    'true',
    'a refusal that a retry cannot change is stored',
  );
  t.equal(replayed.status, 409);
});

t.test('a batch is accepted, partly accepted, refused or unavailable', async (t) => {
  const under = await startGateway(t);
  const start = (contactIds: readonly string[], key: string): Promise<Answer> =>
    ask(
      under,
      'POST',
      '/api/v1/voice/calls/batch',
      { businessId: BUSINESS, agentId: AGENT, contactIds },
      { 'idempotency-key': key },
    );
  t.match(await start([CONTACT, BLOCKED_CONTACT], 'partly'), {
    status: 202,
    body: {
      ok: true,
      data: {
        accepted: [{ contactId: CONTACT }],
        failures: [{ contactId: BLOCKED_CONTACT, error: { code: 'contact_blocked', retryable: false } }],
      },
    },
  });
  const refused = await start([BLOCKED_CONTACT, UNKNOWN_ID], 'refused');
  t.match(refused, {
    status: 422,
    body: { ok: false, error: { code: 'contact_blocked' }, data: { accepted: [] } },
  });
  t.equal(refused.body.data?.failures?.length, 2, 'a reason for every contact');
  t.equal(
    (await start([BLOCKED_CONTACT, UNKNOWN_ID], 'refused')).headers.get('idempotency-replayed'),
    'true',
  );
  t.match(await start([UNKNOWN_ID], 'unavailable'), { status: 503, body: { ok: false } });
  const again = await start([UNKNOWN_ID], 'unavailable');
  t.equal(again.headers.get('idempotency-replayed'), null, 'an answer that a retry can change is not stored');
});

t.test('a queued call is cancelled at once, and an unknown record is looked up again', async (t) => {
  const under = await startGateway(t);
  const key = { 'idempotency-key': 'k' };
  t.match(await ask(under, 'DELETE', `/api/v1/voice/calls/${QUEUED_CALL}?${q}`, undefined, key), {
    status: 200,
    body: { data: { status: 'cancelled' } },
  });
  t.match(await ask(under, 'GET', `/api/v1/voice/calls/${QUEUED_CALL}/transcript?${q}`), {
    status: 404,
    body: { error: { code: 'transcript_not_found' } },
  });
  t.equal(under.views.caughtUp(), 0);
  t.match(await ask(under, 'GET', `/api/v1/voice/calls/${UNKNOWN_ID}?${q}`), { status: 404 });
  t.equal(under.views.caughtUp(), 1, 'a miss catches up once');
  under.views.appearOnCatchUp(UNKNOWN_ID);
  t.match(await ask(under, 'GET', `/api/v1/contacts/${UNKNOWN_ID}?${q}`), { status: 200 }, 'and reads again');
});

t.test('a leap second is refused', async (t) => {
  const under = await startGateway(t);
  t.match(await ask(under, 'GET', `/api/v1/voice/calls?${q}&to=2016-12-31T23:59:60Z`), {
    status: 400,
    body: { error: { code: 'validation_failed', details: [{ path: 'to' }] } },
  });
});

t.test('a refusal before the body is read leaves the connection usable', async (t) => {
  const under = await startGateway(t);
  const { socket, heard } = await rawConnection(t, under.gateway.port);
  socket.write(
    'POST /api/v1/agents HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n',
  );
  await until('a refusal', () => heard().includes('api_key_missing'));
  socket.write('x'.repeat(200_000));
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('the next answer', () => heard().endsWith('ok'));
});

t.test('an assignment requires channels:write', async (t) => {
  const under = await startGateway(t);
  const { apiKey } = under.views.newKey(['agents:write']);
  const body = { businessId: BUSINESS, channel: 'whatsapp', name: 'Ann', instructions: 'Help.' };
  const create = (assignment: object | null, key: string): Promise<Answer> =>
    ask({ ...under, apiKey }, 'POST', '/api/v1/agents', { ...body, assignment }, { 'idempotency-key': key });
  t.match(await create({ phoneNumberId: '1' }, 'a'), {
    status: 403,
    body: { error: { code: 'scope_missing', message: /channels:write/ } },
  });
  t.match(await create(null, 'b'), { status: 201 });
});

t.test('each key has its own limit', async (t) => {
  let clock = 1_000_000;
  const under = await startGateway(t, { now: () => clock, rateLimit: { perSecond: 2, burst: 3 } });
  const list = (apiKey: string): Promise<Answer> => ask({ ...under, apiKey }, 'GET', `/api/v1/agents?${q}`);
  const statuses = async (count: number): Promise<readonly number[]> => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await list(under.apiKey)).status);
    return seen;
  };
  t.same(await statuses(4), [200, 200, 200, 429]);
  const refused = await list(under.apiKey);
  t.match(refused, { body: { error: { code: 'rate_limited', retryable: true } } });
  t.equal(refused.headers.get('retry-after'), '1');
  t.equal(refused.headers.get('ratelimit-limit'), '3');
  t.equal(refused.headers.get('ratelimit-remaining'), '0');
  t.equal(refused.headers.get('ratelimit-reset'), '2');
  t.equal((await list(under.views.newKey().apiKey)).status, 200, 'another key is not limited');
  clock += 1_000;
  t.same(await statuses(3), [200, 200, 429]);
  clock -= 500_000;
  t.same(await statuses(1), [429], 'the clock was set back');
  clock += 1_000;
  t.same(await statuses(3), [200, 200, 429]);
});

t.test('many connections are served at once', async (t) => {
  const under = await startGateway(t);
  const statuses = await Promise.all(
    Array.from(
      { length: 200 },
      (_, index) =>
        new Promise<number>((resolve, reject) => {
          const body = JSON.stringify({
            businessId: BUSINESS,
            name: 'n',
            mobile: '+14155552671',
            categoryIds: [CATEGORY],
          });
          const request = httpRequest(`${under.url}/api/v1/contacts`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${under.apiKey}`,
              'content-type': 'application/json',
              'content-length': body.length,
              'idempotency-key': `key-${index}`,
            },
          });
          request.on('response', (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          });
          request.on('error', reject);
          request.end(body);
        }),
    ),
  );
  t.same(new Set(statuses), new Set([201]));
  t.equal(new Set(under.operations.performed).size, 200);
});
