/**
 * `npm run bench:greeting [-- --calls 200 --seconds 60]`: many calls wait for one greeting that has never been
 * synthesised. How long does the thread that paces audio stay in one turn of the event loop when the speech arrives?
 * Real sessions, the real synthesiser and its cache in one process, no network. Exits with 1 when the median of the
 * longest turns exceeds the budget.
 */
import { parseArgs } from 'node:util';
import { createLiveSession, type LiveSession } from '../../media/driver/live-session.js';
import type { MediaProviders } from '../../media/providers.js';
import { sessionSettings } from '../../media/settings.js';
import { phrasesFor } from '../../media/speech/phrases.js';
import { twilioDialect } from '../../providers/carriers/twilio/media-dialect.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { withCache } from '../../providers/speech/speech-cache.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { openThreadClock } from '../../src/metrics/loop-delay.js';
import { noTools } from '../../testkit/stubs/no-tools.js';
import { deafRecogniser, muteModel } from '../../testkit/stubs/silent-media.js';
import { print, run, wholeNumber } from '../command-line.js';
import { median } from '../gauges/quantiles.js';

/** One turn of the loop, ms of processor time. */
const BUDGET_MS = 5;
const ROUNDS = 7;
const VOICE = 'flite:slt';
const SENTENCE = 'I would like to book a table for two people.';
/** How long the sentence takes in that voice, s. */
const SENTENCE_SECONDS = 2.6;

/** Calls `onSpeech` when speech has arrived, before any consumer receives it. */
const observed = (inner: Synthesiser, onSpeech: (text: string) => void): Synthesiser => ({
  ...inner,
  synthesise: async function* (request, signal) {
    for await (const chunk of inner.synthesise(request, signal)) {
      onSpeech(request.text);
      yield chunk;
    }
  },
});

const providersWith = (synthesiser: Synthesiser): MediaProviders => ({
  recognisers: [deafRecogniser],
  synthesisers: [synthesiser],
  models: [muteModel],
  engines: [],
  timeZone: 'UTC',
  voiceDetector: null,
  phrasesOf: () => [],
});

interface Round {
  /** From the first call that plays the greeting to the last. */
  readonly spreadMs: number;
  /** Processor time of each turn of the loop meanwhile, ms. */
  readonly turns: readonly number[];
}

/** Processor time of this thread where the system provides it; otherwise wall-clock time, which includes others' work. */
const workedMs = openThreadClock()?.workedMs ?? ((): number => performance.now());

/** Plays one greeting to all `calls` calls. */
const measure = async (
  providers: MediaProviders,
  speech: { onChunk: (text: string) => void },
  greeting: string,
  calls: number,
): Promise<Round> => {
  const sessions: LiveSession[] = [];
  const greeted = new Set<number>();
  let firstAt = 0;
  let lastAt = 0;
  const turns: number[] = [];
  let before = 0;
  let resolveAll: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    resolveAll = resolve;
  });
  const turn = (): void => {
    const now = workedMs();
    turns.push(now - before);
    before = now;
    if (greeted.size < calls) setImmediate(turn);
    else resolveAll();
  };
  speech.onChunk = (text) => {
    // Sessions synthesise their other phrases as well.
    if (text !== greeting || before > 0) return;
    before = workedMs();
    setImmediate(turn);
  };
  for (let call = 0; call < calls; call += 1) {
    const session = createLiveSession({
      onSpeaker: () => undefined,
      brief: {
        attachmentId: `c${call}`,
        instructions: '',
        greeting,
        language: 'en',
        settings: sessionSettings({}),
        phrases: phrasesFor('en'),
        resumed: false,
        turns: [],
        toolUses: [],
        isBack: false,
        voicemail: { type: 'hang_up' },
        epochMs: 0,
        backgroundNoise: null,
        confirmsVoice: false,
        providers: { models: 1, synthesisers: 1, recognisers: 1 },
      },
      speechIn: (language) => ({ voiceId: VOICE, language }),
      onLanguage: () => undefined,
      onHeard: () => undefined,
      timeZone: null,
      onUsage: () => undefined,
      providers,
      tracks: { write: () => undefined, close: async () => undefined },
      knowledge: async () => [],
      tools: { tools: noTools.of(), useTool: noTools.use },
      post: () => undefined,
      observe: () => undefined,
      spare: (work) => work(),
      countPreemptive: () => undefined,
      countDisclosure: () => undefined,
      onFailed: (error) => {
        throw error;
      },
      onProviderFailed: (_what, error) => {
        // Speech that the session was still preparing ahead is cut off when the bench ends.
        if (greeted.size < calls) throw error;
      },
      now: () => performance.now(),
      originMs: performance.now(),
      onStep: null,
    });
    const writer = twilioDialect.writer(`MZ${call}`);
    session.attach({
      audio: (payload) => {
        writer.media(payload);
        lastAt = performance.now();
        if (greeted.size === 0) firstAt = lastAt;
        greeted.add(call);
      },
      mark: (name) => void writer.mark(name),
      clear: () => undefined,
      together: (work) => work(),
    });
    sessions.push(session);
  }
  for (const session of sessions) session.feed({ type: 'connected' });
  await all;
  await Promise.all(sessions.map((session) => session.finish()));
  return { spreadMs: lastAt - firstAt, turns };
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const calls = wholeNumber('calls', values.calls, 1, 2_000);
  const seconds = wholeNumber('seconds', values.seconds, 3, 100);
  const flite = createFlite();
  const speech = { onChunk: (_text: string): void => undefined };
  const providers = providersWith(withCache(observed(flite, (text) => speech.onChunk(text))));
  const busiest: number[] = [];
  const spreads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Never synthesised before, and of the requested length.
    const text = `${round + 1}. ${`${SENTENCE} `.repeat(Math.ceil(seconds / SENTENCE_SECONDS))}`;
    const { spreadMs, turns } = await measure(providers, speech, text, calls);
    // The first round compiles the code.
    if (round === 0) continue;
    busiest.push(Math.max(...turns));
    spreads.push(spreadMs);
  }
  await flite.close();
  const worst = Math.max(...busiest);
  print(`${calls} calls wait for one greeting of ${seconds} s, ${ROUNDS - 1} rounds after a warm-up:`);
  print(`  longest turn of the loop  median ${median(busiest).toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
  print(
    `  first call to last        median ${median(spreads).toFixed(1)} ms, worst ${Math.max(...spreads).toFixed(1)} ms`,
  );
  if (median(busiest) > BUDGET_MS) process.exitCode = 1;
};

run(main);
