/** Clients that write or read slowly, or not at all: each has a deadline, and costs little memory meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { type RawConnection, rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import { type GatewayUnderTest, startGateway } from '../gateway-under-test.js';

/** uWebSockets gives a connection ten seconds for its next request or 160 KiB of its body, and checks every four. */
const DEADLINE_MS = 16_000;
const DOCUMENT = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

const answers = async ({ registry }: GatewayUnderTest): Promise<number> => {
  const total = await registry.getSingleMetric('parley_http_requests_total')?.get();
  return total?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
};

const inFlight = async ({ registry }: GatewayUnderTest): Promise<number> => {
  const metric = await registry.getSingleMetric('parley_http_requests_in_flight')?.get();
  return metric?.values[0]?.value ?? 0;
};

/** Requests the document and reads nothing, until an answer no longer fits into the sockets. */
const fill = async (under: GatewayUnderTest, { socket, closedAfter }: RawConnection): Promise<number> => {
  socket.pause();
  let requested = 0;
  while (requested < 100 && (await inFlight(under)) === 0 && closedAfter() === null) {
    const before = await answers(under);
    socket.write(DOCUMENT);
    requested += 1;
    await Promise.race([
      until('the request is answered', async () => (await answers(under)) > before),
      delay(500, undefined, { ref: false }),
    ]);
  }
  return requested;
};

t.test(
  'a head or a body that never ends is abandoned in time, whatever drips in',
  { timeout: 60_000 },
  async (t) => {
    const under = await startGateway(t);
    const post =
      `POST /api/v1/contacts/categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${under.apiKey}\r\n` +
      'Content-Type: application/json\r\nIdempotency-Key: k\r\n';
    const drips: readonly (readonly [string, string, string])[] = [
      ['nothing', '', ''],
      ['a head', 'GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'],
      ['empty lines', '\r\n', '\r\n'],
      ['a body', `${post}Content-Length: 100000\r\n\r\n{`, ' '],
      ['a body that never arrives', `${post}Content-Length: 100000\r\n\r\n{`, ''],
      ['chunks', `${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
      [
        'a body that is refused',
        'POST /api/v1/agents HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{',
        ' ',
      ],
      ['an unrouted body', 'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{', ' '],
      [
        'a webhook',
        'POST /channels/whatsapp/webhook HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{',
        ' ',
      ],
      ['an idle connection', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''],
    ];
    const connections = await Promise.all(
      drips.map(async ([what, first, drop]) => {
        const connection = await rawConnection(t, under.gateway.port);
        connection.socket.write(first);
        const dripping = setInterval(() => {
          if (!connection.socket.destroyed) connection.socket.write(drop);
        }, 700);
        void connection.closed.then(() => clearInterval(dripping));
        return { what, connection };
      }),
    );
    await Promise.all(connections.map(({ connection }) => connection.closed));
    for (const { what, connection } of connections)
      t.ok((connection.closedAfter() ?? 0) < DEADLINE_MS, `${what}: ${connection.closedAfter()} ms`);
    await until('all requests are forgotten', async () => (await inFlight(under)) === 0);
    t.same(under.operations.performed, []);
  },
);

const connectionOf = (t: Lifetime, under: GatewayUnderTest): Promise<RawConnection> =>
  rawConnection(t, under.gateway.port);

t.test('a client that keeps requesting and reads nothing costs little memory and time', async (t) => {
  const under = await startGateway(t);
  const before = process.memoryUsage.rss();
  const began = performance.now();
  const greedy = await Promise.all(Array.from({ length: 10 }, () => connectionOf(t, under)));
  for (const { socket } of greedy) {
    socket.pause();
    socket.write(DOCUMENT.repeat(200));
  }
  await until(
    'the clients are turned away',
    async () => (await answers(under)) >= 10 && (await inFlight(under)) === 0,
  );
  t.ok((await answers(under)) <= 20, `${await answers(under)} answers for 2,000 requests`);
  t.ok(performance.now() - began < 10_000, 'at once');
  const grown = process.memoryUsage.rss() - before;
  t.ok(grown < 100_000_000, `${grown} bytes`);
});

t.test('an answer that its client reads late arrives whole', async (t) => {
  const under = await startGateway(t);
  const document = Buffer.from(await (await fetch(`${under.url}/api/v1/openapi.json`)).arrayBuffer());
  const connection = await connectionOf(t, under);
  const requested = await fill(under, connection);
  t.equal(await inFlight(under), 1, 'the last answer waits for its reader');
  connection.socket.resume();
  await until('the answer is sent', async () => (await inFlight(under)) === 0);
  const whole = document.toString('latin1');
  await until('the answer has arrived', () => connection.heard().endsWith(whole));
  t.equal(connection.heard().split(whole).length - 1, requested, 'every answer arrives whole');
});

t.test(
  'an unread answer is abandoned in time, and a further request ends it at once',
  { timeout: 90_000 },
  async (t) => {
    const under = await startGateway(t);
    const [patient, pushing] = [await connectionOf(t, under), await connectionOf(t, under)];
    await fill(under, patient);
    pushing.socket.pause();
    for (let index = 0; index < 100 && pushing.closedAfter() === null; index += 1) {
      pushing.socket.write(DOCUMENT);
      await delay(20);
    }
    pushing.socket.resume();
    await pushing.closed;
    // A paused socket does not notice its end; the service has released it once nothing is in flight.
    await until('the answer is abandoned', async () => (await inFlight(under)) === 0, 70_000);
    t.match(await under.registry.metrics(), /parley_http_requests_in_flight 0/);
  },
);
