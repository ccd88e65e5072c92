/** Every client of a provider connects to allowed addresses only. */
import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { createServer as createTcpServer, type LookupFunction } from 'node:net';
import t from 'tap';
import { request } from 'undici';
import { WebSocketServer } from 'ws';
import { type ConnectionGuard, openConnectionGuard } from '../../../providers/egress/connection-guard.js';
import { fetchFor } from '../../../providers/llm/kinds.js';
import { NETWORK_RECOGNISERS } from '../../../providers/speech/recognisers/recognisers.js';
import { synthesiserKinds } from '../../../providers/speech/synthesisers/kinds.js';
import { listening } from '../../../simulators/support/listening.js';
import { everyNameAt } from '../../support/names.js';

/** Resolves every name to this machine. */
const lookupHere = async (): Promise<LookupFunction> =>
  (await everyNameAt(t, '127.0.0.1')).lookupOf({ businessId: 'b1', use: 'provider' });

const visits: string[] = [];
const server = createServer((incoming, response) => {
  visits.push(incoming.url ?? '');
  if (incoming.url === '/elsewhere') response.writeHead(307, { location: '/there' }).end();
  else response.writeHead(200, { 'x-said': 'yes' }).end('hello');
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket, incoming) => {
  visits.push(incoming.url ?? '');
  socket.close();
});
const port = await listening(server);
t.teardown(() => {
  sockets.close();
  server.closeAllConnections();
  server.close();
});
const NAMED = `http://provider.example.org:${port}`;

/** Connects to the address with every client, and returns the outcome of each. */
const outcomes = async (
  guard: ConnectionGuard,
  address = NAMED,
): Promise<Readonly<Record<string, string>>> => {
  const outcomeOf = async (work: () => Promise<string>): Promise<string> => work().catch(() => 'refused');
  const found: Record<string, string> = {
    fetch: await outcomeOf(async () =>
      (await fetchFor(guard)(`${address}/f`, { method: 'POST', body: '{}' })).text(),
    ),
    redirect: await outcomeOf(async () => (await fetchFor(guard)(`${address}/elsewhere`)).text()),
    request: await outcomeOf(async () =>
      (await request(`${address}/r`, { dispatcher: guard.dispatcher })).body.text(),
    ),
  };
  const before = visits.length;
  for (const kind of NETWORK_RECOGNISERS) {
    const settings = { choice: kind.defaultChoice, key: 'k', address, guard };
    const recogniser = await kind.open(settings);
    await new Promise<void>((resolve) => {
      recogniser.open({ language: 'en', phrases: [] }, ({ type }) => {
        if (type === 'failed') resolve();
      });
    });
    await recogniser.close();
  }
  for (const kind of synthesiserKinds({ onWarning: () => undefined })) {
    const settings = { choice: kind.defaultChoice ?? 'voice', key: 'k', address, guard };
    const synthesiser = await kind.open(settings);
    const speech = { text: 'Hello.', voiceId: synthesiser.voices[0]?.id ?? '', language: 'en' };
    await outcomeOf(async () => {
      for await (const _chunk of synthesiser.synthesise(speech, AbortSignal.timeout(10_000)));
      return '';
    });
    await synthesiser.close();
  }
  return { ...found, speech: visits.length > before ? 'came through' : 'refused' };
};

t.test('every client refuses names that resolve to this machine', async (t) => {
  const guard = openConnectionGuard(false, await lookupHere());
  t.teardown(() => guard.close());
  visits.length = 0;
  t.same(await outcomes(guard), {
    fetch: 'refused',
    redirect: 'refused',
    request: 'refused',
    speech: 'refused',
  });
  t.same(visits, []);
});

t.test('the connection itself refuses a forbidden IP address', async (t) => {
  const guard = openConnectionGuard(false, await lookupHere());
  t.teardown(() => guard.close());
  visits.length = 0;
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '[::1]'])
    t.same(await outcomes(guard, `http://${host}:${port}`), {
      fetch: 'refused',
      redirect: 'refused',
      request: 'refused',
      speech: 'refused',
    });
  t.same(visits, []);
  for (const [url, code] of [
    [`http://127.0.0.1:${port}/`, 'ADDRESS_NOT_ALLOWED'],
    [`https://127.0.0.1:${port}/`, 'ADDRESS_NOT_ALLOWED'],
    ['http://8.8.8.8:22/', 'ADDRESS_NOT_ALLOWED'],
  ] as const)
    await t.rejects(request(url, { dispatcher: guard.dispatcher }), { code }, url);
});

t.test(
  'the address of the connection is checked before anything is sent, whatever its name resolved to',
  async (t) => {
    let bytes = 0;
    const otherServer = createTcpServer((socket) => {
      socket.on('data', (data) => {
        bytes += data.length;
      });
      socket.on('error', () => undefined);
    });
    const tcpPort = await listening(otherServer);
    t.teardown(() => void otherServer.close());
    let reads = 0;
    /** Public while the name is checked, and this machine afterwards. */
    const changing = {
      family: 4,
      get address() {
        reads += 1;
        return reads === 1 ? '8.8.8.8' : '127.0.0.1';
      },
    };
    const lookup: LookupFunction = (_name, _options, callback) => {
      reads = 0;
      callback(null, [changing]);
    };
    const guard = openConnectionGuard(false, lookup);
    t.teardown(() => guard.close());
    for (const protocol of ['http', 'https'])
      await t.rejects(
        request(`${protocol}://lies.test:${tcpPort}/`, { dispatcher: guard.dispatcher }),
        { code: 'ADDRESS_NOT_ALLOWED' },
        protocol,
      );
    t.equal(bytes, 0);
  },
);

t.test('no client of a provider uses dns.lookup, which waits in the pool of files and hashes', async (t) => {
  const guard = openConnectionGuard(true, await lookupHere());
  t.teardown(() => guard.close());
  const { lookup } = dns;
  const pooled: unknown[] = [];
  t.teardown(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
  dns.lookup = Object.assign((...args: readonly unknown[]) => void pooled.push(args[0]), lookup);
  syncBuiltinESMExports();
  visits.length = 0;
  t.match(await outcomes(guard), { fetch: 'hello', request: 'hello', speech: 'came through' });
  t.same(pooled, []);
});

t.test('in development this machine is reachable, but redirects are still not followed', async (t) => {
  const guard = openConnectionGuard(true, await lookupHere());
  t.teardown(() => guard.close());
  visits.length = 0;
  t.same(await outcomes(guard), {
    fetch: 'hello',
    redirect: 'refused',
    request: 'hello',
    speech: 'came through',
  });
  t.notOk(visits.includes('/there'));
  const answer = await fetchFor(guard)(`${NAMED}/h`);
  t.equal(answer.headers.get('x-said'), 'yes');
  await t.rejects(fetchFor(guard)(NAMED, { method: 'POST', body: new Uint8Array(1) }), {
    message: 'the body of a model request must be text',
  });
});
