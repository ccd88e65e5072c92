/**
 * Speech for simulated recognisers: µ-law in which each word is a run of one byte, so that what is heard, and when,
 * depends only on the audio that arrived. Gaps, repetitions and reordering of the audio are heard as such.
 */

/** The byte of a word is {@link FIRST_WORD} plus its index in the vocabulary. */
const FIRST_WORD = 0x10;
/** The most words of a vocabulary. */
export const MAX_WORDS = 0x50;
/** Silence is noise among the eight quietest values of one sign: no two seconds of it are alike. */
const QUIETEST = 0xf8;
const BYTES_PER_MS = 8;

/** Index in the vocabulary of the word that a byte belongs to; null for silence. */
export const wordOfByte = (byte: number): number | null =>
  byte >= FIRST_WORD && byte < FIRST_WORD + MAX_WORDS ? byte - FIRST_WORD : null;

/** A part of the speech: a word, by its index in the vocabulary and its length, or a silence. */
export type SpeechPart = { readonly word: number; readonly ms: number } | { readonly silenceMs: number };

/** `random`: numbers in [0, 1), for the silences. */
export const speak = (speech: readonly SpeechPart[], random: () => number): Uint8Array => {
  const parts = speech.map((part) => {
    if ('word' in part) return new Uint8Array(part.ms * BYTES_PER_MS).fill(FIRST_WORD + part.word);
    return Uint8Array.from(
      { length: part.silenceMs * BYTES_PER_MS },
      () => QUIETEST + Math.floor(random() * 8),
    );
  });
  return Buffer.concat(parts);
};
