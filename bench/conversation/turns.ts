/**
 * The end-of-turn rules on the corpus of turns, in virtual time: how many turns are split at a pause inside, and how long
 * a finished turn waits. It models a recogniser that reports each segment as final words a fixed time after its end.
 */
import {
  NO_PAUSES,
  type Pauses,
  pausesWith,
  turnEndAt,
  waitAfter,
} from '../../media/policies/end-of-turn.js';
import { SILENCES } from '../../media/settings.js';
import type { Patience } from '../../schemas/agents/voice-settings.js';

/** A case of `turns.yaml`. */
interface TurnCase {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly asked: string | null;
  readonly segments: readonly string[];
  readonly pauses: readonly { readonly ms: number; readonly fullStop: boolean }[];
}

interface TurnsOptions {
  readonly patience: Patience;
  /** From the end of a segment to its report, ms. */
  readonly recogniserMs: number;
  /** From the start of a sound until the session counts it as the customer speaking, ms. */
  readonly noticedMs: number;
}

/** As in the measurements of whole calls. */
export const USUAL_TURNS: TurnsOptions = { patience: 'normal', recogniserMs: 250, noticedMs: 60 };

interface TurnResult {
  readonly id: string;
  readonly kind: string;
  /** Number of pauses that ended the turn although the caller went on. */
  readonly splits: number;
  /** From the report of the last words to the decision that the turn has ended, ms. */
  readonly waitMs: number;
}

/** Figures of many turns. Waits are those of turns without pauses, ms after the recogniser's report; null: none. */
interface TurnFigures {
  readonly turns: number;
  /** Turns with pauses inside, and those of them that were split. */
  readonly withPauses: number;
  readonly split: readonly string[];
  readonly waitP50: number | null;
  readonly waitP95: number | null;
  readonly waitMax: number | null;
}

/** Length of speech, ms a character; only the pauses between segments decide. */
const MS_PER_CHARACTER = 70;

const STOPS: Readonly<Record<string, string>> = { zh: '。', ja: '。', hi: '।' };

/** What becomes of one turn. */
export const turnResultOf = (
  { id, kind, language, asked, segments, pauses }: TurnCase,
  { patience, recogniserMs, noticedMs }: TurnsOptions,
): TurnResult => {
  const settings = SILENCES[patience];
  let known: Pauses = NO_PAUSES;
  let before: { readonly text: string; readonly startMs: number; readonly endMs: number } | null = null;
  let texts: readonly string[] = [];
  let splits = 0;
  let waitMs = 0;
  let atMs = 0;
  for (const [index, segment] of segments.entries()) {
    const pause = pauses[index];
    const text = pause?.fullStop === true ? `${segment}${STOPS[language] ?? '.'}` : segment;
    const spoken = { text, startMs: atMs, endMs: atMs + text.length * MS_PER_CHARACTER };
    known = pausesWith(known, before, spoken, settings.mostMs);
    before = spoken;
    texts = [...texts, text];
    const reportedAt = spoken.endMs + recogniserMs;
    const context = { language, question: asked ?? '', pauses: known, heardEnd: null };
    const endsAt = turnEndAt(spoken.endMs, reportedAt, waitAfter(texts.join(' '), context, settings));
    waitMs = endsAt - reportedAt;
    if (pause === undefined) break;
    atMs = spoken.endMs + pause.ms;
    if (endsAt >= atMs + noticedMs) continue;
    splits += 1;
    texts = [];
  }
  return { id, kind, splits, waitMs };
};

/** Figures of all turns, and the turns that were split. */
export const turnFiguresOf = (
  cases: readonly TurnCase[],
  options: TurnsOptions = USUAL_TURNS,
): TurnFigures => {
  const withPauses = cases.filter(({ pauses }) => pauses.length > 0);
  const waits = cases
    .filter(({ pauses }) => pauses.length === 0)
    .map((turn) => turnResultOf(turn, options).waitMs)
    .sort((a, b) => a - b);
  const quantile = (share: number): number | null =>
    waits[Math.max(0, Math.ceil(waits.length * share) - 1)] ?? null;
  return {
    turns: cases.length,
    withPauses: withPauses.length,
    split: withPauses.filter((turn) => turnResultOf(turn, options).splits > 0).map(({ id }) => id),
    waitP50: quantile(0.5),
    waitP95: quantile(0.95),
    waitMax: waits.at(-1) ?? null,
  };
};
