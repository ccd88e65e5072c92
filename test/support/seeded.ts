/** Chance that repeats itself. */

/** Numbers in [0, 1): the same ones for the same seed, for ever; good enough to choose an order. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

/** So many bytes, the same ones for the same seed. */
export const seededBytes = (seed: number, count: number): Buffer => {
  const random = seeded(seed);
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
};
