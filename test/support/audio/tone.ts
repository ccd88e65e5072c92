/** The loudness of a sound, and the share of one pitch in it. */

export const rootMeanSquare = (samples: Float64Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** The share of one pitch in the total power, by Goertzel's algorithm; 1 is a pure tone. */
export const goertzel = (samples: Float64Array, hz: number, rate: number): number => {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let before = 0;
  let last = 0;
  for (const sample of samples) {
    const now = sample + coefficient * last - before;
    before = last;
    last = now;
  }
  const power = last * last + before * before - coefficient * last * before;
  const all = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return (2 * power) / (samples.length * all);
};
