/** Reads with a validator: a client with a current copy gets 304, and shared caches keep nothing of a tenant. */
import type { HttpResponse } from 'uWebSockets.js';
import t from 'tap';
import { bodyPieces } from '../../../gateway/http/body-pieces.js';
import {
  expectedTags,
  matchesValidator,
  strongValidatorOf,
  validatorOf,
} from '../../../gateway/http/conditional.js';
import type { Reply } from '../../../gateway/http/envelope.js';
import { send } from '../../../gateway/http/http.js';
import { renderReply } from '../../../gateway/http/read-answer.js';
import { isConditional } from '../../../gateway/route.js';
import { stub } from '../../../testkit/stub.js';
import { CASES } from '../cases/all.js';
import { CONTACT, UNKNOWN_ID } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { ask, q } from '../requests.js';

const read = async (url: string, headers: Readonly<Record<string, string>>) => {
  const response = await fetch(url, { headers });
  const header = (name: string): string | null => response.headers.get(name);
  return { status: response.status, header, text: await response.text() };
};

t.test('every read has a validator, and a current copy gets 304', async (t) => {
  const { gateway, url, apiKey } = await startGateway(t);
  const authorization = `Bearer ${apiKey}`;
  const routes = gateway.routes.filter((route) => isConditional(route) && route.sessionOnly !== true);
  t.ok(routes.length > 15);
  for (const { operationId, public: isPublic = false, tagged = false } of routes) {
    const address = `${url}${CASES[operationId]?.path}`;
    const first = await read(address, { authorization });
    const etag = first.header('etag') ?? '';
    t.match(etag, tagged ? /^"\w+-[\w-]{22}"$/ : /^W\/"[\w-]{22}"$/, operationId);
    t.match([first.status, first.header('cache-control')], [200, 'private, no-cache']);
    const again = await read(address, { authorization, 'if-none-match': etag });
    // Links that are signed for an answer differ each time.
    if (again.status === 200) t.not(again.header('etag'), etag, operationId);
    else {
      t.match(
        [again.status, again.text, again.header('etag'), again.header('cache-control')],
        [304, '', etag, 'private, no-cache'],
        operationId,
      );
      t.ok(again.header('x-request-id'), 'it has a request id like other answers');
      t.equal(again.header('ratelimit-remaining') === null, isPublic);
    }
    const other = await read(address, { authorization, 'if-none-match': 'W/"other"' });
    t.same([other.status, other.header('content-type')], [200, 'application/json; charset=utf-8']);
  }
});

t.test('a connection stays usable after 304', async (t) => {
  const under = await startGateway(t);
  const authorization = `Bearer ${under.apiKey}`;
  const address = `${under.url}/api/v1/contacts?${q}`;
  for (let round = 0; round < 3; round += 1)
    t.equal((await read(address, { authorization, 'if-none-match': '*' })).status, 304);
  t.equal((await read(address, { authorization })).status, 200);
});

t.test('refused requests stay refused, whatever copy they name', async (t) => {
  const under = await startGateway(t);
  const copy = { 'if-none-match': '*' };
  const path = `/api/v1/contacts?${q}`;
  const refusals = [
    await ask(under, 'GET', path, undefined, { ...copy, authorization: '' }),
    await ask(under, 'GET', `/api/v1/contacts?businessId=${UNKNOWN_ID}`, undefined, copy),
    await ask(under, 'GET', `${path}&limit=0`, undefined, copy),
    await ask(under, 'GET', `/api/v1/contacts/${UNKNOWN_ID}?${q}`, undefined, copy),
  ];
  t.same(
    refusals.map(({ status, headers }) => [status, headers.get('etag'), headers.get('cache-control')]),
    [401, 403, 400, 404].map((status) => [status, null, 'no-store']),
  );
});

t.test('answers to changes and answers with secrets are not stored', async (t) => {
  const { gateway, url, apiKey } = await startGateway(t);
  const response = await fetch(`${url}/api/v1/contacts/${CONTACT}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'k',
      'if-none-match': '*',
    },
    body: JSON.stringify(CASES.updateContact?.body),
  });
  t.same([response.status, response.headers.get('cache-control')], [200, 'no-store']);
  t.equal(response.headers.get('etag'), null);
  const session = gateway.routes.find(({ operationId }) => operationId === 'readSession');
  t.notOk(session === undefined || isConditional(session), 'it contains a CSRF token');
});

t.test('a validator depends on the data only', (t) => {
  const tagOf = (json: readonly string[], requestId: string): string | undefined =>
    renderReply({
      status: 200,
      headers: {},
      body: '',
      read: { json, requestId, ifNoneMatch: undefined },
    }).headers.ETag;
  t.equal(tagOf(['{"a":', '1}'], 'one'), tagOf(['{"a":1}'], 'other'), 'not on the pieces or the request');
  t.not(tagOf(['{"a":1}'], 'one'), tagOf(['{"a":2}'], 'one'));
  t.equal(tagOf(['{"a":"é💥"}'], 'one'), validatorOf(Buffer.from('{"a":"é💥"}')));
  t.end();
});

t.test('If-None-Match names a validator in any of its forms', (t) => {
  const tag = validatorOf(Buffer.from('x'));
  for (const [named, header] of [
    [false, undefined],
    [false, ''],
    [false, 'x'],
    [false, tag.slice(3, -1)],
    [false, `${tag.slice(0, -2)}"`],
    [false, '"*"'],
    [true, '*'],
    [true, ' * '],
    [true, tag],
    [true, tag.slice(2)],
    [true, `"a", ${tag}`],
    [true, `W/"a,b",${tag},"c"`],
    [true, `"a" ${tag}`],
  ] as const)
    t.equal(matchesValidator(header, tag), named, String(header));
  t.end();
});

t.test('the unsent rest of an answer survives when its memory is reused', async (t) => {
  const answer = (json: string): Reply =>
    renderReply({
      status: 200,
      headers: {},
      body: '',
      read: { json: [json], requestId: 'r', ifNoneMatch: undefined },
    });
  const text = JSON.stringify('slow'.repeat(50));
  const whole = answer(text).bytes?.toString() ?? '';
  const taken: string[] = [];
  let room = 10;
  let offset = 0;
  const writable: (() => void)[] = [];
  const res: HttpResponse = stub<HttpResponse>({
    cork: (work) => {
      work();
      return res;
    },
    writeStatus: () => res,
    writeHeader: () => res,
    getWriteOffset: () => offset,
    onWritable: (handler) => {
      writable.push(() => void handler(offset));
      return res;
    },
    tryEnd: (chunk, total) => {
      const bytes = Buffer.from(
        typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array),
      ).subarray(0, room);
      taken.push(bytes.toString());
      offset += bytes.length;
      return [offset === total, offset === total];
    },
  });
  const connection = {
    res,
    body: bodyPieces(res, () => false),
    headOnly: false,
    isHttps: false,
    isGone: () => false,
    onGone: () => undefined,
    stopReading: () => undefined,
    isReading: () => true,
  };
  const sent = send(connection, answer(text));
  answer(JSON.stringify('x'.repeat(300)));
  room = whole.length;
  for (const go of writable) go();
  await sent;
  t.equal(taken.join(''), whole);
});

t.test('a conditional change names tags by strong validators', (t) => {
  const etag = strongValidatorOf('7', Buffer.from('{}'));
  t.match(etag, /^"7-[\w-]{22}"$/);
  t.same(expectedTags(etag), ['7']);
  t.same(expectedTags('"d3"'), ['d3'], 'the hash may be left out');
  t.same(expectedTags(`"6-x", ${etag}`), ['6', '7'], 'one of several');
  for (const unconditional of [undefined, '*', ' * ']) t.equal(expectedTags(unconditional), null);
  for (const unmatched of ['', '7', `W/${etag}`, 'W/"7"', '"7 8"', '""'])
    t.same(expectedTags(unmatched), [], `${unmatched} matches no version`);
  t.end();
});
