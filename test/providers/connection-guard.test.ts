/** Whatever client a provider is spoken to by, it connects where it may, and nowhere else. */
import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import t from 'tap';
import { request } from 'undici';
import { WebSocketServer } from 'ws';
import { type ConnectionGuard, openConnectionGuard } from '../../providers/connection-guard.js';
import { fetchFor } from '../../providers/llm/guarded-fetch.js';
import { NETWORK_RECOGNISERS } from '../../providers/speech/recognisers/recognisers.js';
import { synthesiserKinds } from '../../providers/speech/synthesisers/kinds.js';
import { listening } from '../../testkit/listening.js';

/** Every name leads to this machine. */
const here: LookupFunction = (_name, options, callback) =>
  options.all === true
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4);

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
const address = `http://provider.example.org:${port}`;

/** Speaks to the address by every client that there is, and says what came of each. */
const outcomes = async (guard: ConnectionGuard): Promise<Readonly<Record<string, string>>> => {
  const said = async (work: () => Promise<string>): Promise<string> => work().catch(() => 'refused');
  const found: Record<string, string> = {
    fetch: await said(async () =>
      (await fetchFor(guard)(`${address}/f`, { method: 'POST', body: '{}' })).text(),
    ),
    redirect: await said(async () => (await fetchFor(guard)(`${address}/elsewhere`)).text()),
    request: await said(async () =>
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
    await said(async () => {
      for await (const _chunk of synthesiser.synthesise(speech, AbortSignal.timeout(10_000)));
      return '';
    });
    await synthesiser.close();
  }
  return { ...found, speech: visits.length > before ? 'came through' : 'refused' };
};

t.test('names that lead to this machine are refused by every client', async (t) => {
  const guard = openConnectionGuard(false, here);
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

t.test('in development they are reached, and redirects are not followed all the same', async (t) => {
  const guard = openConnectionGuard(true, here);
  t.teardown(() => guard.close());
  visits.length = 0;
  t.same(await outcomes(guard), {
    fetch: 'hello',
    redirect: 'refused',
    request: 'hello',
    speech: 'came through',
  });
  t.notOk(visits.includes('/there'));
  const answer = await fetchFor(guard)(`${address}/h`);
  t.equal(answer.headers.get('x-said'), 'yes');
  await t.rejects(fetchFor(guard)(address, { method: 'POST', body: new Uint8Array(1) }), {
    message: 'only text is sent to a model',
  });
});
