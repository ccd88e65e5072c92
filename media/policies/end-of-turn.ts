/**
 * Endpointing where the recogniser does not do it: the turn ends after a silence that fits the last words and the way
 * this customer pauses (docs/explanation/media.md "Turns").
 *
 * E1. A whole question is answered soonest, a whole sentence soon; a sentence that breaks off, and a number or an address
 *     that is incomplete, get the most time, whatever mark the recogniser wrote behind them (turn-words/ending.ts).
 * E2. A customer who went on after a pause gets that pause again and a little more; after a whole sentence only if they
 *     also went on after a sentence, and then at most `usualMs`.
 * E3. Silence counts from the end of the last word, not from when the word was reported; it ends at most its own length
 *     after that report. A full stop counts for nothing until `stopMs` after its report: some recognisers write one at
 *     every pause.
 * E4. A turn is likely to be over at the first pause after a whole question or sentence that is final, otherwise in the
 *     middle of the silence that ends it.
 * E5. Where a model listens to the voice itself, it shortens or lengthens the silence after words that leave it
 *     open whether the turn has ended; it overrules no word (E1).
 */
import { type Ending, endingOf, endsWithStop, type TurnSoFar } from './turn-words/ending.js';

/** Silences, ms. Those that are optional are absent in session logs of earlier builds, which had no such rule. */
export interface EndOfTurnSettings {
  /** After a whole question. */
  readonly leastMs: number;
  /** After a whole sentence. */
  readonly sentenceMs: number;
  /** After words that do not show whether the sentence has ended. */
  readonly usualMs: number;
  /** After words that leave a sentence open, and the upper bound of pauses (E2). */
  readonly mostMs: number;
  /** How long after its report a full stop counts for nothing; absent: it counts at once. */
  readonly stopMs?: number;
  /** After a short answer ("yes") that is often continued; absent: as after a sentence or other words. */
  readonly answerMs?: number;
  /** After what ends like a sentence, but with a word that usually precedes more; absent: as after a sentence. */
  readonly hangingMs?: number;
  /** After a number or an address that may be complete; absent: as after other words. */
  readonly detailMs?: number;
  /** In the middle of one; absent: `mostMs`. */
  readonly begunMs?: number;
  /** In the middle of one that the agent has requested; absent: `mostMs`. */
  readonly requestedMs?: number;
}

/** Words of the customer. Times are ms of one clock. */
interface SpokenWords {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The pauses after which this customer went on, ms; 0: none. */
export interface Pauses {
  /** The longest one. */
  readonly longestMs: number;
  /** The longest one after a full stop. */
  readonly afterStopMs: number;
}

export const NO_PAUSES: Pauses = { longestMs: 0, afterStopMs: 0 };

/** What decides how long a turn waits. */
export interface TurnContext {
  /** BCP 47. */
  readonly language: string;
  /** What the agent said last; empty: nothing. */
  readonly question: string;
  readonly pauses: Pauses;
  /** Probability that the turn has ended, by a model that listens to the voice; null: there is none. */
  readonly heardEnd: number | null;
}

/** A silence that ends a turn. */
interface Wait {
  /** From the end of the last word, ms. */
  readonly silenceMs: number;
  /** At least, from the report of the last word, ms. */
  readonly heldMs: number;
}

/** The last words of a turn that may be over. */
interface LastWords {
  /** All text of the turn. */
  readonly text: string;
  readonly endMs: number;
  /** When the recogniser reported them. */
  readonly reportedAt: number;
  /** Whether they can no longer change. */
  readonly isFinal: boolean;
  readonly voice: Voice;
}

/** Whether somebody is speaking: a voice sounds now, it did a moment ago, or there is none. */
export type Voice = 'loud' | 'pausing' | 'none';

/** Share of the silence that ends a turn; after it, the turn is likely to be over. */
const LIKELY_SHARE = 0.5;

/** Margin added to a pause that the customer has made before, ms. */
const MARGIN_MS = 150;

/** After a longer gap the customer may have reacted to the agent, ms. */
const LONGEST_PAUSE_MS = 1_200;

/** A model is sure that a turn has ended, or that it goes on. */
const SURELY_ENDED = 0.8;
const SURELY_OPEN = 0.3;

const turnOf = (text: string, { language, question, pauses }: TurnContext): TurnSoFar => ({
  text,
  language,
  question,
  pauseMs: pauses.longestMs,
});

/** The silence after which the turn has ended. `text`: all of its text so far. */
export const waitAfter = (text: string, context: TurnContext, settings: EndOfTurnSettings): Wait => {
  const ending = endingOf(turnOf(text, context));
  const silenceMs = silenceOf(ending, text, context.pauses, settings);
  const isStopped = endsWithStop(text) && (ending === 'sentence' || ending === 'answer');
  return byVoice({ silenceMs, heldMs: isStopped ? (settings.stopMs ?? 0) : 0 }, ending, context, settings);
};

const silenceOf = (
  ending: Ending,
  text: string,
  { longestMs, afterStopMs }: Pauses,
  settings: EndOfTurnSettings,
): number => {
  const { leastMs, sentenceMs, usualMs, mostMs } = settings;
  const pausing = (leastSilenceMs: number): number =>
    Math.min(mostMs, Math.max(leastSilenceMs, longestMs === 0 ? 0 : longestMs + MARGIN_MS));
  const afterSentence = (): number =>
    Math.max(sentenceMs, afterStopMs === 0 ? 0 : Math.min(usualMs, afterStopMs + MARGIN_MS));
  switch (ending) {
    case 'question':
      return leastMs;
    case 'sentence':
      return afterSentence();
    case 'answer':
      return settings.answerMs ?? (endsWithStop(text) ? afterSentence() : pausing(usualMs));
    case 'unclear':
      return pausing(usualMs);
    case 'hanging':
      return settings.hangingMs ?? sentenceMs;
    case 'detail':
      return pausing(settings.detailMs ?? usualMs);
    case 'open':
      return mostMs;
    case 'begun':
      return settings.begunMs ?? mostMs;
    case 'requested':
      return settings.requestedMs ?? mostMs;
  }
};

/** E5 */
const byVoice = (
  wait: Wait,
  ending: Ending,
  { heardEnd }: TurnContext,
  { sentenceMs, usualMs, mostMs }: EndOfTurnSettings,
): Wait => {
  const isDoubtful =
    ending === 'sentence' || ending === 'unclear' || ending === 'hanging' || ending === 'detail';
  if (heardEnd === null || !isDoubtful) return wait;
  if (heardEnd >= SURELY_ENDED) return { silenceMs: Math.min(wait.silenceMs, sentenceMs), heldMs: 0 };
  if (heardEnd > SURELY_OPEN) return wait;
  return { ...wait, silenceMs: Math.max(wait.silenceMs, ending === 'sentence' ? usualMs : mostMs) };
};

/**
 * The pauses after which the customer went on, now that `next` has followed `before`, whether the turn was cut there or
 * not. A gap longer than `mostMs` is not a pause, nor is one that an answer may have filled.
 */
export const pausesWith = (
  pauses: Pauses,
  before: SpokenWords | null,
  next: SpokenWords,
  mostMs: number,
): Pauses => {
  const gap = before === null ? 0 : next.startMs - before.endMs;
  if (before === null || gap <= 0 || gap > Math.min(mostMs, LONGEST_PAUSE_MS)) return pauses;
  return {
    longestMs: Math.max(pauses.longestMs, gap),
    afterStopMs: endsWithStop(before.text) ? Math.max(pauses.afterStopMs, gap) : pauses.afterStopMs,
  };
};

/** When the turn has ended unless more is heard (E3). `now`: when the last of it was reported. */
export const turnEndAt = (endMs: number, now: number, { silenceMs, heldMs }: Wait): number =>
  Math.max(now + heldMs, Math.min(now + silenceMs, Math.max(now, endMs + silenceMs)));

/** When the turn is likely to be over unless more is heard; null while the voice shows that it is not. E4 */
export const likelyEndAt = (
  { text, endMs, reportedAt, isFinal, voice }: LastWords,
  context: TurnContext,
  settings: EndOfTurnSettings,
): number | null => {
  const ending = endingOf(turnOf(text, context));
  const isWhole = ending === 'question' || ending === 'sentence';
  if (isFinal && isWhole) return voice === 'loud' ? null : reportedAt;
  if (voice !== 'none') return null;
  const { silenceMs } = waitAfter(text, context, settings);
  return turnEndAt(endMs, reportedAt, { silenceMs: silenceMs * LIKELY_SHARE, heldMs: 0 });
};
