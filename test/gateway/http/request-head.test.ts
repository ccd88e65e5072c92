/** Requests with an odd line or odd headers: each is answered clearly or closed in time, and none is misread. */
import t from 'tap';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { type RawConnection, rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS } from '../fakes/ids.js';
import { type GatewayUnderTest, startGateway } from '../gateway-under-test.js';

/** uWebSockets gives a connection ten seconds for its next request, and checks every four. */
const NATIVE_CLOSE_MS = 16_000;

const body = JSON.stringify({ businessId: BUSINESS, name: 'Leads' });
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
/** A request that an attacker tries to smuggle in as the request of another client. */
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

let lastKey = 0;
const post = ({ apiKey }: GatewayUnderTest, headers: string, content: string): string => {
  lastKey += 1;
  return (
    `POST /api/v1/contacts/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n` +
    `Content-Type: application/json\r\nIdempotency-Key: k${lastKey}\r\n${headers}\r\n${content}`
  );
};
const get = (path: string, headers = 'Host: a\r\n', method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\n${headers}\r\n`;

const say = async (t: Lifetime, { gateway }: GatewayUnderTest, text: string): Promise<RawConnection> => {
  const connection = await rawConnection(t, gateway.port);
  connection.socket.write(Buffer.from(text, 'latin1'));
  return connection;
};

/** Statuses of all answers so far, without 100 Continue. */
const statuses = ({ heard }: RawConnection): readonly string[] =>
  [...heard().matchAll(/HTTP\/1\.1 (\d{3})/g)]
    .map(([, status = '']) => status)
    .filter((status) => status !== '100');

const answered = async (connection: RawConnection): Promise<string> => {
  await until(
    'an answer or the end',
    () => statuses(connection).length > 0 || connection.closedAfter() !== null,
  );
  return statuses(connection)[0] ?? 'closed';
};

t.test('a request with an ambiguous end is refused, and its connection closed', async (t) => {
  const under = await startGateway(t);
  const length = `Content-Length: ${body.length}\r\n`;
  const longer = `Content-Length: ${body.length + SMUGGLED.length}\r\n`;
  for (const [what, headers, content] of [
    ['one length twice', length + length, body],
    ['two lengths, the longer one last', length + longer, body],
    ['two lengths, the shorter one last', longer + length, body],
    ['a length of zero and another length', `Content-Length: 0\r\n${length}`, body],
    ['a list of lengths', `Content-Length: ${body.length}, ${body.length}\r\n`, body],
    ['a negative length', `Content-Length: -${body.length}\r\n`, body],
    ['a length with a sign', `Content-Length: +${body.length}\r\n`, body],
    ['a length in hex', `Content-Length: 0x${body.length.toString(16)}\r\n`, body],
    ['a length in two words', 'Content-Length: 1 2\r\n', body],
    ['a length beyond 64 bits', 'Content-Length: 18446744073709551617\r\n', body],
    ['an empty length', 'Content-Length: \r\n', body],
    ['a length and chunks', `${length}Transfer-Encoding: chunked\r\n`, chunked],
    ['chunks and a length', `Transfer-Encoding: chunked\r\n${length}`, chunked],
    ['another encoding', 'Transfer-Encoding: xchunked\r\n', chunked],
    ['two encodings', 'Transfer-Encoding: gzip, chunked\r\n', chunked],
    ['encodings twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', chunked],
    ['identity as the encoding', 'Transfer-Encoding: identity\r\n', body],
    ['a chunk without a size', 'Transfer-Encoding: chunked\r\n', `zz\r\n${body}\r\n0\r\n\r\n`],
    ['a negative chunk', 'Transfer-Encoding: chunked\r\n', `-5\r\n${body}\r\n0\r\n\r\n`],
    [
      'a chunk size that is beyond 64 bits',
      'Transfer-Encoding: chunked\r\n',
      `${'f'.repeat(20)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ] as const) {
    const alone = await say(t, under, post(under, headers, content));
    // uWebSockets itself answers 505 to what it cannot read as HTTP/1.1.
    t.match(await answered(alone), /^(400|505)$/, what);
    await until('the connection of the refused request is closed', () => alone.closedAfter() !== null);
    const followed = await say(t, under, post(under, headers, content) + SMUGGLED);
    await until('the connection is closed', () => followed.closedAfter() !== null);
    t.notMatch(followed.heard(), /HTTP\/1\.1 200/, `${what}: the rest is not read as a request`);
  }
  t.same(under.operations.performed, []);
});

t.test('a request that follows a refused request later is not read either', async (t) => {
  const under = await startGateway(t);
  const refused = post(under, `Content-Length: ${body.length}\r\nContent-Length: 1\r\n`, body);
  for (let pause = 0; pause < 20; pause += 1) {
    const { socket, ...connection } = await say(t, under, refused);
    for (let turn = 0; turn < pause; turn += 1) await new Promise(setImmediate);
    socket.write(SMUGGLED);
    await connection.closed;
    t.notMatch(connection.heard(), /HTTP\/1\.1 200/, `${pause} turns later`);
  }
});

t.test('odd hosts, methods, addresses and sizes get their statuses', async (t) => {
  const under = await startGateway(t);
  const key = `Host: a\r\nAuthorization: Bearer ${under.apiKey}\r\n`;
  const q = `businessId=${BUSINESS}`;
  for (const [what, text, expected] of [
    ['no host', get('/healthz', 'X: y\r\n'), '400'],
    ['an empty host', get('/healthz', 'Host: \r\n'), '400'],
    ['two hosts', get('/healthz', 'Host: a\r\nHost: b\r\n'), '400'],
    ['an invalid host', get('/healthz', 'Host: a/b\r\n'), '400'],
    ['an older version', 'GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n', '505'],
    ['a newer version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '505'],
    ['no version', 'GET /healthz\r\n\r\n', '505'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '505'],
    ['a whole address', get('http://elsewhere/healthz'), '505'],
    ['a proxy request', get('a:443', undefined, 'CONNECT'), '505'],
    ['a space in the path', get('/health z'), '505'],
    ['a zero byte in the path', get('/health\0z'), '505'],
    ['a method in small letters', get('/healthz', undefined, 'get'), '405'],
    ['an unknown method', get('/healthz', undefined, 'BREW'), '405'],
    ['TRACE', get('/healthz', undefined, 'TRACE'), '405'],
    ['a long method', get('/healthz', undefined, 'A'.repeat(3_000)), '405'],
    ['a longer method', get('/healthz', undefined, 'A'.repeat(20_000)), '405'],
    ['a long path', get(`/${'a'.repeat(9_000)}`), '414'],
    ['a long query', get(`/api/v1/agents?${q}&x=${'a'.repeat(9_000)}`, key), '414'],
    ['a header of 17 KiB', get('/healthz', `Host: a\r\nX: ${'y'.repeat(17_000)}\r\n`), '431'],
    ['3,000 headers', get('/healthz', `Host: a\r\n${'X: y\r\n'.repeat(3_000)}`), '431'],
    ['90 headers', get('/healthz', `Host: a\r\n${'X: y\r\n'.repeat(90)}`), '200'],
    ['bytes in a header that are not text', get('/healthz', 'Host: a\r\nX: \xff\xfe\r\n'), '200'],
    ['an encoded zero byte in the path', get(`/api/v1/contacts/%00?${q}`, key), '400'],
    ['bytes in the path that are not text', get(`/api/v1/contacts/%ff?${q}`, key), '404'],
    ['a percent sign in the path', get(`/api/v1/contacts/%zz?${q}`, key), '404'],
    ['raw bytes in the path', get(`/api/v1/contacts/\xff\xfe?${q}`, key), '400'],
    ['an encoded zero byte in the query', get(`/api/v1/agents?${q}&agentId=%00`, key), '400'],
    ['bytes in the query that are not text', get(`/api/v1/contacts?${q}&search=%ff`, key), '400'],
    ['a percent sign in the query', get(`/api/v1/contacts?${q}&search=100%`, key), '400'],
    ['a parameter twice', get(`/api/v1/agents?${q}&${q}`, key), '400'],
    ['a parameter named like a prototype', get(`/api/v1/agents?${q}&__proto__=1`, key), '400'],
    ['1,000 parameters', get(`/api/v1/agents?${q}${'&a=1'.repeat(1_000)}`, key), '400'],
    ['a body on GET', `${get('/healthz', 'Host: a\r\nContent-Length: 5\r\n')}hello`, '200'],
    [
      'a chunked body on GET',
      `${get('/healthz', 'Host: a\r\nTransfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n`,
      '200',
    ],
    [
      'a body after 100 Continue',
      post(under, `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`, body),
      '201',
    ],
    [
      'an upgrade where there is no WebSocket',
      get('/healthz', 'Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'),
      '200',
    ],
  ] as const)
    t.equal(await answered(await say(t, under, text)), expected, what);
});

t.test('a body on GET is not read as the next request', async (t) => {
  const under = await startGateway(t);
  const connection = await say(t, under, `${get('/healthz', 'Host: a\r\nContent-Length: 33\r\n')}`);
  await until('the first answer', () => statuses(connection).length === 1);
  connection.socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  connection.socket.write(SMUGGLED);
  await until('the second answer', () => statuses(connection).length === 2);
  t.match(connection.heard(), /ok$/);
  t.notMatch(connection.heard(), /ready$/m);
});

t.test(
  'a flood of requests that do not wait for answers loses its connections, and few are processed',
  async (t) => {
    const under = await startGateway(t);
    const began = performance.now();
    const flood = await Promise.all(Array.from({ length: 10 }, () => say(t, under, SMUGGLED.repeat(10_000))));
    await Promise.all(flood.map(({ closed }) => closed));
    t.ok(performance.now() - began < 5_000, 'at once');
    const total = await under.registry.getSingleMetric('parley_http_requests_total')?.get();
    const processed = total?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
    t.ok(processed <= 40, `${processed} of 100,000 were processed`);
  },
);

t.test(
  'a request that uWebSockets cannot read reaches no route, and its connection is closed in time',
  { timeout: 60_000 },
  async (t) => {
    const under = await startGateway(t);
    const length = `Content-Length: ${body.length}\r\n`;
    const silent = await Promise.all(
      Object.entries({
        'a folded header': post(under, `X-A: 1\r\n folded: 2\r\n${length}`, body),
        'a length that is folded away': post(under, `X-A: 1\r\n Content-Length: 5\r\n${length}`, body),
        'a space before the colon': post(under, `Content-Length : ${body.length}\r\n`, body),
        'no colon': post(under, `Foo\r\n${length}`, body),
        'a lone line feed': post(under, `X: y\nZ: 1\r\n${length}`, body),
        'a lone carriage return': post(under, `X: y\rZ: 1\r\n${length}`, body),
        'a zero byte in a header': post(under, `X: y\0z\r\n${length}`, body),
        'a name with a bracket': post(under, `X(y): z\r\n${length}`, body),
        'a name with an underscore': post(under, `Content_Length: 3\r\n${length}`, body),
        'no headers at all': 'GET /healthz HTTP/1.1\r\n\r\n',
        '200 short headers': get('/healthz', `Host: a\r\n${'X: y\r\n'.repeat(200)}`),
        'a chunk with an extension': post(
          under,
          'Transfer-Encoding: chunked\r\n',
          chunked.replace('\r\n', ';a=b\r\n'),
        ),
      }).map(async ([what, text]) => ({ what, connection: await say(t, under, text) })),
    );
    await Promise.all(silent.map(({ connection }) => connection.closed));
    for (const { what, connection } of silent) {
      t.ok((connection.closedAfter() ?? 0) < NATIVE_CLOSE_MS, what);
      t.notMatch(connection.heard(), /HTTP\/1\.1 [25]/, what);
    }
    t.same(under.operations.performed, []);
  },
);
