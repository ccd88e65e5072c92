/**
 * The words of a written text: heard speech is counted in them, and receipts cut a text only between them.
 *
 * White space separates words. Chinese, Japanese, Thai, Lao, Khmer and Burmese write none between words: there the
 * segmenter of ICU does. A punctuation mark belongs to the word before it, an opening one to the word after it.
 */

/** One word, `text.slice(from, to)`: white space around it is not included, so slices keep the written text exactly. */
export interface WrittenWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A word of a text; `spoken`: what the synthesiser got in its place, absent: the word as it is written. */
export interface SpokenWord {
  readonly text: string;
  readonly spoken?: string;
}

/** The scripts that write no space between words. */
const HAS_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Chinese and Japanese write none between sentences, either: their letters and punctuation at both ends of a text. */
const EAST_ASIAN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uff65]';
const ENDS_EAST_ASIAN = new RegExp(`${EAST_ASIAN}$`, 'u');
const BEGINS_EAST_ASIAN = new RegExp(`^${EAST_ASIAN}`, 'u');

const OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;

/** Building a segmenter takes some ms; it holds no state of the texts that it has split. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text, in order; none if it is blank. */
export const writtenWords = (text: string): readonly WrittenWord[] =>
  [...text.matchAll(/\S+/gu)].flatMap(({ 0: piece, index }) =>
    HAS_UNSPACED.test(piece)
      ? unspacedWords(piece, index)
      : [{ text: piece, from: index, to: index + piece.length }],
  );

/** The words of a piece without white space; `offset`: where it begins in its text. */
const unspacedWords = (piece: string, offset: number): readonly WrittenWord[] => {
  const words: WrittenWord[] = [];
  let from = 0;
  let hasWord = false;
  const add = (to: number): void => {
    if (to > from) words.push({ text: piece.slice(from, to), from: offset + from, to: offset + to });
    from = to;
  };
  for (const { segment, index, isWordLike } of segmenter.segment(piece)) {
    if (hasWord && (isWordLike === true || OPENING.test(segment))) {
      add(index);
      hasWord = false;
    }
    hasWord ||= isWordLike === true;
  }
  add(piece.length);
  return words;
};

/** Whether it is a letter of a script that writes no space between words. */
export const isUnspaced = (letter: string): boolean => HAS_UNSPACED.test(letter);

/**
 * Joins texts that follow one another, with a space, unless both are Chinese or Japanese. `isGlued`: no white space was
 * between them where they were one text.
 */
export const joinText = (before: string, after: string, isGlued = false): string => {
  if (before === '' || after === '') return before + after;
  const isSpaced = !isGlued && !(ENDS_EAST_ASIAN.test(before) && BEGINS_EAST_ASIAN.test(after));
  return isSpaced ? `${before} ${after}` : before + after;
};

/** Joins texts that follow one another; empty ones leave no trace. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.reduce((before, after) => joinText(before, after), '');

const PRONOUNCED = /[\p{L}\p{N}]/u;

/** Whether there is a letter or a digit to say: providers refuse other text, and it has no sound. */
export const hasWords = (text: string): boolean => PRONOUNCED.test(text);
