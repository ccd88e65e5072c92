/**
 * Turns: callers pause inside what they say, and wait when they have finished. Two recognisers: one writes full stops at
 * pauses, one writes none. A turn is split if it becomes several turns of the transcript.
 */
import { briefFor } from '../call/brief.js';
import { type SpokenWord, say, withSign, wordsFrom } from '../call/caller.js';
import { startCall, type VirtualCall } from '../call/virtual-call.js';
import { steadyVoice } from '../call/voices.js';
import { readTurns } from '../corpora.js';
import { count, failuresOf, figure, only, overHalves, type Part, percent, quantile } from '../figures.js';

type Turn = ReturnType<typeof readTurns>[number];

const RECOGNISERS = ['full stops', 'no full stops'] as const;
/** `full stops`: writes them at pauses and ends; `no full stops`: writes none. */
type RecogniserStyle = (typeof RECOGNISERS)[number];

/** From the end of speech until the recogniser's final result, ms. */
const FINAL_MS = 250;
const TIMES = { partialMs: 120, finalMs: FINAL_MS, endOfUtterance: false } as const;
const PAUSE_BEFORE_MS = 600;
const AFTERWARDS_MS = 4_000;
const LONGEST_MS = 60_000;

/** The outcome of a turn. */
interface Heard {
  readonly id: string;
  readonly hasPauses: boolean;
  /** Turns of the transcript that the caller's words became; 1 is right. */
  readonly turns: number;
  /** Whether the agent was heard before the caller had finished. */
  readonly wasSpokenInto: boolean;
  /** From the recogniser's last result until the turn had ended, ms; null: it did not end. */
  readonly waitMs: number | null;
}

/** What the recogniser writes for a segment. */
const textOf = (
  { kind, language, segments, pauses }: Turn,
  segment: number,
  style: RecogniserStyle,
): string => {
  const isLast = segment === segments.length - 1;
  const isStopped = isLast || pauses[segment]?.fullStop === true;
  return withSign(
    segments[segment] ?? '',
    language,
    style === 'full stops' && isStopped,
    isLast && kind === 'question',
  );
};

/** The words of each segment, the first from `startMs` on. */
const segmentsFrom = (
  { language, segments, pauses }: Turn,
  startMs: number,
): readonly (readonly SpokenWord[])[] => {
  let atMs = startMs;
  return segments.map((segment, index) => {
    const words = wordsFrom(segment, language, atMs);
    atMs = (words.at(-1)?.endMs ?? atMs) + (pauses[index]?.ms ?? 0);
    return words;
  });
};

/** Starts the call, and lets the agent ask its question. Returns when the caller may begin. */
const askFirst = (
  { language, asked }: Turn,
  start: typeof startCall,
): { call: VirtualCall; fromMs: number } => {
  const call = start(briefFor({ language, greeting: asked ?? '' }), {
    voice: steadyVoice,
    voiceFirstMs: 100,
    model: () => ({ text: 'Thank you very much, one moment.', firstMs: 300, tokenMs: 15 }),
  });
  if (asked === null) return { call, fromMs: PAUSE_BEFORE_MS };
  call.runUntil(() => call.turns().length > 0, LONGEST_MS);
  return { call, fromMs: call.now() + PAUSE_BEFORE_MS };
};

/** Plays a turn. `start` is another one in tests of the judgement. */
export const judgeTurn = (turn: Turn, style: RecogniserStyle, start: typeof startCall = startCall): Heard => {
  const { call, fromMs } = askFirst(turn, start);
  const segments = segmentsFrom(turn, fromMs);
  for (const [index, words] of segments.entries()) say(call, words, TIMES, textOf(turn, index, style));
  const endMs = segments.at(-1)?.at(-1)?.endMs ?? fromMs;
  call.run(endMs + AFTERWARDS_MS);
  const turns = call.turns().filter(({ turn: booked }) => booked.speaker === 'customer');
  const repliesAfter = call.replies().filter((atMs) => atMs >= endMs);
  const wasSpokenInto = call.played().some(({ atMs }) => atMs > fromMs && atMs < endMs);
  call.close();
  const repliedAt = repliesAfter[0];
  return {
    id: turn.id,
    hasPauses: turn.pauses.length > 0,
    turns: turns.length,
    wasSpokenInto,
    waitMs: repliedAt === undefined ? null : Math.max(0, repliedAt - endMs - FINAL_MS),
  };
};

export const turns: Part = {
  name: 'turns',
  title: 'When a turn ends: pauses inside it, and the wait after it',
  run: (share) => {
    const all = RECOGNISERS.map((style) => ({
      style,
      results: overHalves(readTurns(), share, (turn) => judgeTurn(turn, style)),
    }));
    return {
      figures: all.flatMap(({ style, results }) => {
        const paused = only(results, ({ hasPauses }) => hasPauses);
        const plain = only(results, ({ hasPauses }) => !hasPauses);
        const wait = ({ waitMs }: Heard): number | null => waitMs;
        return [
          figure(`${style}: split at a pause`, '%', { atMost: 5 }, paused, percent(isSplit)),
          figure(
            `${style}: agent heard inside the turn`,
            '',
            null,
            paused,
            count(({ wasSpokenInto }) => wasSpokenInto),
          ),
          figure(
            `${style}: not answered`,
            '',
            { atMost: 0 },
            results,
            count(({ waitMs }) => waitMs === null),
          ),
          figure(
            `${style}: wait after a finished turn, p50`,
            'ms',
            { atMost: 350 },
            plain,
            quantile(0.5, wait),
          ),
          figure(
            `${style}: wait after a finished turn, p95`,
            'ms',
            { atMost: 900 },
            plain,
            quantile(0.95, wait),
          ),
        ];
      }),
      failures: all.flatMap(({ style, results }) =>
        failuresOf(results, (heard) => {
          if (heard.hasPauses && isSplit(heard)) return `${style}: ${heard.turns} turns`;
          if (heard.waitMs === null) return `${style}: not answered`;
          return heard.waitMs > 900 ? `${style}: waits ${heard.waitMs} ms` : null;
        }),
      ),
    };
  },
};

const isSplit = (heard: Heard): boolean => heard.turns > 1;
