/**
 * Speech to speech in complete calls: a tool, a transfer, an interruption and an answering machine through an engine
 * that is simulated in its own protocol; and a call whose engine dies, which STT, LLM and TTS providers continue.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { digest, parseSessionLog, replay } from '../../../../media/session/log.js';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { MODEL_DIALECTS } from '../../../../simulators/models/dialects.js';
import { type SpeechPart, speak } from '../../../../simulators/support/spoken.js';
import { type CallDetail, isSettled } from '../../../../testkit/api/client.js';
import { BRIDGE, spokenLines, spokenTurns } from '../../../../testkit/api/transcript.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { seeded } from '../../../../testkit/seeded.js';
import { startReceiver } from '../../../../testkit/servers/receiver.js';
import { parley } from '../../../../testkit/service/parley-process.js';
import { startWorld } from '../../../../testkit/service/world.js';
import { startModelServer } from '../../../../testkit/simulators/model-server.js';
import { startEngine } from '../../../../testkit/simulators/simulated-engine.js';
import { startRecognisers } from '../../../../testkit/simulators/simulated-recognisers.js';
import { until } from '../../../../testkit/until.js';
import { replayedSessions } from '../../../support/replayed-sessions.js';

const CALL_MS = 60_000;
/** So distinctive that it is found wherever it leaks. */
const KEY = 'sk-5e0c4a7f92d1483b';
const SUPPORT = '+14155550190';
const CUSTOMER = '+14155550191';
const MACHINE = '+14155550192';
const LOUD = '+14155550193';
const UNLUCKY = '+14155550194';
const QUESTION = 'where is my order';
const WORDS = QUESTION.split(' ');
const GREETING = 'please leave a message after the tone';
const MESSAGE = 'This is the parcel service. Your parcel is there.';
const LONG =
  'It has left our house, and it is on the road to you, and it comes this evening, or tomorrow, or later.';

t.setTimeout(300_000);

/** Sounds that the simulators transcribe as these words. */
const sounds = (words: string): string => {
  const parts: SpeechPart[] = words
    .split(' ')
    .flatMap((_text, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
  return Buffer.from(speak(parts, seeded(4_711))).toString('base64');
};
const BEEP = Buffer.from(
  encodeMulaw(
    Int16Array.from({ length: 4_000 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * index) / 8))),
  ),
).toString('base64');
const ask = { type: 'say', audio: sounds(QUESTION) } as const;

/** Every answer has all five latencies. */
const wholeNumbers = (t: Test, { diagnostics }: CallDetail): void => {
  const answers = diagnostics.turns.filter(
    ({ speaker, latencies }) => speaker === 'assistant' && latencies !== null,
  );
  t.ok(answers.length > 0);
  for (const { latencies } of answers)
    t.notOk(Object.values(latencies ?? { none: null }).includes(null), 'all five latencies');
};

/** A service whose calls use a speech engine, and the providers that it falls back to. */
const serve = async (t: Test, further: Readonly<Record<string, string>> = {}) => {
  const [engine, stt, llm, server] = await Promise.all([
    startEngine(t),
    startRecognisers(t),
    startModelServer(t, MODEL_DIALECTS.anthropic),
    startReceiver(t),
  ]);
  const env = {
    PARLEY_REALTIME: 'openai:gpt-realtime',
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${engine.url}/v1`,
    PARLEY_RECOGNISER: 'deepgram:nova-3',
    DEEPGRAM_API_KEY: KEY,
    DEEPGRAM_BASE_URL: stt.url,
    PARLEY_MODEL: 'anthropic:claude-simulated',
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: llm.url,
    PARLEY_SYNTHESISER: 'flite:slt',
    PARLEY_DEVELOPMENT: '1',
    PARLEY_LOG_LEVEL: 'debug',
    ...further,
  };
  const logged: string[] = [];
  const world = await startWorld(t, env, { onLog: (line) => logged.push(line) });
  server.behave('/orders', (_request, response) => response.end('{"status":"in Boston"}'));
  const client = world.client();
  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  const folder = t.testdir({});
  const admin = (...command: readonly string[]) =>
    parley(['admin', ...command, '--business', world.businessId, '--data-dir', world.dataDir], env);
  const tools = [
    {
      name: 'order_status',
      description: 'Looks up where an order is.',
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      url: `${server.url}/orders`,
    },
    { name: 'to_support', description: 'Puts the customer through.', transferTo: SUPPORT },
  ];
  for (const tool of tools) {
    const path = join(folder, `${tool.name}.json`);
    writeFileSync(path, JSON.stringify(tool));
    await admin('tool', 'set', '--file', path);
  }
  await admin('agent', 'voicemail', '--agent', agent.id, '--message', MESSAGE);
  const callTo = async (number: string): Promise<CallDetail> =>
    client.callUntil(await client.startCall(agent.id, number), isSettled, CALL_MS);
  return { engine, stt, llm, server, world, logged, callTo };
};

type Service = Awaited<ReturnType<typeof serve>>;

const callWithTools = async (t: Test, { engine, server, world, callTo }: Service): Promise<void> => {
  await engine.configure({
    key: KEY,
    words: WORDS,
    replies: [
      { text: 'Let me look.', tools: [{ name: 'order_status', arguments: '{"order":"A1"}' }] },
      { text: 'It is in Boston.' },
      { text: 'I will put you through.', tools: [{ name: 'to_support', arguments: '{}' }] },
    ],
  });
  await world.network.callee(SUPPORT, { ringMs: 200, steps: [{ atMs: 1_500, do: { type: 'hang_up' } }] });
  await world.network.callee(CUSTOMER, {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 600, do: ask },
      { afterSilenceMs: 1_500, do: ask },
    ],
  });
  const before = server.on('/orders').length;
  const call = await callTo(CUSTOMER);
  t.same(spokenLines(call), [
    'assistant: Hello, Ada here.',
    `customer: ${QUESTION}`,
    'assistant: Let me look.',
    'assistant: It is in Boston.',
    `customer: ${QUESTION}`,
    'assistant: I will put you through.',
  ]);
  t.match(call.call, { status: 'completed', endReason: 'completed' });
  t.match(call.diagnostics.toolUses, [
    { name: 'order_status', arguments: { order: 'A1' }, outcome: 'done', result: '{"status":"in Boston"}' },
    { name: 'to_support', outcome: 'done' },
  ]);
  t.equal(server.on('/orders').length - before, 1);
  t.ok(call.recordingUrl);
  wholeNumbers(t, call);
  const [connection, ...more] = await engine.connections();
  t.same(more, [], 'one connection per call');
  t.same(connection?.complaints, []);
  t.match(
    connection?.conversation.filter(({ text }) => text !== BRIDGE),
    [
      { role: 'assistant', text: 'Hello, Ada here.' },
      { role: 'user', text: QUESTION },
      { role: 'assistant', text: 'Let me look.' },
      { type: 'function_call', text: 'order_status' },
      { type: 'function_call_output', text: '{"status":"in Boston"}' },
      { role: 'assistant', text: 'It is in Boston.' },
      { role: 'user', text: QUESTION },
      { role: 'assistant', text: 'I will put you through.' },
      { type: 'function_call', text: 'to_support' },
    ],
  );
};

const callOfMachine = async (t: Test, { engine, world, callTo }: Service): Promise<void> => {
  await engine.configure({
    key: KEY,
    words: GREETING.split(' '),
    replies: [{ text: 'I am no machine.' }],
    wordsMs: 400,
  });
  await world.network.callee(MACHINE, {
    ringMs: 200,
    steps: [
      { atMs: 2_500, do: { type: 'say', audio: sounds(GREETING) } },
      { do: { type: 'say', audio: BEEP } },
      { atMs: 40_000, do: { type: 'hang_up' } },
    ],
  });
  const call = await callTo(MACHINE);
  t.match(call.call, { status: 'completed', endReason: 'voicemail' });
  const turns = spokenTurns(call);
  const spokenBy = (role: string): string =>
    turns.flatMap(({ speaker, text }) => (speaker === role ? [text] : [])).join(' ');
  t.equal(spokenBy('customer'), GREETING);
  t.equal(spokenBy('assistant'), `Hello, Ada here. ${MESSAGE}`);
};

t.test('speech to speech in one process', concurrent(200_000), async (t) => {
  const service = await serve(t);
  const { engine, stt, llm, world, logged, callTo } = service;

  await t.test('uses a tool and transfers the customer', (t) => callWithTools(t, service));

  await t.test('hears an interruption, and the engine knows how much of the answer was heard', async (t) => {
    await engine.configure({ key: KEY, words: WORDS, replies: [{ text: LONG }, { text: 'Yes?' }] });
    await world.network.callee(LOUD, {
      ringMs: 200,
      steps: [
        { afterSilenceMs: 600, do: ask },
        { afterHearingMs: 1_200, do: ask },
        { afterSilenceMs: 2_500, do: { type: 'hang_up' } },
      ],
    });
    const call = await callTo(LOUD);
    const [, , cut, ...rest] = spokenLines(call);
    t.ok(`assistant: ${LONG}`.startsWith(cut ?? '-') && cut !== `assistant: ${LONG}`, cut ?? '');
    t.match(rest, [`customer: ${QUESTION}`, 'assistant: Yes?']);
    const [connection] = await engine.connections();
    const item = connection?.conversation.find(({ id }) => id === 'answer_1');
    const turn = spokenTurns(call)[2];
    const playedMs = (turn?.audioEndOffsetMs ?? 0) - (turn?.audioOffsetMs ?? 0);
    t.ok(Math.abs((item?.ms ?? 0) - playedMs) <= 60, `${item?.ms} and ${playedMs}`);
    t.same(connection?.complaints, []);
    wholeNumbers(t, call);
  });

  await t.test('leaves a message on an answering machine', (t) => callOfMachine(t, service));

  await t.test('other providers take over from an engine that dies, without a long wait', async (t) => {
    const gone = { type: 'status', status: 503 } as const;
    await engine.configure({
      key: KEY,
      words: WORDS,
      replies: [
        { text: 'It is in Boston.' },
        { text: 'Never heard.', fault: { type: 'cut', afterPieces: 0 } },
      ],
      faults: [{ type: 'none' }, ...Array.from({ length: 20 }, () => gone)],
    });
    await stt.configure({ key: KEY, words: WORDS, faults: [] });
    llm.answer({ text: ['It is still in Boston. '] });
    await world.network.callee(UNLUCKY, {
      ringMs: 200,
      steps: [
        { afterSilenceMs: 600, do: ask },
        { afterSilenceMs: 1_500, do: ask },
        { afterSilenceMs: 4_500, do: ask },
        { afterSilenceMs: 4_500, do: { type: 'hang_up' } },
      ],
    });
    const call = await callTo(UNLUCKY);
    t.match(call.call, { status: 'completed', endReason: 'customer_hangup' });
    const lines = spokenLines(call);
    t.ok(lines.includes('assistant: It is in Boston.'), lines.join(' | '));
    const heard = call.transcript.flatMap(({ speaker, text }) => (speaker === 'customer' ? [text] : []));
    // A recogniser that is fed earlier audio reports a sentence in pieces.
    t.equal(heard.join(' '), [QUESTION, QUESTION, QUESTION].join(' '));
    t.ok(lines.includes('assistant: It is still in Boston.'), lines.join(' | '));
    t.ok(call.diagnostics.notes.some(({ code }) => code === 'engine_failed'));
    for (const { latencies } of call.diagnostics.turns) t.ok((latencies?.firstPlayedMs ?? 0) <= 4_000);
  });

  t.test('sessions of such calls can be replayed', async (t) => {
    const files = await until('the logs are written', () => {
      const names = existsSync(world.sessionLogDir) ? readdirSync(world.sessionLogDir) : [];
      return names.length >= 4 && names;
    });
    for (const file of files) {
      const log = parseSessionLog(readFileSync(join(world.sessionLogDir, file)));
      t.same(
        replay(log).map(digest),
        log.inputs.map(({ outputs }) => outputs),
        file,
      );
    }
  });

  t.test('parley replay finds no difference in them', async (t) => {
    const { sessions, unreadable } = await replayedSessions(world.sessionLogDir, 4);
    t.same(unreadable, []);
    t.ok(sessions.length >= 4);
    for (const session of sessions) t.match(session, { difference: null, torn: 0 });
  });

  t.test('the key is in no log, metric or session log', async (t) => {
    const metrics = await world.service().metrics();
    const sessions = readdirSync(world.sessionLogDir).map((file) =>
      gunzipSync(readFileSync(join(world.sessionLogDir, file))).toString(),
    );
    t.ok(logged.length > 0);
    t.notMatch([...logged, metrics, ...sessions].join('\n'), KEY);
    t.notMatch(logged.join('\n'), 'secret-of-the-provider');
  });
});

t.test('speech to speech in media threads', concurrent(120_000), async (t) => {
  const service = await serve(t, { PARLEY_MEDIA_THREADS: '1', PARLEY_MEDIA_PORT: '0' });
  await t.test('uses a tool and transfers the customer', (t) => callWithTools(t, service));
  t.notMatch(service.logged.join('\n'), KEY);
});
