/** Connections to a provider: their number, the queue for them, and when they are given up. */
import { once, setMaxListeners } from 'node:events';
import t from 'tap';
import { type WebSocket, WebSocketServer } from 'ws';
import { createCartesiaDialect } from '../../../../../providers/speech/synthesisers/cartesia/dialect.js';
import { deepgramDialect } from '../../../../../providers/speech/synthesisers/deepgram/dialect.js';
import type { DialectLimits, SpeechDialect } from '../../../../../providers/speech/synthesisers/dialect.js';
import { MAX_WAITING } from '../../../../../providers/speech/synthesisers/limits.js';
import { createSonioxDialect } from '../../../../../providers/speech/synthesisers/soniox/dialect.js';
import { createWebsocketSynthesiser } from '../../../../../providers/speech/synthesisers/websocket/synthesiser.js';
import { startSpeechSimulator } from '../../../../../testkit/simulators/speech-simulator.js';
import { until } from '../../../../../testkit/until.js';
import { createKey, speakTo, TEST_DEADLINES } from '../subjects.js';

const key = createKey(5);
const simulator = await startSpeechSimulator(key);
t.teardown(() => simulator.stop());

type Test = { teardown(close: () => Promise<void>): void };

const limited = (dialect: SpeechDialect, limits: Partial<DialectLimits>): SpeechDialect => ({
  ...dialect,
  limits: { ...dialect.limits, ...limits },
});

const open = (t: Test, dialect: SpeechDialect, deadlines = TEST_DEADLINES, url = simulator.url) => {
  const synthesiser = createWebsocketSynthesiser({
    dialect,
    key,
    address: url.replace('http', 'ws'),
    voices: () => [],
    onClose: async () => undefined,
    deadlines,
  });
  t.teardown(() => synthesiser.close());
  return synthesiser;
};

const fresh = async (
  behaviour: Parameters<typeof simulator.behave>[0] = { fault: 'none' },
): Promise<void> => {
  await simulator.behave(behaviour);
  await simulator.forget();
};

const openVisits = async (): Promise<number> => (await simulator.visits()).filter(({ open }) => open).length;
const cartesia = createCartesiaDialect('sonic-3');
const say = (text: string, voice = 'cartesia:v', background = false) => ({
  text,
  voiceId: voice,
  background,
});

t.test('closes a connection that is idle for long enough; the next text opens another one', async (t) => {
  await fresh();
  const synthesiser = open(t, limited(cartesia, { idleMs: 300 }));
  await speakTo(synthesiser, say('One.'));
  t.equal(await openVisits(), 1, 'the connection is kept for a while');
  await until('the connection to close', async () => (await openVisits()) === 0);
  t.equal((await speakTo(synthesiser, say('Two.'))).failure, null);
  t.equal((await simulator.visits()).length, 2);
});

t.test('an old connection starts no further text, and finishes its current ones', async (t) => {
  await fresh({ fault: 'none', pieceMs: 20, pauseMs: 60 });
  const synthesiser = open(t, limited(cartesia, { ageMs: 300 }));
  const long = speakTo(synthesiser, say('This is a sentence of some length, which is spoken slowly.'));
  await until('an old connection', async () => (await simulator.visits()).some(({ sent }) => sent > 2_000));
  const short = await speakTo(synthesiser, say('Two.'));
  t.equal(short.failure, null);
  t.equal((await long).failure, null);
  t.equal((await simulator.visits()).length, 2);
});

t.test(
  'texts wait while all places are taken, and live texts go before texts that are prepared ahead',
  async (t) => {
    await fresh({ fault: 'none', pieceMs: 20, pauseMs: 5 });
    const synthesiser = open(t, limited(cartesia, { perConnection: 1, connections: 1 }));
    const order: string[] = [];
    const speak = async (text: string, background: boolean): Promise<void> => {
      const { failure } = await speakTo(synthesiser, say(text, 'cartesia:v', background));
      order.push(failure === null ? text : String(failure));
    };
    await Promise.all([
      speak('first', false),
      speak('ahead', true),
      speak('ahead again', true),
      speak('live', false),
      speak('live again', false),
    ]);
    t.same(order, ['first', 'live', 'live again', 'ahead', 'ahead again']);
    t.equal((await simulator.visits()).length, 1);
  },
);

t.test('limits the queue, and an aborted wait does not occupy a place', async (t) => {
  await fresh({ fault: 'stall_before_audio' });
  const synthesiser = open(t, limited(cartesia, { perConnection: 1, connections: 1 }));
  const stop = new AbortController();
  setMaxListeners(MAX_WAITING + 2, stop.signal);
  const waiting = Array.from({ length: MAX_WAITING + 1 }, (_, at) =>
    speakTo(synthesiser, say(`Number ${at}.`, 'cartesia:v', true), stop.signal),
  );
  const late = await speakTo(synthesiser, say('Late.'));
  t.match(late, { failure: { kind: 'unavailable', message: 'too many texts are queued for cartesia' } });
  stop.abort();
  for (const { failure } of await Promise.all(waiting)) t.match(failure, { name: 'AbortError' });
  await simulator.behave({ fault: 'none' });
  t.equal((await speakTo(synthesiser, say('Now.'))).failure, null);
});

t.test('an idle connection makes room for another voice at the limit of connections', async (t) => {
  await fresh();
  const synthesiser = open(t, limited(deepgramDialect, { connections: 1 }));
  for (const voice of ['deepgram:a', 'deepgram:b', 'deepgram:a'])
    t.equal((await speakTo(synthesiser, say('Hello.', voice))).failure, null);
  await until('the other connections to close', async () => (await openVisits()) === 1);
  t.equal((await simulator.visits()).length, 3);
});

t.test('does not reuse a connection that was silent until a text timed out', async (t) => {
  await fresh({ fault: 'stall_before_audio', times: 1 });
  const synthesiser = open(t, cartesia);
  t.match(await speakTo(synthesiser, say('One.')), { failure: { kind: 'timeout' } });
  t.equal((await speakTo(synthesiser, say('Two.'))).failure, null);
  t.equal((await simulator.visits()).length, 2);
});

t.test('an unconfirmed cancellation closes its connection, and does not affect other texts', async (t) => {
  await fresh({ fault: 'stall_after_audio', times: 1 });
  // The simulator never sends this confirmation.
  const synthesiser = open(
    t,
    { ...limited(cartesia, { perConnection: 2 }), cancelEndsWith: 'cancelled' },
    {
      ...TEST_DEADLINES,
      releaseMs: 200,
    },
  );
  const stop = new AbortController();
  await speakTo(synthesiser, say('One of these.'), stop.signal, () => stop.abort());
  t.equal((await speakTo(synthesiser, say('Two.'))).failure, null, 'another place is free meanwhile');
  await until('the connection to close', async () => (await openVisits()) === 0);
  t.equal((await simulator.visits()).length, 1);
});

/** A server that calls `attend` with each connection. */
const serve = async (t: Test, attend: (socket: WebSocket) => void, autoPong = true) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    attend(socket);
  });
  await once(server, 'listening');
  const address = server.address();
  t.teardown(async () => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `ws://127.0.0.1:${port}`, connections: () => connections };
};

t.test('a connection without a sign of life is dead, even while a text waits on it', async (t) => {
  const server = await serve(t, () => undefined, false);
  const synthesiser = open(t, cartesia, { ...TEST_DEADLINES, heartbeatMs: 100, firstMs: 3_000 }, server.url);
  const { failure, ms } = await speakTo(synthesiser, say('Hello.'));
  t.match(failure, { kind: 'unavailable', message: 'cartesia does not respond to pings' });
  t.ok(ms < 2_500, `after ${ms} ms`);
  t.equal(server.connections(), 2, 'the text was retried once, on another connection');
});

t.test('a connection that answers pings lives as long as it is needed', async (t) => {
  const server = await serve(t, () => undefined);
  const synthesiser = open(t, cartesia, { ...TEST_DEADLINES, heartbeatMs: 20, firstMs: 400 }, server.url);
  t.match(await speakTo(synthesiser, say('Hello.')), { failure: { kind: 'timeout' } });
  t.equal(server.connections(), 1);
});

t.test('sends keep-alives on an idle connection if the provider requires them', async (t) => {
  await fresh();
  const synthesiser = open(t, createSonioxDialect('tts-rt-v1'), { ...TEST_DEADLINES, heartbeatMs: 50 });
  t.equal((await speakTo(synthesiser, say('Hello.', 'soniox:v'))).failure, null);
  await until('a keep-alive', async () =>
    (await simulator.visits()).some(({ messages }) => JSON.stringify(messages).includes('keep_alive')),
  );
});

t.test('refuses a message that is too long', async (t) => {
  const server = await serve(t, (socket) =>
    socket.on('message', () => socket.send('x'.repeat(2 * 1024 * 1024))),
  );
  const synthesiser = open(t, cartesia, TEST_DEADLINES, server.url);
  t.match(await speakTo(synthesiser, say('Hello.')), { failure: { kind: 'protocol' } });
});

t.test('ignores messages for utterances that are unknown or have ended', async (t) => {
  const data = Buffer.from([1, 2, 3]).toString('base64');
  const server = await serve(t, (socket) =>
    socket.on('message', (message) => {
      const { context_id } = JSON.parse(String(message));
      for (const id of ['another', context_id, 'another'])
        socket.send(JSON.stringify({ type: 'chunk', context_id: id, data }));
      socket.send(JSON.stringify({ type: 'done', context_id, done: true }));
      socket.send(JSON.stringify({ type: 'chunk', context_id, data }));
    }),
  );
  const synthesiser = open(t, cartesia, TEST_DEADLINES, server.url);
  for (let index = 0; index < 3; index += 1)
    t.equal((await speakTo(synthesiser, say('Hello.'))).mulaw.length, 3);
});

t.test('sentences of a reply are spoken in one context, each with its own audio and words', async (t) => {
  await fresh();
  const synthesiser = open(t, cartesia);
  const texts = ['I have found your table for four,', 'it is by the window.', 'Shall I book it?'];
  const spoken = await Promise.all(
    texts.map((text) => speakTo(synthesiser, { ...say(text), reply: 'reply-1' })),
  );
  const alone = await Promise.all(texts.map((text) => speakTo(synthesiser, say(text))));
  for (const [index, { failure, mulaw, words }] of spoken.entries()) {
    t.equal(failure, null);
    t.same(mulaw, alone[index]?.mulaw, texts[index] ?? '');
    t.same(words, alone[index]?.words);
  }
  const [visit] = await simulator.visits();
  const contexts = (visit?.messages ?? []).map((message) =>
    typeof message === 'object' && message !== null ? Reflect.get(message, 'context_id') : null,
  );
  t.equal(new Set(contexts.slice(0, 3)).size, 1, 'one context for the reply');
  t.equal(new Set(contexts).size, 4, 'and one for each text that stands alone');
});
