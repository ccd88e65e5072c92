/** Converts a stream from an engine's rate to the telephone's 8,000 Hz; resample.ts does this for a whole text at once. */
import { clipped, lowPassFor, TELEPHONE_RATE } from './resample.js';

export interface Downsampler {
  /** Returns the samples that can be computed so far, some milliseconds late. */
  push(pcm: Int16Array): Int16Array;
  /** Returns the remaining samples, as if silence followed. */
  end(): Int16Array;
}

/** Equals `toTelephoneRate` of the whole, however the input is split. @throws Error if the rate is no multiple of 8,000 */
export const createDownsampler = (rate: number): Downsampler => {
  const factor = rate / TELEPHONE_RATE;
  const taps = lowPassFor(rate);
  const half = (taps.length - 1) / 2;
  /** Input that may still be needed; its first sample is number `from` of the stream. */
  let kept: Int16Array = new Int16Array(half);
  let from = -half;
  let produced = 0;

  /** Computes the next `count` samples, and drops the input that no later one needs. */
  const make = (count: number): Int16Array => {
    const out = new Int16Array(Math.max(0, count));
    for (let index = 0; index < out.length; index += 1) {
      const first = (produced + index) * factor - half - from;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap += 1) sum += (kept[first + tap] ?? 0) * (taps[tap] ?? 0);
      out[index] = clipped(sum);
    }
    produced += out.length;
    const consumed = Math.min(kept.length, Math.max(0, produced * factor - half - from));
    kept = kept.subarray(consumed);
    from += consumed;
    return out;
  };

  return {
    push: (pcm) => {
      const joined = new Int16Array(kept.length + pcm.length);
      joined.set(kept);
      joined.set(pcm, kept.length);
      kept = joined;
      const end = from + kept.length;
      return make(Math.floor((end - 1 - half) / factor) + 1 - produced);
    },
    end: () => {
      const length = from + kept.length;
      const padded = new Int16Array(kept.length + half);
      padded.set(kept);
      kept = padded;
      return make(Math.floor(length / factor) - produced);
    },
  };
};
