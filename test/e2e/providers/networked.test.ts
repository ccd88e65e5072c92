/**
 * A service whose recogniser, model and synthesiser are providers, by configuration alone: each is simulated in another
 * process. Others take over if they fail, and no key leaks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type SpeechPart, speak } from '../../../simulators/support/spoken.js';
import { isSettled } from '../../../testkit/api/client.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { startRecognisers } from '../../../testkit/simulators/simulated-recognisers.js';
import { startSpeechSimulator } from '../../../testkit/simulators/speech-simulator.js';

const KEYS = {
  model: 'sk-key-of-the-llm-4711',
  recogniser: 'dg-key-of-the-stt-4712',
  voice: 'el-key-of-the-voice-4713',
};
const WORDS = 'is there a table for two this evening'.split(' ');
const CALL_MS = 60_000;

t.setTimeout(600_000);

const seed = seedOfRun();
t.comment(`PARLEY_TEST_SEED=${seed}`);
const stt = await startRecognisers(t);
const tts = await startSpeechSimulator(KEYS.voice);
t.teardown(() => tts.stop());
const llm = await startOpenAiServer(t);
const logged: string[] = [];
const world = await startWorld(
  t,
  {
    PARLEY_MODEL: 'openai:gpt-simulated',
    OPENAI_API_KEY: KEYS.model,
    OPENAI_BASE_URL: llm.url,
    PARLEY_RECOGNISER: 'deepgram:nova-3,phrase-book',
    DEEPGRAM_API_KEY: KEYS.recogniser,
    DEEPGRAM_BASE_URL: stt.url,
    PARLEY_SYNTHESISER: 'elevenlabs:voice-b,flite:rms',
    ELEVENLABS_API_KEY: KEYS.voice,
    ELEVENLABS_BASE_URL: tts.url,
    PARLEY_LOG_LEVEL: 'info',
  },
  { onLog: (line) => void logged.push(line) },
);
const client = world.client();

/** What the customer says, as the simulated recogniser understands it. */
const questionAudio = (): string => {
  const spokenWords: SpeechPart[] = WORDS.flatMap((_word, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
  return Buffer.from(speak(spokenWords, seeded(seed))).toString('base64');
};

const HANG_UP = { id: 'call_1', name: 'end_call', arguments: '{}' };

/** A call in which the customer asks and the agent answers, with a sentence that was not synthesised before. */
const conversation = async (to: string, time: string): Promise<readonly string[]> => {
  llm.answer({ text: ['We have one ', `at ${time}. `, 'Goodbye.'], tools: [HANG_UP] });
  await world.network.callee(to, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio: questionAudio() } }],
  });
  const agent = await client.createAgent('Ada', 'You are Ada, of the harbour restaurant.', {
    firstGreeting: 'Hello, Ada here.',
  });
  const { transcript } = await client.callUntil(await client.startCall(agent.id, to), isSettled, CALL_MS);
  // On a busy machine the customer hears a filler.
  return transcript
    .map(({ speaker, text }) => `${speaker}: ${text}`)
    .filter((line) => line !== 'assistant: One moment, please.');
};

const withAnswer = (time: string): readonly string[] => [
  'assistant: Hello, Ada here.',
  `customer: ${WORDS.join(' ')}`,
  `assistant: We have one at ${time}. Goodbye.`,
];

t.test('the voices of all providers can be chosen, in the languages that they speak', async (t) => {
  const { voices } = await client.get<{ voices: readonly Record<string, unknown>[] }>('/api/v1/voices');
  t.match(voices.slice(0, 2), [
    { id: 'elevenlabs:voice-b', name: 'Rachel', provider: 'elevenlabs', language: 'en-US' },
    { id: 'elevenlabs:voice-c', provider: 'elevenlabs', language: 'de' },
  ]);
  t.match(
    voices.find(({ id }) => id === 'flite:rms'),
    { provider: 'flite' },
  );
  const german = await client.get<{ voices: readonly Record<string, unknown>[] }>(
    '/api/v1/voices?language=de',
  );
  t.ok(german.voices.length > 1, 'and those whose model knows it');
  t.notOk(german.voices.some(({ provider }) => provider === 'flite'));
  t.same(Object.keys(voices[0] ?? {}).sort(), [
    'furtherLanguages',
    'gender',
    'id',
    'language',
    'name',
    'provider',
    'sampleUrl',
    'speeds',
  ]);
});

t.test('providers transcribe, answer and speak in a call', async (t) => {
  await stt.configure({ key: KEYS.recogniser, words: WORDS, faults: [] });
  t.same(await conversation('+14155550190', 'eight'), withAnswer('eight'));
  const [connection] = await stt.connections();
  t.match(connection?.path, /model=nova-3.*encoding=mulaw|encoding=mulaw.*model=nova-3/);
  const paths = (await tts.visits()).map(({ path }) => path);
  t.ok(
    paths.some((path) => path.includes('/voice-b/') && path.includes('ulaw_8000')),
    String(paths),
  );
});

t.test('a failed synthesiser is replaced, and a failed recogniser reconnects', async (t) => {
  await stt.configure({ key: KEYS.recogniser, words: WORDS, faults: [{ type: 'cut', afterMs: 2_500 }] });
  await tts.behave({ fault: 'broken_before_audio' });
  t.same(await conversation('+14155550191', 'nine'), withAnswer('nine'));
  t.ok((await stt.connections()).length > 1, 'another connection heard the rest');
  const failures = logged.filter((line) => line.includes('"media.provider_failed"'));
  t.match(failures[0], /synthesis_unavailable/);
});

/** A call in which the model does not answer, with the silence before each of its turns, ms. */
const unanswered = async () => {
  await stt.configure({ key: KEYS.recogniser, words: WORDS, faults: [] });
  await tts.behave({});
  llm.answer({ type: 'stall', afterEvents: 0 });
  await world.network.callee('+14155550192', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 500, do: { type: 'say', audio: questionAudio() } },
      { atMs: 18_000, do: { type: 'hang_up' } },
    ],
  });
  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  const callId = await client.startCall(agent.id, '+14155550192');
  const { call, transcript } = await client.callUntil(callId, isSettled, CALL_MS);
  const silencesMs = transcript.map(({ audioOffsetMs }, index) => {
    const before = transcript[index - 1];
    return before === undefined ? 0 : (audioOffsetMs ?? 0) - (before.audioEndOffsetMs ?? 0);
  });
  return { call, transcript, silencesMs };
};

t.test('a model that does not answer leads to a filler and an apology, not to silence', async (t) => {
  let heard = await unanswered();
  // A stall of the machine adds to the silence; a service that is too slow is slow each time.
  for (let again = 0; again < 2 && heard.silencesMs.some((ms) => ms > 4_000); again += 1)
    heard = await unanswered();
  const { call, transcript, silencesMs } = heard;
  t.match(
    transcript.map(({ text }) => text),
    [
      'Hello, Ada here.',
      WORDS.join(' '),
      'One moment, please.',
      'I am sorry, something went wrong on my side.',
    ],
  );
  t.equal(call.endedBy, 'customer');
  for (const [index, ms] of silencesMs.entries())
    t.ok(ms <= 4_000, `${ms} ms of silence before "${transcript[index]?.text}"`);
});

t.test('no key is in a log, a metric, an answer or on disk', async (t) => {
  const outputs = [...logged, await world.service().metrics()];
  for (const path of ['voices', 'agents', 'voice/calls', 'openapi.json'])
    outputs.push(JSON.stringify(await client.get<unknown>(`/api/v1/${path}`).catch(String)));
  const files = readdirSync(world.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  t.ok(files.length > 10, 'journal, views, recordings, logs of sessions');
  for (const key of Object.values(KEYS)) {
    t.notMatch(outputs.join('\n'), key);
    const holding = files.filter(({ parentPath, name }) =>
      readFileSync(join(parentPath, name)).includes(key),
    );
    t.same(
      holding.map(({ name }) => name),
      [],
    );
  }
});
