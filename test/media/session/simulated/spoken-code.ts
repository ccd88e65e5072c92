/**
 * Audio that encodes its words: each ms (8 bytes) of a simulated voice names its word and the position in it. The sound
 * itself thus shows what a customer heard, independent of the view of the session.
 */
import { BYTES_PER_MS, SILENCE } from '../../../../media/audio/frames.js';

/** Begins each ms; no other byte of the code has this value. */
const MARKER = 0x55;
const BASE = 64;

/** The sound of `word` (below 262,144), `lengthMs` (below 4,096) long. */
export const soundOf = (word: number, lengthMs: number): Uint8Array => {
  const sound = new Uint8Array(lengthMs * BYTES_PER_MS).fill(0x41);
  for (let ms = 0; ms < lengthMs; ms += 1) {
    const at = ms * BYTES_PER_MS;
    sound[at] = MARKER;
    sound[at + 1] = Math.floor(word / (BASE * BASE));
    sound[at + 2] = Math.floor(word / BASE) % BASE;
    sound[at + 3] = word % BASE;
    sound[at + 4] = Math.floor(ms / BASE);
    sound[at + 5] = ms % BASE;
  }
  return sound;
};

export const silenceOf = (lengthMs: number): Uint8Array =>
  new Uint8Array(lengthMs * BYTES_PER_MS).fill(SILENCE);

/** Reads the first `uptoMs` of a frame: calls `onMs` for each ms of a word in it, with its position in the frame. */
export const readSound = (
  frame: Uint8Array,
  uptoMs: number,
  onMs: (word: number, wordMs: number, frameMs: number) => void,
): void => {
  const end = Math.min(frame.length, uptoMs * BYTES_PER_MS);
  let at = 0;
  while (at + 5 < end) {
    if (frame[at] !== MARKER) {
      at += 1;
      continue;
    }
    const digit = (offset: number): number => frame[at + offset] ?? 0;
    const word = (digit(1) * BASE + digit(2)) * BASE + digit(3);
    onMs(word, digit(4) * BASE + digit(5), Math.floor(at / BYTES_PER_MS));
    at += BYTES_PER_MS;
  }
};
