/**
 * Audio that encodes its words: each ms (8 bytes) of a simulated voice names its word and the position in it. The sound
 * itself thus shows what a customer heard, independent of the view of the session. It can be read at any level of a lowered
 * voice.
 */
import { BYTES_PER_MS, SILENCE } from '../../../../media/audio/frames.js';
import { attenuated, LOWEST_LEVEL } from '../../../../media/speech/attenuation.js';

const BASE = 64;
const LEVELS = Array.from({ length: LOWEST_LEVEL + 1 }, (_, level) => level);

/** A byte at each level. */
const imagesOf = (byte: number): readonly number[] =>
  LEVELS.map((level) => attenuated(Uint8Array.of(byte), level)[0] ?? byte);

/** Begins each ms; no other byte of the code has this value, nor that of its images, at any level. */
const MARKER = 0x10;
const MARKERS = imagesOf(MARKER);

/** The bytes of the digits, which differ from each other at each level. */
const DIGITS: readonly number[] = (() => {
  const chosen: number[] = [];
  for (let byte = 0; byte < 256 && chosen.length < BASE; byte += 1) {
    const images = imagesOf(byte);
    const isClear = images.every((image) => !MARKERS.includes(image) && image !== SILENCE);
    const isOwn = chosen.every((other) => imagesOf(other).every((image, level) => image !== images[level]));
    if (isClear && isOwn) chosen.push(byte);
  }
  return chosen;
})();
const VALUES = LEVELS.map((level) => new Map(DIGITS.map((byte, digit) => [imagesOf(byte)[level], digit])));
const FILLER = DIGITS[0] ?? 0;

/** The sound of `word` (below 262,144), `lengthMs` (below 4,096) long. */
export const soundOf = (word: number, lengthMs: number): Uint8Array => {
  const sound = new Uint8Array(lengthMs * BYTES_PER_MS).fill(FILLER);
  const write = (at: number, value: number): void => {
    sound[at] = DIGITS[value] ?? FILLER;
  };
  for (let ms = 0; ms < lengthMs; ms += 1) {
    const at = ms * BYTES_PER_MS;
    sound[at] = MARKER;
    write(at + 1, Math.floor(word / (BASE * BASE)));
    write(at + 2, Math.floor(word / BASE) % BASE);
    write(at + 3, word % BASE);
    write(at + 4, Math.floor(ms / BASE));
    write(at + 5, ms % BASE);
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
    const level = MARKERS.indexOf(frame[at] ?? SILENCE);
    if (level === -1) {
      at += 1;
      continue;
    }
    const digit = (offset: number): number => VALUES[level]?.get(frame[at + offset]) ?? 0;
    const word = (digit(1) * BASE + digit(2)) * BASE + digit(3);
    onMs(word, digit(4) * BASE + digit(5), Math.floor(at / BYTES_PER_MS));
    at += BYTES_PER_MS;
  }
};
