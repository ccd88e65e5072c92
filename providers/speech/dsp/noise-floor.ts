/** Estimates a line's noise as its quietest step of the last seconds: speech has pauses, and noise has none. */

/** Two seconds: the last 8 × 250 ms. */
const BLOCKS = 8;
const STEPS_IN_BLOCK = 25;

export interface NoiseFloor {
  /** The loudness of the next step of 10 ms, as a mean square. */
  track(mean: number): void;
  /** The noise as far as it is known; infinite until the first block is complete. */
  quietest(): number;
}

/** Starts without any knowledge of the line. */
export const createNoiseFloor = (): NoiseFloor => {
  const minima = new Float64Array(BLOCKS).fill(Number.POSITIVE_INFINITY);
  let block = 0;
  let steps = 0;
  let minimum = Number.POSITIVE_INFINITY;
  return {
    track: (mean) => {
      minimum = Math.min(minimum, mean);
      steps += 1;
      if (steps < STEPS_IN_BLOCK) return;
      minima[block] = minimum;
      block = (block + 1) % BLOCKS;
      steps = 0;
      minimum = Number.POSITIVE_INFINITY;
    },
    quietest: () => {
      let noise = Number.POSITIVE_INFINITY;
      for (const minimum of minima) noise = Math.min(noise, minimum);
      return noise;
    },
  };
};
