/** Converts audio from an engine's rate to the telephone's 8,000 Hz, once, at the edge, and to the 16,000 Hz of models. */

export const TELEPHONE_RATE = 8_000;
/** Taps on each side at 8,000 Hz; attenuates frequencies above 4 kHz by 50 dB. */
const REACH = 24;

/** Windowed-sinc low pass at 3,600 Hz, then every `factor`-th sample. @throws Error if the rate is no multiple of 8,000 */
export const toTelephoneRate = (pcm: Int16Array, rate: number): Int16Array => {
  if (rate === TELEPHONE_RATE) return pcm;
  const factor = rate / TELEPHONE_RATE;
  const taps = lowPassFor(rate);
  const half = (taps.length - 1) / 2;
  const out = new Int16Array(Math.floor(pcm.length / factor));
  for (let index = 0; index < out.length; index += 1) {
    let sum = 0;
    const centre = index * factor;
    for (let tap = 0; tap < taps.length; tap += 1) {
      const at = centre + tap - half;
      if (at >= 0 && at < pcm.length) sum += (pcm[at] ?? 0) * (taps[tap] ?? 0);
    }
    out[index] = clipped(sum);
  }
  return out;
};

/** Rounds and clips to a 16-bit sample. */
export const clipped = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

/** The filter before decimation, symmetric around its middle. @throws Error if the rate is no multiple of 8,000 */
export const lowPassFor = (rate: number): Float64Array => {
  const factor = rate / TELEPHONE_RATE;
  if (!Number.isInteger(factor)) throw new Error(`cannot resample ${rate} Hz to ${TELEPHONE_RATE} Hz`);
  return lowPass(3_600 / rate, REACH * factor);
};

/** Hamming-windowed sinc; `cutoff` as a share of the sample rate. */
const lowPass = (cutoff: number, reach: number): Float64Array => {
  const taps = new Float64Array(2 * reach + 1);
  let sum = 0;
  for (let index = 0; index < taps.length; index += 1) {
    const x = index - reach;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    const window = 0.54 + 0.46 * Math.cos((Math.PI * x) / reach);
    taps[index] = sinc * window;
    sum += sinc * window;
  }
  return taps.map((tap) => tap / sum);
};

/** Neighbours on each side from which a sample in between is computed. */
const NEIGHBOURS = 8;

/** How much later the output of an upsampler is, samples of its input. */
export const UPSAMPLER_DELAY = NEIGHBOURS;

/** Takes a stream piece by piece; returns `factor` times the samples, between -1 and 1, one millisecond late. */
export type Upsampler = (pcm: Int16Array) => Float32Array;

/** Windowed sinc: every `factor`-th sample is an original one, and the others are interpolated. */
export const createUpsampler = (factor: number): Upsampler => {
  const between = Array.from({ length: factor - 1 }, (_, index) => weightsBetween((index + 1) / factor));
  const past = new Float64Array(2 * NEIGHBOURS);
  return (pcm) => {
    const out = new Float32Array(pcm.length * factor);
    for (let at = 0; at < pcm.length; at += 1) {
      past.copyWithin(0, 1);
      past[2 * NEIGHBOURS - 1] = pcm[at] ?? 0;
      out[factor * at] = (past[NEIGHBOURS - 1] ?? 0) / 32_768;
      for (const [index, weights] of between.entries()) {
        let sum = 0;
        for (let tap = 0; tap < weights.length; tap += 1) sum += (past[tap] ?? 0) * (weights[tap] ?? 0);
        out[factor * at + index + 1] = sum;
      }
    }
    return out;
  };
};

/** Weights of the neighbours of a place between two samples; `share`: where it is, from 0 to 1. */
const weightsBetween = (share: number): Float64Array =>
  Float64Array.from({ length: 2 * NEIGHBOURS }, (_, index) => {
    const x = index - NEIGHBOURS + 1 - share;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * x) / NEIGHBOURS);
    return (window * Math.sin(Math.PI * x)) / (Math.PI * x) / 32_768;
  });
