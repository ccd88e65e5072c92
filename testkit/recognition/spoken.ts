/**
 * Speech for simulated recognisers: µ-law in which each word is a run of one byte, so that what is heard, and when, depends
 * on nothing but the audio that arrived. A hole, a repetition or another order of the audio is heard as one.
 */

/** A word of the vocabulary is the byte {@link FIRST_WORD} and its place in it. */
const FIRST_WORD = 0x10;
/** Words that there may be. */
export const MOST_WORDS = 0x50;
/** Silence is noise among the eight quietest values of one sign: no second of it is like another. */
const QUIETEST = 0xf8;
const BYTES_PER_MS = 8;

/** Place in the vocabulary of the word that a byte belongs to; null: it is silence. */
export const wordOfByte = (byte: number): number | null =>
  byte >= FIRST_WORD && byte < FIRST_WORD + MOST_WORDS ? byte - FIRST_WORD : null;

/** What is said, in order: a word by its place in the vocabulary and how long it takes, or a silence. */
export type Said = { readonly word: number; readonly ms: number } | { readonly silenceMs: number };

/** `random`: numbers in [0, 1), for the silences. */
export const speak = (said: readonly Said[], random: () => number): Uint8Array => {
  const parts = said.map((each) => {
    if ('word' in each) return new Uint8Array(each.ms * BYTES_PER_MS).fill(FIRST_WORD + each.word);
    return Uint8Array.from(
      { length: each.silenceMs * BYTES_PER_MS },
      () => QUIETEST + Math.floor(random() * 8),
    );
  });
  return Buffer.concat(parts);
};
