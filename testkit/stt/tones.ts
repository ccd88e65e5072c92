/** The vocabulary of the toy model (toy-model.ts): a low sound is "yes", a high one "no". */

const RATE = 8_000;

/** 300 ms of one of its words; 8,000 Hz. */
const toyWord = (word: 'yes' | 'no'): Int16Array => {
  const hertz = word === 'yes' ? 300 : 2_500;
  return Int16Array.from({ length: 0.3 * RATE }, (_, index) =>
    Math.round(9_000 * Math.sin((2 * Math.PI * hertz * index) / RATE)),
  );
};

/** Silence and words in sequence; numbers are ms of silence. */
export const toySpeech = (parts: readonly (number | 'yes' | 'no')[]): Int16Array => {
  const pieces = parts.map((part) =>
    typeof part === 'number' ? new Int16Array((part * RATE) / 1_000) : toyWord(part),
  );
  const speech = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    speech.set(piece, at);
    at += piece.length;
  }
  return speech;
};
