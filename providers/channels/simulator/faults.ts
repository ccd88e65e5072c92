/** What goes wrong at the simulated provider, on demand. */

/** Each is the part of all cases in which it happens, from 0 to 1. */
export interface Faults {
  /** Throughput reached (130429): not taken. */
  readonly throttle: number;
  /** An answer of 500 with an error of the API: not taken. */
  readonly error: number;
  /** The message is taken, and the connection ends without an answer. */
  readonly lostAnswer: number;
  /** The connection ends before the message is taken. */
  readonly lostRequest: number;
  /** A report comes twice. */
  readonly duplicateStatus: number;
  /** A report comes after a later one. */
  readonly reorderStatus: number;
  /** A customer's message is delivered twice. */
  readonly duplicateMessage: number;
  /** A message that was taken fails later (131026). */
  readonly undeliverable: number;
  /** An answer of 500 to who asks for a file of a customer. */
  readonly media: number;
}

export const NO_FAULTS: Faults = {
  throttle: 0,
  error: 0,
  lostAnswer: 0,
  lostRequest: 0,
  duplicateStatus: 0,
  reorderStatus: 0,
  duplicateMessage: 0,
  undeliverable: 0,
  media: 0,
};

/** What is left out does not happen. Null when a name or a number is wrong. */
export const parseFaults = (value: unknown): Faults | null => {
  if (typeof value !== 'object' || value === null) return null;
  const given = Object.entries(value);
  const fits = given.every(
    ([name, part]) => Object.hasOwn(NO_FAULTS, name) && typeof part === 'number' && part >= 0 && part <= 1,
  );
  return fits ? { ...NO_FAULTS, ...value } : null;
};

/** The same seed, the same luck (mulberry32). */
export const createLuck = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
