/**
 * What is searched for, and the words by which a text is found. Every word of a search must begin a word of the text, and the parts in
 * quotation marks must occur as they are. Words of scripts without spaces are found anywhere.
 *
 * The index holds each word of a text once, with a prefix code of its business, so that a search never walks through the words of
 * another business. It may find too much: every hit is checked against its text.
 */
import { DENSE, denseRuns, pairsOf, plain, spaced } from '../kernel/words.js';

/** `prefix` of the index counts the code's letters. */
const CODE_LENGTH = 4;
/** Shorter words must match whole words: as beginnings they would find nearly every text. Those of Korean are syllables. */
const MIN_BEGINNING = 3;
/** Characters of a word that count. */
const MAX_WORD = 64;

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** Before a word, and after one that must be whole. */
const BEGINS = `(?<=^|[^\\p{L}\\p{M}\\p{N}]|${DENSE})`;
const ENDS = `(?=$|[^\\p{L}\\p{M}\\p{N}]|${DENSE})`;
const PIECE = new RegExp(`${DENSE}+|(?:(?!${DENSE})${LETTER})+`, 'gu');
const IS_DENSE = new RegExp(`^${DENSE}`, 'u');
const IS_KOREAN = /^\p{Script=Hangul}/u;
const QUOTED = /["“”„«»「」]([^"“”„«»「」]*)["“”„«»「」]/gu;

/** `tenant`: the number of the business's row. */
const codeOf = (tenant: number): string => tenant.toString(36).padStart(CODE_LENGTH, '0');

/** A search. */
export interface Search {
  /** For the index (FTS5). */
  readonly match: string;
  /** Each must occur in the {@link plain} text. */
  readonly needles: readonly RegExp[];
}

const shortened = (word: string): string => [...word].slice(0, MAX_WORD).join('');

/** The indexed words of texts. `tenant`: the number of the business's row. */
export const indexedWords = (tenant: number, texts: readonly string[]): string => {
  const code = codeOf(tenant);
  const words = new Set<string>();
  for (const text of texts) {
    const bare = plain(text);
    for (const word of spaced(bare)) words.add(shortened(word));
    for (const run of denseRuns(bare))
      for (const pair of [...pairsOf(run), ...[...run].slice(-1)]) words.add(pair);
  }
  return [...words].map((word) => code + word).join(' ');
};

const isBeginning = (word: string): boolean => IS_KOREAN.test(word) || [...word].length >= MIN_BEGINNING;

const patternOf = (piece: string): string => {
  if (IS_DENSE.test(piece)) return piece;
  return `${BEGINS}${piece}${isBeginning(piece) ? '' : ENDS}`;
};

/** The pieces one after the other, with nothing but spaces and punctuation between them. */
const phraseOf = (pieces: readonly string[]): RegExp => {
  const joined = pieces.map((piece, index) => {
    const before = pieces[index - 1];
    if (before === undefined) return patternOf(piece);
    const areWords = !IS_DENSE.test(before) && !IS_DENSE.test(piece);
    return `[^\\p{L}\\p{M}\\p{N}]${areWords ? '+' : '*'}${piece}`;
  });
  const last = pieces.at(-1) ?? '';
  return new RegExp(`${joined.join('')}${IS_DENSE.test(last) || isBeginning(last) ? '' : ENDS}`, 'gu');
};

const termsOf = (code: string, piece: string): readonly string[] => {
  if (!IS_DENSE.test(piece)) return [`"${code}${shortened(piece)}"${isBeginning(piece) ? '*' : ''}`];
  // A single character begins the pairs that it is part of, or ends its run.
  if ([...piece].length === 1) return [`"${code}${piece}"*`];
  return pairsOf(piece).map((pair) => `"${code}${pair}"`);
};

/** The search for a user's input; null: it contains no letters and digits. */
export const searchOf = (tenant: number, text: string): Search | null => {
  const bare = plain(text);
  const phrases = [...bare.matchAll(QUOTED)].map(([, phrase = '']) => phrase.match(PIECE) ?? []);
  const words = bare.replaceAll(QUOTED, ' ').match(PIECE) ?? [];
  const parts = [...phrases.filter((pieces) => pieces.length > 0), ...words.map((word) => [word])];
  if (parts.length === 0) return null;
  const code = codeOf(tenant);
  return {
    match: [...new Set(parts.flat().flatMap((piece) => termsOf(code, piece)))].join(' AND '),
    needles: parts.map(phraseOf),
  };
};

/** Whether the input contains something to search for. */
export const isSearchable = (text: string): boolean => plain(text).match(PIECE) !== null;
