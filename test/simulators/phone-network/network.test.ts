/** The simulated network's record of a call: what was said, when streams were open, and which side hung up. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { type WebSocket, WebSocketServer } from 'ws';
import { LOOPBACK_ACCOUNT } from '../../../providers/carriers/loopback/index.js';
import type { CallHistory } from '../../../simulators/phone-network/call-history.js';
import type { CalleeScript } from '../../../simulators/phone-network/callee.js';
import { createCalleeVoice } from '../../../simulators/phone-network/callee-voice.js';
import { startNetwork } from '../../../simulators/phone-network/network.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';

const AUTH = 'network-of-a-test';
const TO = '+14155550100';
const WAIT_MS = 10_000;
/** Longer than the callee would wait if it treated what it heard as an answer, ms. */
const ANSWER_MS = 500;

/** A second of speech, every frame of it different. */
const SENTENCE = Buffer.from(Array.from({ length: 8_000 }, (_, index) => Math.floor(index / 160)));

/** The server to which the network opens its streams. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await once(server, 'listening');
const address: AddressInfo | string | null = server.address();
if (address === null || typeof address === 'string') throw new Error('no port');
const network = await startNetwork({ port: 0, accountSid: LOOPBACK_ACCOUNT, authToken: AUTH });
const client = createNetworkClient(network.url);
t.teardown(() => {
  network.close();
  for (const socket of server.clients) socket.terminate();
  server.close();
});

const CALLS = `${network.url}/2010-04-01/Accounts/${LOOPBACK_ACCOUNT}/Calls`;
const authorization = `Basic ${Buffer.from(`${LOOPBACK_ACCOUNT}:${AUTH}`).toString('base64')}`;
/** Places a call and returns its id at the network. */
const place = async (to: string, twiml: string): Promise<string> => {
  const response = await fetch(`${CALLS}.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ To: to, From: '+15005550006', Twiml: twiml }),
  });
  const { sid }: { sid: string } = JSON.parse(await response.text());
  return sid;
};
const stream = `<Connect><Stream url="ws://127.0.0.1:${address.port}/"/></Connect>`;
const unreachable = '<Connect><Stream url="ws://127.0.0.1:1/"/></Connect>';

/** The history of a call once `wanted` holds. */
const historyUntil = (sid: string, wanted: (history: CallHistory) => boolean): Promise<CallHistory> =>
  until(
    `the expected history of call ${sid}`,
    async () => {
      const history = await client.history(sid);
      return wanted(history) && history;
    },
    WAIT_MS,
  );

t.test('a callee whose stream is lost in mid-sentence', async (t) => {
  const speak = (whenCut: CalleeScript['whenCut']) => {
    const voice = createCalleeVoice(whenCut);
    voice.say(SENTENCE, 'hello');
    for (let frame = 0; frame < 10; frame += 1) voice.nextFrame(100 + frame * 20);
    voice.lineLost();
    return voice;
  };

  t.test('says the sentence again from its start if it repeats', async (t) => {
    const voice = speak('repeats');
    t.equal(voice.nextFrame(1_000), null, 'silent until repeat() is called');
    t.ok(voice.wantsToRepeat());
    voice.repeat();
    t.notOk(voice.wantsToRepeat());
    for (let frame = 0; frame < 50; frame += 1)
      t.equal(voice.nextFrame(2_000 + frame * 20)?.[0], frame, `frame ${frame}`);
    t.same(voice.spoken, [
      { text: 'hello', atMs: 100, endMs: 300, whole: false },
      { text: 'hello', atMs: 2_000, endMs: 3_000, whole: true },
    ]);
  });

  t.test('says the rest on the next stream if it resumes', async (t) => {
    const voice = speak('resumes');
    t.notOk(voice.wantsToRepeat());
    for (let frame = 10; frame < 50; frame += 1)
      t.equal(voice.nextFrame(2_000 + frame * 20)?.[0], frame, `frame ${frame}`);
    t.equal(voice.nextFrame(5_000), null);
    t.same(voice.spoken, [{ text: 'hello', atMs: 100, endMs: 3_000, whole: false }]);
  });

  t.test('has completed a sentence that ended before the loss', async (t) => {
    const voice = createCalleeVoice('repeats');
    voice.say(SENTENCE.subarray(0, 320), 'hi');
    voice.nextFrame(0);
    voice.nextFrame(20);
    voice.lineLost();
    t.notOk(voice.wantsToRepeat());
    t.same(voice.spoken, [{ text: 'hi', atMs: 0, endMs: 40, whole: true }]);
  });
});

t.test(
  'the history of a call lists its streams, and the sentence that the callee said on both of them',
  async (t) => {
    await client.callee(TO, {
      ringMs: 0,
      whenCut: 'repeats',
      steps: [
        { atMs: 0, do: { type: 'say', audio: SENTENCE.toString('base64'), text: 'hello' } },
        { do: { type: 'hang_up' } },
      ],
    });
    server.once('connection', (socket: WebSocket) => setTimeout(() => socket.terminate(), 400));
    const sid = await place(TO, `<Response>${stream}<Pause length="1"/>${stream}</Response>`);
    const history = await historyUntil(sid, ({ endedBy }) => endedBy !== null);
    t.equal(history.endedBy, 'callee');
    t.match(
      history.said.map(({ text, whole }) => ({ text, whole })),
      [
        { text: 'hello', whole: false },
        { text: 'hello', whole: true },
      ],
    );
    const [first, second] = history.streams;
    t.equal(history.streams.length, 2);
    t.ok(Number(first?.openedAtMs) < 300 && Number(first?.closedAtMs) < 1_500, JSON.stringify(first));
    t.ok(Number(second?.openedAtMs) >= Number(first?.closedAtMs) + 1_000, 'a pause of one second between');
    t.ok(
      // The callee listens for a second, by a clock that catches up after a delay.
      Number(history.said[1]?.atMs) >= Number(second?.openedAtMs) + 500,
      'the callee listens before it repeats the sentence',
    );
    t.ok(Math.abs(Number(history.endedAt) - Date.now()) < WAIT_MS, 'endedAt is wall-clock time');
  },
);

t.test('audio heard before a repetition does not count as an answer to it', async (t) => {
  const number = '+14155550103';
  await client.callee(number, {
    ringMs: 0,
    whenCut: 'repeats',
    steps: [
      { afterHearingMs: 0, do: { type: 'say', audio: SENTENCE.toString('base64'), text: 'question' } },
      { afterSilenceMs: 100, do: { type: 'say', audio: SENTENCE.toString('base64'), text: 'next' } },
    ],
  });
  server.once('connection', (socket: WebSocket) => {
    // The callee hears half a second from the first message on, and loses its stream in the middle of the question.
    socket.on('message', (data) => {
      const { event, streamSid }: { event: string; streamSid?: string } = JSON.parse(data.toString());
      if (event !== 'start') return;
      const payload = SENTENCE.subarray(0, 4_000).toString('base64');
      socket.send(JSON.stringify({ event: 'media', streamSid, media: { payload } }));
      setTimeout(() => socket.terminate(), 700);
    });
  });
  const sid = await place(number, `<Response>${stream}${stream}</Response>`);
  const repeated = await historyUntil(sid, ({ said }) => said.some(({ whole }) => whole));
  t.equal(repeated.said.at(-1)?.text, 'question');
  await delay(ANSWER_MS);
  t.same(
    (await client.history(sid)).said.map(({ text }) => text),
    ['question', 'question'],
    'the callee still waits for an answer',
  );
});

t.test('a call whose streams all fail to connect is ended by its document', async (t) => {
  await client.callee('+14155550101', { ringMs: 0 });
  const sid = await place(
    '+14155550101',
    `<Response>${unreachable}<Pause length="1"/>${unreachable}</Response>`,
  );
  const history = await historyUntil(sid, ({ endedBy }) => endedBy !== null);
  t.equal(history.endedBy, 'document');
  t.same(
    history.streams.map(({ openedAtMs }) => openedAtMs),
    [null, null],
  );
});

t.test('the history says that the caller hung up', async (t) => {
  await client.callee('+14155550102', { ringMs: 0 });
  const sid = await place('+14155550102', `<Response>${stream}</Response>`);
  await historyUntil(sid, ({ streams }) => streams[0]?.openedAtMs != null);
  await fetch(`${CALLS}/${sid}.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ Status: 'completed' }),
  });
  t.equal((await client.history(sid)).endedBy, 'caller');
});
