/** Converts audio from the telephone's 8,000 Hz to the 16,000 Hz that models are made for. */

/** Neighbours on each side from which a sample in between is computed. */
const REACH = 8;

/** Takes a stream piece by piece; returns twice the samples, between -1 and 1, one millisecond late. */
export type Upsampler = (pcm: Int16Array) => Float32Array;

/** Windowed sinc: every other sample is an original one, and the others are interpolated. */
export const createUpsampler = (): Upsampler => {
  const between = Float64Array.from({ length: 2 * REACH }, (_, index) => {
    const x = index - REACH + 0.5;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * x) / REACH);
    return (window * Math.sin(Math.PI * x)) / (Math.PI * x) / 32_768;
  });
  const past = new Float64Array(2 * REACH);
  return (pcm) => {
    const out = new Float32Array(pcm.length * 2);
    for (let at = 0; at < pcm.length; at += 1) {
      past.copyWithin(0, 1);
      past[2 * REACH - 1] = pcm[at] ?? 0;
      let sum = 0;
      for (let tap = 0; tap < between.length; tap += 1) sum += (past[tap] ?? 0) * (between[tap] ?? 0);
      out[2 * at] = (past[REACH - 1] ?? 0) / 32_768;
      out[2 * at + 1] = sum;
    }
    return out;
  };
};
