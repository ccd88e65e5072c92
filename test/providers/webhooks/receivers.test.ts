/** What keeps a webhook from being accepted has a stable name, seen through real sockets, TLS and names. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { MAX_RETRY_AFTER_MS } from '../../../providers/webhooks/sender.js';
import { createAuthority, type TestAuthority } from '../../../testkit/sockets/certificates.js';
import { UNUSED_PORT } from '../../../testkit/sockets/free-port.js';

t.setTimeout(60_000);

const HOST = 'hooks.example';
const SEND = fileURLToPath(new URL('../../support/webhooks/send-to-each.js', import.meta.url));

const portOf = async (server: Server | TcpServer): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const accept: RequestListener = (_req, res) => void res.writeHead(204).end();
const secure = ({ certificate: cert, key }: ReturnType<TestAuthority['issue']>): Promise<number> =>
  portOf(createHttpsServer({ cert, key }, accept));
const plain = (listener: RequestListener): Promise<number> => portOf(createHttpServer(listener));
/** A server that speaks another protocol; an empty greeting: it never speaks. */
const foreign = (greeting: string): Promise<number> =>
  portOf(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      if (greeting !== '') socket.end(greeting);
    }),
  );
/** Ends the connection after the first bytes of the client, which has begun its handshake by then. */
const hangingUp = (): Promise<number> =>
  portOf(createTcpServer((socket) => void socket.once('data', () => socket.end())));
const closing = (): Promise<number> => portOf(createTcpServer((socket) => void socket.destroy()));

/** The answers of the addresses, from a process that trusts the authority. */
const answersOf = async (
  t: Test,
  authority: TestAuthority,
  urls: readonly string[],
): Promise<readonly unknown[]> => {
  const file = join(t.testdir({ 'ca.pem': authority.certificate }), 'ca.pem');
  const { stdout } = await promisify(execFile)(process.execPath, [SEND, ...urls], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file, NODE_OPTIONS: '' },
  });
  const answers: unknown = JSON.parse(stdout);
  return Array.isArray(answers) ? answers : [];
};

t.test('each failure has a name of its own, and nothing else in it', async (t) => {
  const authority = createAuthority('ca');
  const good = authority.issue('server', { host: HOST });
  const issue = (validDays: readonly [number, number]) =>
    authority.issue('server', { host: HOST, validDays });
  const cases: readonly (readonly [string, string, string])[] = [
    ['expired', `https://${HOST}:${await secure(issue([-2, -1]))}/`, 'tls_certificate_expired'],
    ['not yet valid', `https://${HOST}:${await secure(issue([1, 2]))}/`, 'tls_certificate_invalid'],
    [
      'unknown issuer',
      `https://${HOST}:${await secure(createAuthority('other').issue(HOST, { host: HOST }))}/`,
      'tls_certificate_untrusted',
    ],
    ['self-signed', `https://${HOST}:${await secure(createAuthority(HOST))}/`, 'tls_certificate_untrusted'],
    ['another host', `https://other.example:${await secure(good)}/`, 'tls_certificate_wrong_host'],
    ['no TLS', `https://${HOST}:${await plain(accept)}/`, 'tls_failed'],
    ['closed in the handshake', `https://${HOST}:${await hangingUp()}/`, 'tls_failed'],
    ['silent in the handshake', `https://${HOST}:${await foreign('')}/`, 'timeout'],
    ['no such name', 'https://hooks.unknown/', 'name_not_resolved'],
    ['no server', `https://${HOST}:${UNUSED_PORT}/`, 'connection_refused'],
    ['no answer', `http://${HOST}:${await plain(() => undefined)}/`, 'timeout'],
    ['not HTTP', `http://${HOST}:${await foreign('220 mail ready\r\n')}/`, 'invalid_response'],
    ['closed without an answer', `http://${HOST}:${await closing()}/`, 'connection_failed'],
  ];
  const answers = await answersOf(t, authority, [
    ...cases.map(([, url]) => url),
    `https://${HOST}:${await secure(good)}/`,
  ]);
  for (const [index, [name, , problem]] of cases.entries())
    t.same(answers[index], { type: 'unanswered', problem }, name);
  t.match(answers[cases.length], { type: 'answered', status: 204 }, 'the authority is trusted');
});

t.test('Retry-After is read as seconds and as a date, and is bounded', async (t) => {
  const withHeaders = async (status: number, headers: Record<string, string>): Promise<string> =>
    `http://${HOST}:${await plain((_req, res) => void res.writeHead(status, headers).end())}/`;
  // The subscriber's clock is a year behind.
  const then = Date.now() - 365 * 86_400_000;
  const dateAt = (ms: number): string => new Date(ms).toUTCString();
  const cases: readonly (readonly [string, number | null])[] = [
    [await withHeaders(503, { 'retry-after': '120' }), 120_000],
    [await withHeaders(429, { 'retry-after': '0' }), 0],
    [await withHeaders(429, { date: dateAt(then), 'retry-after': dateAt(then + 600_000) }), 600_000],
    [await withHeaders(503, { date: dateAt(then), 'retry-after': dateAt(then - 600_000) }), 0],
    [await withHeaders(503, { 'retry-after': '999999999' }), MAX_RETRY_AFTER_MS],
    [await withHeaders(503, { 'retry-after': 'soon' }), null],
    [await withHeaders(503, {}), null],
  ];
  const urls = cases.map(([url]) => url);
  const answers = await answersOf(t, createAuthority('ca'), urls);
  t.match(
    answers,
    cases.map(([, retryAfterMs]) => ({ type: 'answered', retryAfterMs })),
  );
});
