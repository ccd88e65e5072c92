/** The words of a text in any language, in the form in which views index and compare them. */

/** Accents of Latin, Greek and Cyrillic letters; other scripts need their marks. */
const ACCENTS = /[\u0300-\u036f]/g;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** One character of the scripts that are written without spaces. */
export const DENSE =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}ー]';
const DENSE_RUN = new RegExp(`${DENSE}+`, 'gu');

/** Lower case, without accents and variants of width. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/** The words between spaces, without scripts that are written without them; `text` is {@link plain}. */
export const spaced = (text: string): readonly string[] => text.replace(DENSE_RUN, ' ').match(WORD) ?? [];

/** The parts of a text in scripts that are written without spaces; `text` is {@link plain}. */
export const denseRuns = (text: string): readonly string[] => text.match(DENSE_RUN) ?? [];

/** The characters of such a part two by two; a single one as it is. */
export const pairsOf = (run: string): readonly string[] => {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
};
