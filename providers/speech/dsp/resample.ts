/** Converts audio from an engine's rate to the telephone's 8,000 Hz, once, at the edge. */

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
