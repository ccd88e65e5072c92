/** Decisions that are the same for the same seed, on every machine. */
import { seeded } from '../../testkit/seeded.js';

/** A stream of decisions. */
export interface Chance {
  /** From 0, included, to 1, excluded. */
  real(): number;
  /** From `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  isLikely(probability: number): boolean;
}

/** In a shift register neighbouring seeds start out alike; after this many steps they differ. */
const WARM_UP = 16;

/** `stream` separates the users of one seed: the faults do not change when the load takes one more decision. */
export const createChance = (seed: number, stream = 0): Chance => {
  const next = seeded(seed * 2_654_435_761 + stream * 40_503 + 1);
  for (let step = 0; step < WARM_UP; step += 1) next();
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    real: next,
    integer,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    isLikely: (probability) => next() < probability,
  };
};
