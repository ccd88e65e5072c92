/** From an engine's rate to the telephone's 8,000 Hz, as a stream: what resample.ts does with a whole text at once. */
import { clipped, lowPassFor, TELEPHONE_RATE } from './resample.js';

export interface Downsampler {
  /** Gives what can be made so far, some milliseconds late. */
  push(pcm: Int16Array): Int16Array;
  /** Gives the rest: silence follows. */
  end(): Int16Array;
}

/** The same samples as `toTelephoneRate` of the whole, however it is cut. @throws Error when the rate is no multiple of 8,000 */
export const createDownsampler = (rate: number): Downsampler => {
  const factor = rate / TELEPHONE_RATE;
  const taps = lowPassFor(rate);
  const half = (taps.length - 1) / 2;
  /** What may be needed yet; its first sample is number `from` of the stream. */
  let kept: Int16Array = new Int16Array(half);
  let from = -half;
  let made = 0;

  /** Those whose last neighbour lies before sample number `end`. */
  const make = (count: number): Int16Array => {
    const out = new Int16Array(Math.max(0, count));
    for (let index = 0; index < out.length; index += 1) {
      const first = (made + index) * factor - half - from;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap += 1) sum += (kept[first + tap] ?? 0) * (taps[tap] ?? 0);
      out[index] = clipped(sum);
    }
    made += out.length;
    const done = Math.min(kept.length, Math.max(0, made * factor - half - from));
    kept = kept.subarray(done);
    from += done;
    return out;
  };

  return {
    push: (pcm) => {
      const joined = new Int16Array(kept.length + pcm.length);
      joined.set(kept);
      joined.set(pcm, kept.length);
      kept = joined;
      const end = from + kept.length;
      return make(Math.floor((end - 1 - half) / factor) + 1 - made);
    },
    end: () => {
      const length = from + kept.length;
      const padded = new Int16Array(kept.length + half);
      padded.set(kept);
      kept = padded;
      return make(Math.floor(length / factor) - made);
    },
  };
};
