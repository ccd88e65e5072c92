/** However connections are lost, no speech is lost or reported twice (reconnecting-stream.ts, S1 to S3). */
import fc from 'fast-check';
import t from 'tap';
import type { RecognitionEvent } from '../../../../providers/speech/recogniser.js';
import { LIVE_LIMITS } from '../../../../providers/speech/recognisers/limits.js';
import { type SpeechPart, speak } from '../../../../simulators/support/spoken.js';
import {
  createWordDetector,
  type Hearing,
  type WordDetector,
} from '../../../../simulators/support/word-detector.js';
import { seeded, seedOfRun } from '../../../../testkit/seeded.js';
import { casesOf } from '../../../support/full-run.js';
import { createBench } from './stream-bench.js';

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`);

interface Utterance {
  readonly words: readonly number[];
  readonly pauseMs: number;
}

const UTTERANCES = fc.array(
  fc.record({
    words: fc.array(fc.integer({ min: 0, max: WORDS.length - 1 }), { minLength: 1, maxLength: 5 }),
    pauseMs: fc.integer({ min: 320, max: 1_500 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The utterances as audio. A short silence follows each word, so that equal words stay separate. */
const soundsOf = (utterances: readonly Utterance[]): readonly SpeechPart[] =>
  utterances.flatMap(({ words, pauseMs }) => [
    ...words.flatMap((word): SpeechPart[] => [{ word, ms: 200 }, { silenceMs: 40 }]),
    { silenceMs: pauseMs },
  ]);

/** After how much audio a connection is lost, ms, and how long it took to open, ms. */
const LOSSES = fc.array(
  fc.record({ afterMs: fc.integer({ min: 0, max: 4_000 }), openMs: fc.integer({ min: 0, max: 400 }) }),
  { maxLength: 9 },
);

/** Time for every connection to be lost, and for the last one to report what it heard, ms. */
const afterwardsMs = (losses: readonly { readonly afterMs: number; readonly openMs: number }[]): number =>
  losses.reduce((sum, { afterMs, openMs }) => sum + afterMs + openMs, 5_000);

/** The finals of a provider whose connection is never lost and which reports at once. */
const truthOf = (audio: Uint8Array): readonly RecognitionEvent[] =>
  createWordDetector(WORDS)
    .hear(audio)
    .flatMap((hearing): RecognitionEvent[] => {
      const [first] = hearing.type === 'end' ? hearing.words : [];
      const last = hearing.type === 'end' ? hearing.words.at(-1) : undefined;
      if (hearing.type !== 'end' || first === undefined || last === undefined) return [];
      const text = hearing.words.map((word) => word.text).join(' ');
      const { startMs } = first;
      return [{ type: 'final', text, startMs, endMs: last.endMs, confidence: 1, endOfUtterance: true }];
    });

interface Live {
  readonly ear: WordDetector;
  /** Events that will be delivered, and when. */
  mail: { readonly at: number; readonly event: object }[];
  heard: number;
}

/** Plays the audio in real time to a provider that reports everything `lateMs` late. */
const listen = (
  audio: Uint8Array,
  losses: readonly { readonly afterMs: number; readonly openMs: number }[],
  lateMs: number,
): readonly RecognitionEvent[] => {
  const bench = createBench({
    ...LIVE_LIMITS,
    maxLosses: 1_000,
    pausesMs: Array.from({ length: 10 }, () => 0),
  });
  const left = [...losses];
  let live: Live | null = null;
  let [connection, openAt] = [bench.connects, 0];
  for (let at = 0; at < audio.length; at += 160) {
    bench.wait(20);
    bench.feed({ type: 'audio', mulaw: audio.subarray(at, at + 160) });
    if (bench.connects !== connection) {
      [connection, openAt] = [bench.connects, bench.now + (left[0]?.openMs ?? 0)];
      live = null;
    }
    if (live === null && bench.now >= openAt) {
      live = { ear: createWordDetector(WORDS), mail: [], heard: 0 };
      bench.feed({ type: 'opened' });
    }
    if (live === null) continue;
    for (const piece of bench.sent.slice(live.heard))
      for (const hearing of live.ear.hear(piece)) {
        const event = messageOf(hearing);
        if (event !== null) live.mail.push({ at: bench.now + lateMs, event });
      }
    live.heard = bench.sent.length;
    const [loss] = left;
    if (loss !== undefined && live.ear.heardMs() >= loss.afterMs) {
      left.shift();
      bench.feed({ type: 'broken' });
      live = null;
      continue;
    }
    const due = live.mail.filter((each) => each.at <= bench.now);
    live.mail = live.mail.filter((each) => each.at > bench.now);
    for (const { event } of due) bench.say(event);
  }
  return bench.events.filter(({ type }) => type !== 'partial');
};

/** The event that a provider with one final for each utterance sends for what it hears. */
const messageOf = (hearing: Hearing): object | null => {
  if (hearing.type === 'pause') return null;
  if (hearing.type === 'quiet') return { type: 'settled', throughMs: hearing.atMs };
  if (hearing.type === 'speech') return { type: 'speech', startMs: hearing.startMs };
  const [first] = hearing.words;
  const last = hearing.words.at(-1);
  if (first === undefined || last === undefined) return null;
  const text = hearing.words.map((word) => word.text).join(' ');
  const span = { startMs: first.startMs, endMs: last.endMs };
  if (hearing.type === 'word') return { type: 'partial', text, ...span };
  return { type: 'final', text, ...span, settledMs: hearing.atMs, confidence: 1, endOfUtterance: true };
};

t.test('reports every final once, in order and at its time, whenever connections are lost', (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  let finals = 0;
  let lost = 0;
  fc.assert(
    fc.property(UTTERANCES, LOSSES, fc.integer({ min: 0, max: 900 }), (utterances, losses, lateMs) => {
      const audio = speak([...soundsOf(utterances), { silenceMs: afterwardsMs(losses) }], seeded(seed));
      const truth = truthOf(audio);
      const reported = listen(audio, losses, lateMs);
      finals += truth.length;
      lost += losses.length;
      if (JSON.stringify(reported) !== JSON.stringify(truth))
        throw new Error(`reported ${JSON.stringify(reported)}, not ${JSON.stringify(truth)}`);
    }),
    { seed, numRuns: casesOf(200) },
  );
  t.comment(`${finals} finals, ${lost} losses`);
  t.ok(finals > casesOf(200) && lost > casesOf(200));
  t.end();
});
