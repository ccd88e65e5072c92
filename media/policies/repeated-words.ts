/**
 * Which words of a recogniser's result are new, if some of them were taken as spoken before: a guess that was answered, and
 * its final result afterwards, are the same speech.
 *
 * D1. Words are compared without case and punctuation, and a recogniser may correct some of them.
 * D2. Sound that lies within that of the guess is the same sound, whatever the words: "three" may become "3".
 * D3. Words that were said twice are two pieces of sound, and both count.
 */
import { writtenWords } from '../../providers/speech/written-words.js';
import { plainWords } from '../speech/plain-words.js';

/** Words and when they were said, ms of the recording's clock. */
export interface SaidWords {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The comparison of a result with words that were taken before. */
export interface Comparison {
  /** The words that follow the ones taken before; null: none. */
  readonly added: SaidWords | null;
  /** The words taken before that no result has covered yet. */
  readonly guesses: readonly SaidWords[];
}

/** How far the same sound may extend beyond the times of its guess, ms: recognisers round, and extend words. */
const SAME_END_MS = 250;
/** Results with at most this share of other words are the same speech. */
const MOST_CORRECTED = 0.5;
/** Most guesses whose final results are awaited. */
const MOST_GUESSES = 4;
/** Most words that are compared; what is said in one breath is shorter. */
const MOST_WORDS = 200;

/** Compares a result with the guesses that were taken as spoken, in order. */
export const compareWithGuesses = (guesses: readonly SaidWords[], result: SaidWords): Comparison => {
  let added: SaidWords | null = result;
  const left: SaidWords[] = [];
  for (const guess of guesses) {
    if (added === null || !isSameSound(guess, added)) {
      left.push(guess);
      continue;
    }
    const compared = compareWithGuess(guess, added);
    added = compared.added;
    if (compared.uncovered !== null) left.push(compared.uncovered);
  }
  return { added, guesses: left };
};

/** Adds a guess, which replaces earlier guesses at the same sound. */
export const withGuess = (guesses: readonly SaidWords[], guess: SaidWords): readonly SaidWords[] =>
  [...guesses.filter((earlier) => !isSameSound(earlier, guess)), guess].slice(-MOST_GUESSES);

/** Whether the two share more than half of the shorter one's sound. D3 */
const isSameSound = (a: SaidWords, b: SaidWords): boolean =>
  (Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)) * 2 >
  Math.min(a.endMs - a.startMs, b.endMs - b.startMs);

/** `uncovered`: the words of the guess that the result does not reach. */
const compareWithGuess = (
  guess: SaidWords,
  result: SaidWords,
): { readonly added: SaidWords | null; readonly uncovered: SaidWords | null } => {
  const [taken, said] = [tokensOf(guess.text), tokensOf(result.text)];
  const { inResult, inGuess } = overlap(taken, said);
  if (inResult.cost <= taken.length * MOST_CORRECTED && inResult.cost <= inGuess.cost)
    return { added: after(result, said, inResult.count, guess.endMs), uncovered: null };
  if (inGuess.cost <= said.length * MOST_CORRECTED)
    return { added: null, uncovered: after(guess, taken, inGuess.count, result.endMs) };
  // D2
  if (result.endMs <= guess.endMs + SAME_END_MS) return { added: null, uncovered: null };
  return { added: result, uncovered: null };
};

/** The words of a result that a final result, reported before, did not have; null: none. */
export const addedToFinal = (before: SaidWords, result: SaidWords): SaidWords | null => {
  if (!isSameSound(before, result)) return result;
  const [taken, said] = [tokensOf(before.text), tokensOf(result.text)];
  const isSame = taken.every(({ plain }, index) => plain === said[index]?.plain);
  return isSame ? after(result, said, taken.length, before.endMs) : result;
};

interface Token {
  readonly plain: string;
  readonly from: number;
}

/** Words that are nothing but punctuation do not count. D1 */
const tokensOf = (text: string): readonly Token[] =>
  writtenWords(text)
    .map(({ text: word, from }) => ({ plain: plainWords(word), from }))
    .filter(({ plain }) => plain !== '')
    .slice(0, MOST_WORDS);

const after = (
  words: SaidWords,
  tokens: readonly Token[],
  count: number,
  startMs: number,
): SaidWords | null => {
  const next = tokens[count];
  return next === undefined
    ? null
    : { text: words.text.slice(next.from), startMs: Math.min(startMs, words.endMs), endMs: words.endMs };
};

/** How many words at the beginning of one list are those of the other, and how many words had to be changed for that. */
interface Beginning {
  readonly count: number;
  readonly cost: number;
}

/** Edit distances between all of one list and the beginnings of the other. */
const overlap = (
  taken: readonly Token[],
  said: readonly Token[],
): { readonly inResult: Beginning; readonly inGuess: Beginning } => {
  let row = Array.from({ length: said.length + 1 }, (_, column) => column);
  let inGuess: Beginning = { count: 0, cost: row[said.length] ?? 0 };
  for (const [index, { plain }] of taken.entries()) {
    const above = row;
    row = [index + 1];
    for (const [column, word] of said.entries())
      row.push(
        Math.min(
          (above[column] ?? 0) + (word.plain === plain ? 0 : 1),
          (above[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
        ),
      );
    const cost = row[said.length] ?? 0;
    if (cost <= inGuess.cost) inGuess = { count: index + 1, cost };
  }
  const cost = Math.min(...row);
  return { inResult: { count: row.lastIndexOf(cost), cost }, inGuess };
};
