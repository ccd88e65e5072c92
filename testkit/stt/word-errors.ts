/** Word errors, the usual comparison of recognisers: substitutions, deletions and insertions against the spoken words. */

/** Words of a text, without capitals and punctuation. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}' ]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

/** The minimum number of words to replace, delete or insert that turns `expected` into `heard`. */
export const wordErrors = (expected: readonly string[], heard: readonly string[]): number => {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  expected.forEach((word, at) => {
    const next = [at + 1];
    heard.forEach((heardWord, index) => {
      const replaced = (row[index] ?? 0) + (word === heardWord ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
};
