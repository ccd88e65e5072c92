/** Decisions that are the same for the same seed, on every machine. */
import { seeded } from '../../testkit/seeded.js';

/** A stream of decisions. */
export interface Chance {
  /** From 0 up to, and without, 1. */
  real(): number;
  /** From `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  isLikely(probability: number): boolean;
}

/** Neighbouring seeds begin alike in a shift register; after so many steps they do not. */
const WARM_UP = 16;

/** `stream` separates what shares a seed: faults do not change when the load takes one decision more. */
export const createChance = (seed: number, stream = 0): Chance => {
  const next = seeded(seed * 2_654_435_761 + stream * 40_503 + 1);
  for (let step = 0; step < WARM_UP; step += 1) next();
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    real: next,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    isLikely: (probability) => next() < probability,
  };
};
