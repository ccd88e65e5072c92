/**
 * Endpointing where the recogniser does not do it: the turn ends after a silence that fits the last words and the way
 * this customer pauses (docs/explanation/media.md "Turns").
 *
 * E1. A whole question is answered soonest, a whole sentence soon, and a sentence that breaks off gets the most time.
 * E2. A customer who went on after a pause gets that pause again and a little more, unless a sentence is whole.
 * E3. Silence counts from the end of the last word, not from when the word was reported; it ends at most `mostMs`
 *     after that report.
 * E4. A turn is likely to be over at the first pause after a whole question or sentence that is final, otherwise in the
 *     middle of the silence that ends it.
 */

/** Silences, ms. */
export interface EndOfTurnSettings {
  /** After a whole question. */
  readonly leastMs: number;
  /** After a whole sentence. */
  readonly sentenceMs: number;
  /** After words that do not show whether the sentence has ended. */
  readonly usualMs: number;
  /** After words that leave a sentence open, and the upper bound of every pause. */
  readonly mostMs: number;
}

/** Words of the customer. Times are ms of one clock. */
interface SpokenWords {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
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

/** Words that more words follow: conjunctions, articles, prepositions, and hesitation sounds, by language. */
const OPEN: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'and but or so because if when that then the a an my your our to of for with from at in on by is are was um uh er hmm like well'.split(
      ' ',
    ),
  ),
  de: new Set(
    'und aber oder weil wenn dass dann der die das den dem ein eine einen mein meine zu von für mit aus bei in an auf ist sind war äh ähm hm also'.split(
      ' ',
    ),
  ),
  es: new Set(
    'y pero o porque si cuando que entonces el la los las un una mi su a de para con en por es son era eh em pues este'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'et mais ou parce si quand que alors le la les un une mon ma mes à de pour avec dans en par est sont était euh ben donc'.split(
      ' ',
    ),
  ),
};

const QUESTION = /[?？]["'“”’»)\]]*$/u;
const WHOLE = /[.!。！]["'“”’»)\]]*$/u;
const TRAILING_OFF = /(?:…|\.{2,}|[,;:\-–—])["'“”’»)\]]*$/u;

/** Decides by the last word. */
const leavesOpen = (text: string, language: string): boolean => {
  const last = text.toLowerCase().match(/[\p{L}'’]+(?=[^\p{L}]*$)/u)?.[0] ?? '';
  return OPEN[language.split('-')[0]?.toLowerCase() ?? '']?.has(last) ?? false;
};

/**
 * The silence after which the turn has ended, ms. `text`: all of its text so far; `language` is BCP 47, and in unknown
 * languages only punctuation counts; `pauseMs`: the longest pause after which this customer went on.
 */
export const silenceAfter = (
  text: string,
  language: string,
  pauseMs: number,
  { leastMs, sentenceMs, usualMs, mostMs }: EndOfTurnSettings,
): number => {
  const trimmed = text.trim();
  if (TRAILING_OFF.test(trimmed)) return mostMs;
  if (QUESTION.test(trimmed)) return leastMs;
  if (WHOLE.test(trimmed)) return sentenceMs;
  if (leavesOpen(trimmed, language)) return mostMs;
  return Math.min(mostMs, Math.max(usualMs, pauseMs === 0 ? 0 : pauseMs + MARGIN_MS));
};

/**
 * The longest pause after which the customer went on, now that `next` has followed `before`. A gap longer than `mostMs`
 * is not a pause.
 */
export const pauseWith = (
  pauseMs: number,
  before: SpokenWords | null,
  next: SpokenWords,
  mostMs: number,
): number => {
  const gap = before === null ? 0 : next.startMs - before.endMs;
  return gap > pauseMs && gap <= mostMs ? gap : pauseMs;
};

/** When the turn has ended unless more is heard (E3). `now`: when the last of it was reported. */
export const turnEndAt = (endMs: number, now: number, silenceMs: number): number =>
  Math.min(now + silenceMs, Math.max(now, endMs + silenceMs));

/**
 * When the turn is likely to be over unless more is heard; null while the voice shows that it is not. `language` and
 * `pauseMs` as in {@link silenceAfter}. E4
 */
export const likelyEndAt = (
  { text, endMs, reportedAt, isFinal, voice }: LastWords,
  language: string,
  pauseMs: number,
  settings: EndOfTurnSettings,
): number | null => {
  const trimmed = text.trim();
  const isWhole = !TRAILING_OFF.test(trimmed) && (QUESTION.test(trimmed) || WHOLE.test(trimmed));
  if (isFinal && isWhole) return voice === 'loud' ? null : reportedAt;
  if (voice !== 'none') return null;
  return turnEndAt(endMs, reportedAt, silenceAfter(text, language, pauseMs, settings) * LIKELY_SHARE);
};
