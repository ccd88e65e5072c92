/**
 * Providers of each kind that stall, fail or are slow, over real sockets: the customer never hears four seconds of
 * silence, and what they hear is in the order of docs/explanation/media.md, "Failure". test/media/session/reply/silence.test.ts has each case
 * without sockets.
 */
import t, { type Test } from 'tap';
import type { ModelAnswer } from '../../../../simulators/models/server.js';
import type { Fault } from '../../../../simulators/recognition/world.js';
import { type SpeechPart, speak } from '../../../../simulators/support/spoken.js';
import { type CallDetail, isSettled } from '../../../../testkit/api/client.js';
import { seeded, seedOfRun } from '../../../../testkit/seeded.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { startSimulatedModel } from '../../../../testkit/simulators/simulated-model.js';
import { startRecognisers } from '../../../../testkit/simulators/simulated-recognisers.js';
import { startSpeechSimulator } from '../../../../testkit/simulators/speech-simulator.js';
import { until } from '../../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../../support/full-run.js';

const KEY = 'key-of-all-providers-of-a-test';
const WORDS = 'is there a table for two'.split(' ');
const QUESTION = WORDS.join(' ');
const GREETING = 'Hello, Ada here.';
const FILLER = 'One moment, please.';
const APOLOGY = 'I am sorry, something went wrong on my side.';
const CALL_MS = 90_000;
/** The promise of docs/explanation/media.md, plus what the sockets and this machine add. */
const MOST_SILENCE_MS = 4_000 + 300;
/** After this pause the customer speaks again: the agent owes them nothing more. */
const PAUSE_MS = 4_500;

t.setTimeout(600_000);

const seed = seedOfRun();
t.comment(`PARLEY_TEST_SEED=${seed}`);
const stt = await startRecognisers(t);
const tts = await startSpeechSimulator(KEY);
t.teardown(() => tts.stop());
const llms = [await startSimulatedModel(t, 'openai'), await startSimulatedModel(t, 'anthropic')] as const;
const world = await startWorld(t, {
  ...SILERO_DETECTOR,
  PARLEY_MODEL: 'openai:gpt-simulated,anthropic:claude-simulated',
  OPENAI_API_KEY: KEY,
  OPENAI_BASE_URL: llms[0].url,
  ANTHROPIC_API_KEY: KEY,
  ANTHROPIC_BASE_URL: llms[1].url,
  PARLEY_RECOGNISER: 'deepgram:nova-3,assemblyai:universal-streaming-english',
  DEEPGRAM_API_KEY: KEY,
  DEEPGRAM_BASE_URL: stt.url,
  ASSEMBLYAI_API_KEY: KEY,
  ASSEMBLYAI_BASE_URL: stt.url,
  PARLEY_SYNTHESISER: 'elevenlabs:voice-b,cartesia:voice-b',
  ELEVENLABS_API_KEY: KEY,
  ELEVENLABS_BASE_URL: tts.url,
  CARTESIA_API_KEY: KEY,
  CARTESIA_BASE_URL: tts.url,
});
const client = world.client();
const agent = await client.createAgent('Ada', 'You are Ada.', {
  firstGreeting: GREETING,
  fillerAfterSeconds: 2,
});

/** What the simulated recognisers understand as the question. */
const spokenWords: SpeechPart[] = WORDS.flatMap((_word, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
const questionAudio = Buffer.from(speak(spokenWords, seeded(seed))).toString('base64');

interface Faults {
  readonly llmAnswer?: ModelAnswer;
  readonly ttsFault?: 'stall_before_audio' | 'down' | 'drip';
  readonly sttFault?: Fault;
  /** Replaces the sound of the question. */
  readonly speech?: string;
}

interface Heard extends CallDetail {
  /** `assistant: …`, `customer: …` */
  readonly lines: readonly string[];
  readonly codes: readonly string[];
  /** The longest silence that the agent ended, by speaking or hanging up. */
  readonly silenceMs: number;
}

let calls = 0;

/** A customer asks twice, unless the call ends before. The faults take effect after the greeting. */
const attempt = async ({ llmAnswer, ttsFault, sttFault, speech = questionAudio }: Faults): Promise<Heard> => {
  calls += 1;
  const number = `+141555502${String(calls).padStart(2, '0')}`;
  for (const llm of llms) await llm.answer(llmAnswer ?? { text: [`We have one at ${calls}. `] });
  const faults = sttFault === undefined ? [] : Array.from({ length: 30 }, () => sttFault);
  await stt.configure({ key: KEY, words: WORDS, faults });
  await tts.behave({ fault: 'none' });
  const say = { type: 'say', audio: speech, text: QUESTION } as const;
  await world.network.callee(number, {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 800, do: say },
      { afterSilenceMs: PAUSE_MS, do: say },
      { afterSilenceMs: PAUSE_MS, do: { type: 'hang_up' } },
    ],
  });
  const callId = await client.startCall(agent.id, number);
  const sid = await until('the call', async () => (await world.network.callsOf(callId))[0]?.sid);
  await until('the greeting', async () => (await world.network.heard(sid)).length > 0);
  // The fixed sentences were synthesised when the call began.
  if (ttsFault !== undefined) await tts.behave({ fault: ttsFault });
  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  return {
    ...detail,
    lines: detail.transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    codes: detail.diagnostics.notes.map(({ code }) => code),
    silenceMs: await longestSilence(sid),
  };
};

/** Measured on what the simulated network played to the customer and sent from them. */
const longestSilence = async (sid: string): Promise<number> => {
  const history = await world.network.history(sid);
  const agents = (await world.network.heard(sid)).map(({ atMs, audio }) => ({
    fromMs: atMs,
    toMs: atMs + audio.length / 8,
    isOwed: true,
  }));
  const customers = history.said.map(({ atMs, endMs }) => ({ fromMs: atMs, toMs: endMs, isOwed: false }));
  const endMs = (history.endedAt ?? 0) - (history.answeredAt ?? 0);
  const end = { fromMs: endMs, toMs: endMs, isOwed: history.endedBy !== 'callee' };
  const sounds = [...agents, ...customers, end].toSorted((a, b) => a.fromMs - b.fromMs);
  let [longest, until] = [0, sounds[0]?.fromMs ?? 0];
  for (const { fromMs, toMs, isOwed } of sounds) {
    if (isOwed) longest = Math.max(longest, fromMs - until);
    until = Math.max(until, toMs);
  }
  return longest;
};

/** An agent that is late this many times in a row is late. */
const ATTEMPTS = 3;

const isInTime = ({ silenceMs }: Heard): boolean => silenceMs <= MOST_SILENCE_MS;

/** Such a call, repeated if it was not as expected: a hiccup of the machine is audible as well. */
const callWith = async (faults: Faults, isMeant: (heard: Heard) => boolean = isInTime): Promise<Heard> => {
  let heard = await attempt(faults);
  for (let tries = 1; tries < ATTEMPTS && !isMeant(heard); tries += 1) heard = await attempt(faults);
  return heard;
};

/** What a customer hears if no provider can answer: an apology after each of two questions, then the call ends. */
const APOLOGIES = (bridged: boolean): readonly string[] => {
  const question = [
    `customer: ${QUESTION}`,
    ...(bridged ? [`assistant: ${FILLER}`] : []),
    `assistant: ${APOLOGY}`,
  ];
  return [`assistant: ${GREETING}`, ...question, ...question];
};

const isQuietFor = (t: Test, heard: Heard): void =>
  void t.ok(isInTime(heard), `${Math.round(heard.silenceMs)} ms of silence at most`);

/** The codes that must be noted, in order: the fallback is tried before the provider counts as failed. */
const FAILED = (kind: 'model' | 'synthesiser'): readonly RegExp[] => {
  const failed = kind === 'model' ? /^model_failed$/ : /^speech_provider_failed$/;
  return [new RegExp(`^${kind}_retried$`), failed];
};

const FAILURES = [
  {
    what: 'every model stalls',
    faults: { llmAnswer: { type: 'stall', afterEvents: 0 } },
    kind: 'model',
    bridged: true,
    reason: 'model_failed',
    skip: false,
  },
  {
    what: 'every model fails',
    faults: { llmAnswer: { type: 'status', status: 500 } },
    kind: 'model',
    bridged: false,
    reason: 'model_failed',
    skip: ONLY_IN_FULL_RUN,
  },
  {
    what: 'every TTS stalls',
    faults: { ttsFault: 'stall_before_audio' },
    kind: 'synthesiser',
    bridged: true,
    reason: 'speech_provider_failed',
    skip: false,
  },
  {
    what: 'every TTS fails',
    faults: { ttsFault: 'down' },
    kind: 'synthesiser',
    bridged: false,
    reason: 'speech_provider_failed',
    skip: ONLY_IN_FULL_RUN,
  },
] as const;

for (const { what, faults, kind, bridged, reason, skip } of FAILURES)
  t.test(`${what}: ${bridged ? 'a filler, ' : ''}the fallback, an apology, the end`, { skip }, async (t) => {
    const isBridged = ({ lines }: Heard): boolean => lines.includes(`assistant: ${FILLER}`);
    const heard = await callWith(faults, (each) => isInTime(each) && isBridged(each) === bridged);
    t.same(heard.lines, APOLOGIES(bridged));
    t.match(heard.call, { endReason: reason, endedBy: 'provider' });
    const [retried, failed] = FAILED(kind);
    const first = heard.codes.findIndex((code) => retried?.test(code));
    const second = heard.codes.findIndex((code) => failed?.test(code));
    t.ok(first >= 0 && first < second, heard.codes.join(', '));
    isQuietFor(t, heard);
  });

t.test('every model or every TTS is slow: the call waits for it', async (t) => {
  for (const faults of [
    { llmAnswer: { type: 'drip', everyMs: 400 } },
    { ttsFault: 'drip', llmAnswer: { text: ['At nine.'] } },
  ] as const) {
    const heard = await callWith(faults);
    t.notOk(heard.lines.includes(`assistant: ${APOLOGY}`), heard.lines.join(' | '));
    t.match(heard.call, { endedBy: 'customer' });
    t.equal(heard.lines.filter((line) => /One two three\.|At nine\./.test(line)).length, 2);
    isQuietFor(t, heard);
  }
});

t.test('every recogniser fails: the fallback, an apology, the end', async (t) => {
  const heard = await callWith({ sttFault: { type: 'status', status: 503 } });
  t.same(heard.lines.at(-1), `assistant: ${APOLOGY}`);
  t.same(heard.codes, ['recogniser_retried', 'speech_provider_failed']);
  t.match(heard.call, { endReason: 'speech_provider_failed', endedBy: 'provider' });
  isQuietFor(t, heard);
});

t.test('every recogniser stalls: the agent asks the customer to repeat', async (t) => {
  const speech = await world.say('I would like to have a table for two, please.');
  const llmAnswer = { text: ['Could you say that again?'] };
  const heard = await callWith({ sttFault: { type: 'stall' }, speech, llmAnswer });
  t.ok(heard.codes.includes('not_understood'), heard.codes.join(', '));
  // The customer has waited for a while by then, and may hear a filler first.
  const lines = heard.lines.filter((line) => line !== `assistant: ${FILLER}`);
  t.match(lines.slice(0, 2), [`assistant: ${GREETING}`, 'assistant: Could you say that again?']);
  isQuietFor(t, heard);
});

t.test('every recogniser is slow: the call waits for it', { skip: ONLY_IN_FULL_RUN }, async (t) => {
  const heard = await callWith({ sttFault: { type: 'drip' } });
  t.equal(heard.lines.filter((line) => line === `customer: ${QUESTION}`).length, 2);
  t.match(heard.call, { endedBy: 'customer' });
  isQuietFor(t, heard);
});
