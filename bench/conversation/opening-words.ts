/** The words of an opening with their times, as a recogniser would report them one by one. */
import type { Opening } from './corpora.js';

interface OpeningWord {
  /** With the punctuation beside it, and with the space before it unless it begins a phrase. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Languages that write no spaces between words. */
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['ja', 'th', 'zh']);
const WORD = /[\p{L}\p{N}]/u;

/** The words of each phrase. Every word takes `msPerWord`; times are ms after the callee picked up. */
export const wordsOf = ({ language, msPerWord, phrases }: Opening): readonly (readonly OpeningWord[])[] =>
  phrases.map(({ startMs, text }) =>
    splitWords(text, language).map((word, index) => ({
      text: word,
      startMs: startMs + index * msPerWord,
      endMs: startMs + (index + 1) * msPerWord,
    })),
  );

const splitWords = (text: string, language: string): readonly string[] => {
  const pieces = WITHOUT_SPACES.has(language)
    ? [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
    : text.split(/(?=\s)/u);
  const words: string[] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    // A piece of punctuation belongs to the word before it.
    if (last === undefined || WORD.test(piece)) words.push(piece);
    else words[words.length - 1] = last + piece;
  }
  return words;
};
