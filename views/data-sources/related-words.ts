/**
 * Words that mean something similar, or something more general: a question about a car finds a text about vehicles. English only, from
 * WordNet (https://wordnet.princeton.edu); make-related-words.ts writes the table when the program is built.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plain, spaced } from '../kernel/words.js';
import { unpackWords } from './related-words-file.js';
import { searchWords } from './search-words.js';

/** Next to the compiled file (related-words-file.ts). */
export const RELATED_WORDS_FILE = fileURLToPath(new URL('related-words.bin', import.meta.url));

/** WordNet's licence, next to the table. */
export const RELATED_WORDS_LICENCE_FILE = fileURLToPath(
  new URL('related-words-licence.txt', import.meta.url),
);

/** Words between a verb and its particle at most, as in "call the trip off". */
const WORDS_BETWEEN = 2;
/** Related words of a question. */
const MOST_RELATED = 64;

const NEWLINE = 0x0a;

/** The stems of a key in the table, which is sorted by bytes; none if it has no line. */
const lookUp = (table: Buffer, key: string): readonly string[] => {
  const wanted = Buffer.from(`${key}\t`);
  let from = 0;
  let to = table.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const start = middle === 0 ? 0 : table.lastIndexOf(NEWLINE, middle - 1) + 1;
    const end = table.indexOf(NEWLINE, middle);
    const line = table.subarray(start, end);
    const order = Buffer.compare(wanted, line.subarray(0, wanted.length));
    if (order === 0) return line.toString('utf8', wanted.length).split(' ');
    if (order < 0) to = start;
    else from = end + 1;
  }
  return [];
};

let loaded: Buffer | null = null;

/** Read at the first question: most processes and threads search nothing. It stays outside of the heap. */
const table = (): Buffer => {
  loaded ??= unpackWords(readFileSync(RELATED_WORDS_FILE));
  return loaded;
};

/** Stems of words that are related to those of an English text, without its own; at most 64. */
export const relatedWords = (text: string): readonly string[] => {
  const words = spaced(plain(text));
  const stems = words.map((word) => searchWords(word, 'en')[0] ?? null);
  const own = new Set(stems);
  const keys = words.flatMap((word, index) => {
    const stem = stems[index] ?? word;
    const particles = words.slice(index + 1, index + 2 + WORDS_BETWEEN);
    const verbs = particles.map((particle) => `${stem} ${particle}`);
    return stems[index] === null ? verbs : [...verbs, stem];
  });
  const related = new Set(keys.flatMap((key) => lookUp(table(), key)));
  return [...related].filter((stem) => !own.has(stem)).slice(0, MOST_RELATED);
};
