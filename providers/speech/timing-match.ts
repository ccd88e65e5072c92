/**
 * Matches the word times of a synthesiser to the words of the text, by content: its words may be split differently, be
 * single characters, lack punctuation, or be what the engine made of digits and symbols. Pure.
 *
 * W1. A word counts as ended only by sound of its own, or by sound of a later word: words of which nothing was reported
 *     are never claimed by the number of the reported ones.
 * W2. Where several matches are equally good, the one that claims the fewest words counts.
 */
import type { WordTiming } from './synthesiser.js';
import type { SpokenWord } from './written-words.js';

/** When a word begins and ends, ms; null: not known yet, or never reported. */
export type MatchedTime = { readonly startMs: number; readonly endMs: number } | null;

/** Most cells of a match: longer texts are matched word by word as far as they are equal. */
const MOST_CELLS = 250_000;
/** A letter that was spoken differently, or not at all, costs this much. */
const MISSED = 1;
/** Letters that a digit or a symbol is spoken as cost almost nothing. */
const SPELLED_OUT = 0.1;
/** A word of the text that begins in the middle of a reported one. */
const WITHIN_A_WORD = 0.6;
/** A digit or symbol that is not spoken as itself. */
const NOT_ITSELF = 0.02;

const lettersOf = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a reported word is a word of the text, and not part of what it is spelled out as. */
export const isSameWord = (word: string, reported: string): boolean =>
  lettersOf(word) === lettersOf(reported);

/** Letters, digits, and symbols that are spoken as words; other punctuation, and all at the ends of a word, is silent. */
const unitsOf = (word: string): readonly string[] => [
  ...word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{S}%&@#/.:_-]/gu, '')
    .replaceAll(/^[.:_/-]+|[.:_/-]+$/gu, ''),
];

const isLetter = (unit: string): boolean => /\p{L}/u.test(unit);

/**
 * The times of the words of a text, one for each. `isWhole`: no more times will come.
 * Null: the times fit the text so badly that they say nothing about its words.
 */
export const matchTimings = (
  words: readonly SpokenWord[],
  timings: readonly WordTiming[],
  isWhole: boolean,
): readonly MatchedTime[] | null => {
  const same = sameBeginning(words, timings);
  // Most engines report the words of the text.
  const beginning = words.map((_, index) => (index < same ? timeOf(timings, index) : null));
  if (same === timings.length && (same === words.length || !isWhole)) return beginning;
  const ranges = rangesOf(words.slice(same), timings.slice(same), isWhole);
  if (ranges === null) return same === 0 ? null : beginning;
  return beginning.map((time, index) => time ?? timeIn(timings, same, ranges[index - same] ?? null));
};

const timeIn = (timings: readonly WordTiming[], offset: number, range: Range): MatchedTime => {
  const first = range === null ? undefined : timings[offset + range.first];
  if (range === null || first === undefined) return null;
  const last = range.last === null ? undefined : timings[offset + range.last];
  return { startMs: first.startMs, endMs: Math.max(first.startMs, last?.endMs ?? first.startMs) };
};

const timeOf = (timings: readonly WordTiming[], index: number): MatchedTime => {
  const timing = timings[index];
  return timing === undefined ? null : { startMs: timing.startMs, endMs: timing.endMs };
};

/** How many words at the beginning were reported as they are. */
const sameBeginning = (words: readonly SpokenWord[], timings: readonly WordTiming[]): number => {
  const differs = words.findIndex(
    ({ text, spoken = text }, index) => lettersOf(spoken) !== lettersOf(timings[index]?.word ?? ''),
  );
  return Math.min(timings.length, differs === -1 ? words.length : differs);
};

/** The first and the last timing of a word; `last` null: it ended when the first one began. Null: nothing is known. */
type Range = { readonly first: number; readonly last: number | null } | null;

interface Unit {
  readonly unit: string;
  readonly owner: number;
  /** Whether it is the first one of its word. */
  readonly isFirst: boolean;
}

const asUnits = (units: readonly string[], owner: number): readonly Unit[] =>
  units.map((unit, index) => ({ unit, owner, isFirst: index === 0 }));

/** The timings of each word, by the cheapest match of letters; null: it matches too little. */
const rangesOf = (
  words: readonly SpokenWord[],
  timings: readonly WordTiming[],
  isWhole: boolean,
): readonly Range[] | null => {
  const written = words.flatMap(({ text, spoken = text }, owner) => asUnits(unitsOf(spoken), owner));
  const reported = timings.flatMap(({ word }, owner) => asUnits([...lettersOf(word)], owner));
  if (written.length * reported.length > MOST_CELLS || written.length === 0 || reported.length === 0)
    return null;
  const { steps, from } = cheapest(written, reported, isWhole);
  const ranges: ({ first: number; last: number } | null)[] = words.map(() => null);
  const width = reported.length + 1;
  let [matched, missed] = [0, 0];
  let [row, column] = [from, reported.length];
  while (row > 0 || column > 0) {
    const step = steps[row * width + column];
    // A reported letter belongs to the word whose letters it follows, or else to the next one.
    const owner = (row > 0 ? written[row - 1] : written[0])?.owner ?? 0;
    if (step !== SKIP_WRITTEN && column > 0) {
      const timing = reported[column - 1]?.owner ?? 0;
      const range = ranges[owner] ?? null;
      ranges[owner] = {
        first: Math.min(range?.first ?? timing, timing),
        last: Math.max(range?.last ?? timing, timing),
      };
    }
    const isSpelledOut = row > 0 && !isLetter(written[row - 1]?.unit ?? '');
    if (step === MATCH) matched += 1;
    else if (!isSpelledOut) missed += 1;
    if (step !== SKIP_REPORTED) row -= 1;
    if (step !== SKIP_WRITTEN) column -= 1;
  }
  if (missed > matched) return null;
  return silentWords(ranges, words, written, from);
};

/** W1: a word without a report of its own ended when a later one began; the last word of the match may go on. */
const silentWords = (
  ranges: readonly Range[],
  words: readonly SpokenWord[],
  written: readonly Unit[],
  from: number,
): readonly Range[] => {
  const next = written[from];
  let later: Range = null;
  const filled = ranges.map((): Range => null);
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const own = ranges[index] ?? null;
    const isOpen = next !== undefined && next.owner === index;
    filled[index] = isOpen ? null : (own ?? (later === null ? null : { first: later.first, last: null }));
    if (own !== null) later = own;
  }
  return filled;
};

const NO_UNIT: Partial<Unit> = {};
const MATCH = 1;
const SKIP_WRITTEN = 2;
const SKIP_REPORTED = 3;

/** The cheapest way to explain all that was reported by a beginning of what is written, `from` units long. */
const cheapest = (
  written: readonly Unit[],
  reported: readonly Unit[],
  isWhole: boolean,
): { readonly steps: Uint8Array; readonly from: number } => {
  const width = reported.length + 1;
  const costs = new Float64Array((written.length + 1) * width);
  const steps = new Uint8Array(costs.length);
  for (let row = 0; row <= written.length; row += 1) {
    const { unit = '', isFirst = false } = written[row - 1] ?? NO_UNIT;
    const isSpelledOut = row > 0 && !isLetter(unit);
    const skipCost = row === 0 ? 0 : isLetter(unit) ? MISSED : NOT_ITSELF;
    for (let column = 0; column < width; column += 1) {
      if (row === 0 && column === 0) continue;
      const at = row * width + column;
      let [best, step] = [Number.POSITIVE_INFINITY, 0];
      if (column > 0) {
        best = (costs[at - 1] ?? 0) + (isSpelledOut ? SPELLED_OUT : MISSED);
        step = SKIP_REPORTED;
      }
      if (row > 0 && (costs[at - width] ?? 0) + skipCost < best) {
        best = (costs[at - width] ?? 0) + skipCost;
        step = SKIP_WRITTEN;
      }
      const said = reported[column - 1];
      if (row > 0 && said?.unit === unit) {
        const cost = (costs[at - width - 1] ?? 0) + (isFirst && !said.isFirst ? WITHIN_A_WORD : 0);
        if (cost <= best) [best, step] = [cost, MATCH];
      }
      costs[at] = best;
      steps[at] = step;
    }
  }
  // If all is reported, what is left of the text was left out.
  const leftOut = isWhole ? MISSED / 2 : 0;
  let from = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row <= written.length; row += 1) {
    const cost = (costs[row * width + width - 1] ?? 0) + leftOut * (written.length - row);
    // W2
    if (cost >= least) continue;
    least = cost;
    from = row;
  }
  return { steps, from };
};
