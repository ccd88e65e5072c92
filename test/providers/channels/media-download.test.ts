/** Downloads of customers' files: allowed and forbidden addresses, and limits of size and time. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { type buildConnector, MockAgent } from 'undici';
import {
  createMediaDownload,
  isAllowedAddress,
  MediaTooLarge,
} from '../../../providers/channels/media-download.js';
import type { FetchedMedia } from '../../../providers/channels/messaging-channel.js';
import { MEDIA_HOSTS } from '../../../providers/channels/meta.js';
import { openConnectionGuard } from '../../../providers/egress/connection-guard.js';
import { everyNameAt } from '../../support/names.js';

const GRAPH = 'https://graph.facebook.com';
const logger = pino({ level: 'silent' });

const startServer = async (
  t: Test,
  answer: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<{ readonly url: string; readonly requests: readonly string[] }> => {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.url} ${req.headers.authorization ?? 'anonymous'}`);
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, requests };
};

const signal = (): AbortSignal => AbortSignal.timeout(10_000);
const bytesOf = async (fetched: FetchedMedia): Promise<string> => {
  if (fetched.type !== 'fetched') return fetched.type;
  const pieces: Uint8Array[] = [];
  for await (const piece of fetched.bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

t.test('allows only the API address and the listed hosts', async (t) => {
  const options = { apiBaseUrl: `${GRAPH}/v23.0`, hosts: MEDIA_HOSTS };
  for (const url of [
    'https://graph.facebook.com/v23.0/1',
    'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
    'https://scontent-fra5-1.xx.fbcdn.net/a.jpg',
    'https://scontent.cdninstagram.com/a.jpg',
  ])
    t.ok(isAllowedAddress(url, options), url);
  for (const url of [
    '',
    'lookaside.fbsbx.com/a',
    'http://lookaside.fbsbx.com/a',
    'https://lookaside.fbsbx.com:8443/a',
    'https://user:secret@lookaside.fbsbx.com/a',
    'https://evil.fbsbx.com.example.org/a',
    'https://fbcdn.net.example.org/a',
    'https://evilfbcdn.net/a',
    'https://fbcdn.net/a',
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'http://localhost:4222/',
    'file:///etc/passwd',
    'data:text/plain,a',
  ])
    t.notOk(isAllowedAddress(url, options), url);
});

t.test('never requests an address of our own network, neither directly nor by a redirect', async (t) => {
  const inner = await startServer(t, (_req, res) => res.end('secret'));
  const outer = await startServer(t, (req, res) => {
    if (req.url === '/round') res.writeHead(302, { location: '/round' }).end();
    else if (req.url === '/odd') res.writeHead(302, { location: 'http://[' }).end();
    else if (req.url === '/home') res.writeHead(307, { location: '/file' }).end();
    else if (req.url === '/file') res.end('content');
    else res.writeHead(302, { location: `${inner.url}/latest/meta-data` }).end();
  });
  const download = createMediaDownload({ apiBaseUrl: outer.url, hosts: MEDIA_HOSTS }, logger);
  const fetched = (url: string) => download.fetch(url, { token: 'token', maxBytes: 100, signal: signal() });
  const notAllowed = { type: 'refused', failure: { code: 'media_address_not_allowed' } };
  t.match(await fetched(`${inner.url}/latest/meta-data`), notAllowed);
  t.match(await fetched(`${outer.url}/away`), notAllowed);
  t.same(inner.requests, []);
  t.equal(await bytesOf(await fetched(`${outer.url}/home`)), 'content', 'follows a redirect to its origin');
  t.match(await fetched(`${outer.url}/round`), { type: 'failed' });
  t.match(await fetched(`${outer.url}/odd`), { type: 'failed' });
  t.equal(outer.requests.filter((path) => path.startsWith('/round')).length, 4, 'a redirect loop ends');
});

t.test('never requests an allowed host whose name resolves to our own network', async (t) => {
  const inner = await startServer(t, (_req, res) => res.end('secret'));
  const lookup = (await everyNameAt(t, '127.0.0.1')).lookupOf({ businessId: 'b1', use: 'media' });
  const guard = openConnectionGuard(false, lookup);
  t.teardown(() => guard.close());
  const refusals: unknown[] = [];
  const counting =
    (connect: buildConnector.connector): buildConnector.connector =>
    (where, callback) =>
      connect(where, (...args) => {
        refusals.push(args[0]);
        callback(...args);
      });
  const observed = { connector: (ms: number) => counting(guard.connector(ms)) };
  const download = createMediaDownload(
    { apiBaseUrl: inner.url, hosts: MEDIA_HOSTS, guard: observed },
    logger,
  );
  const fetched = await download.fetch('https://lookaside.fbsbx.com/a', {
    token: null,
    maxBytes: 100,
    signal: signal(),
  });
  t.match(fetched, { type: 'failed', code: 'channel_unreachable' });
  t.match(refusals, [{ code: 'ADDRESS_NOT_ALLOWED' }]);
  t.equal(
    await bytesOf(await download.fetch(`${inner.url}/a`, { token: null, maxBytes: 100, signal: signal() })),
    'secret',
    'the API address that the operator configured may be anywhere',
  );
});

t.test('sends the token only to the host of the original address', async (t) => {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  const [first, second] = ['https://lookaside.fbsbx.com', 'https://scontent.fbcdn.net'] as const;
  const requests: string[] = [];
  const reply = (host: string, path: string, status: number, location: string) =>
    dispatcher
      .get(host)
      .intercept({ path, method: 'GET' })
      .reply((options) => {
        const headers: Readonly<Record<string, unknown>> = { ...Object(options.headers) };
        requests.push(`${host}${path} ${headers.authorization ?? 'anonymous'}`);
        return { statusCode: status, data: 'a', responseOptions: { headers: { location } } };
      });
  reply(first, '/a', 302, '/b');
  reply(first, '/b', 302, `${second}/c`);
  reply(second, '/c', 200, '');
  const download = createMediaDownload({ apiBaseUrl: GRAPH, hosts: MEDIA_HOSTS, dispatcher }, logger);
  const fetched = await download.fetch(`${first}/a`, { token: 'secret', maxBytes: 10, signal: signal() });
  t.equal(await bytesOf(fetched), 'a');
  t.same(requests, [`${first}/a Bearer secret`, `${first}/b Bearer secret`, `${second}/c anonymous`]);
});

t.test('bounds the size and the time of a download', async (t) => {
  const server = await startServer(t, (req, res) => {
    if (req.url === '/honest') res.writeHead(200, { 'content-length': 101 }).end('x'.repeat(101));
    else if (req.url === '/endless') {
      const timer = setInterval(() => res.write('x'.repeat(50)), 5);
      res.on('close', () => clearInterval(timer));
    } else if (req.url === '/broken') {
      res.writeHead(200, { 'content-length': 100 });
      res.write('x');
      setTimeout(() => res.destroy(), 20);
    } else if (req.url === '/edge') res.end('x'.repeat(100));
    else if (req.url === '/stuck') res.write('x');
    else if (req.url !== '/silent') res.writeHead(Number(req.url?.slice(1))).end();
  });
  const download = createMediaDownload({ apiBaseUrl: server.url, hosts: [], timeoutMs: 300 }, logger);
  const fetched = (path: string) =>
    download.fetch(`${server.url}${path}`, { token: null, maxBytes: 100, signal: signal() });
  t.equal(await bytesOf(await fetched('/edge')), 'x'.repeat(100));
  t.match(await fetched('/honest'), { type: 'refused', failure: { code: 'media_too_large' } });
  await t.rejects(bytesOf(await fetched('/endless')), MediaTooLarge);
  await t.rejects(bytesOf(await fetched('/broken')));
  await t.rejects(bytesOf(await fetched('/stuck')), 'a download that stops in the middle');
  t.match(await fetched('/silent'), { type: 'failed', code: 'channel_unreachable' });
  for (const status of [400, 403, 404, 410])
    t.match(await fetched(`/${status}`), { type: 'refused', failure: { code: 'media_unavailable' } });
  for (const status of [401, 429, 500, 503]) t.match(await fetched(`/${status}`), { type: 'failed' });
  t.match(
    await download.fetch('http://127.0.0.1:9/', { token: null, maxBytes: 1, signal: signal() }),
    { type: 'refused' },
    'another port is another origin',
  );
  t.match(
    await download.fetch(`${server.url}/edge`, { token: null, maxBytes: 1, signal: AbortSignal.abort() }),
    { type: 'failed' },
  );
});
