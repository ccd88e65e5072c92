/** Faults of the simulated provider, on demand. */

/** Each value is the probability of the fault, from 0 to 1. */
export interface Faults {
  /** Throughput limit reached (130429): the message is not accepted. */
  readonly throttle: number;
  /** A 500 with an API error: the message is not accepted. */
  readonly error: number;
  /** The message is accepted, and the connection closes without a response. */
  readonly lostAnswer: number;
  /** The connection closes before the message is accepted. */
  readonly lostRequest: number;
  /** A report is delivered twice. */
  readonly duplicateStatus: number;
  /** A report arrives after a later one. */
  readonly reorderStatus: number;
  /** A customer's message is delivered twice. */
  readonly duplicateMessage: number;
  /** An accepted message fails later (131026). */
  readonly undeliverable: number;
  /** A 500 for a request for a customer's file. */
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

/** Omitted faults do not happen. Null if a name or a number is invalid. */
export const parseFaults = (value: unknown): Faults | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const fits = entries.every(
    ([name, part]) => Object.hasOwn(NO_FAULTS, name) && typeof part === 'number' && part >= 0 && part <= 1,
  );
  return fits ? { ...NO_FAULTS, ...value } : null;
};

/** A deterministic random generator: the same seed gives the same sequence (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
