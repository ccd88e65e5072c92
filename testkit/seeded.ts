/** Repeatable random numbers. */

/** Numbers in [0, 1): always the same for the same seed; good enough to choose an order. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

/** `count` bytes, the same for the same seed. */
export const seededBytes = (seed: number, count: number): Buffer => {
  const random = seeded(seed);
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count; at += 1) bytes[at] = random() * 256;
  return bytes;
};

/** The seed of this run: PARLEY_TEST_SEED, or another one each time. Callers print it. */
export const seedOfRun = (): number => Number(process.env.PARLEY_TEST_SEED ?? Date.now() % 2 ** 31);
