/** Numbers that only look random: a conversation with the same seed draws the same ones. */

export interface Draw {
  /** From 0, below 1. */
  next(): number;
  /** Whether something with this probability happens. */
  happens(share: number): boolean;
  /** Between both, ms or whatever they are. */
  between(least: number, most: number): number;
}

/** Mulberry32. */
export const createDraw = (seed: number): Draw => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    between: (least, most) => least + next() * (most - least),
  };
};
