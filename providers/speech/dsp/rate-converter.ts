/** Converts a stream of samples from any rate to the telephone's 8,000 Hz. */
import { createDownsampler, type Downsampler } from './downsample.js';
import { clipped, TELEPHONE_RATE } from './resample.js';

/** Neighbours on each side at 8,000 Hz. */
const REACH = 16;
const CUTOFF_HZ = 3_600;
const SLOWEST = 8_000;
const FASTEST = 96_000;

/** Whether a rate can be converted. */
export const isConvertible = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= SLOWEST && rate <= FASTEST;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/**
 * A windowed-sinc low pass, evaluated at the places of the new samples: their offsets from the old ones repeat, so that the
 * weights of each offset are computed once. Equals itself however the input is split. `rate` must be convertible.
 */
export const createRateConverter = (rate: number): Downsampler => {
  if (rate % TELEPHONE_RATE === 0) return createDownsampler(rate);
  const divisor = greatestDivisor(rate, TELEPHONE_RATE);
  const step = rate / divisor;
  const phases = TELEPHONE_RATE / divisor;
  const half = Math.ceil((REACH * rate) / TELEPHONE_RATE);
  const weights = new Map<number, Float64Array>();

  const weightsOf = (phase: number): Float64Array => {
    const known = weights.get(phase);
    if (known !== undefined) return known;
    const made = new Float64Array(2 * half + 1);
    let sum = 0;
    for (let index = 0; index < made.length; index += 1) {
      const x = index - half - phase / phases;
      const angle = 2 * Math.PI * (CUTOFF_HZ / rate) * x;
      const window = Math.abs(x) > half ? 0 : 0.54 + 0.46 * Math.cos((Math.PI * x) / half);
      const weight = (x === 0 ? 1 : Math.sin(angle) / angle) * window;
      made[index] = weight;
      sum += weight;
    }
    const scaled = made.map((weight) => weight / sum);
    weights.set(phase, scaled);
    return scaled;
  };

  /** Input that may still be needed; its first sample is number `from` of the stream. */
  let kept: Int16Array = new Int16Array(half);
  let from = -half;
  let produced = 0;

  const make = (until: number): Int16Array => {
    const out: number[] = [];
    for (;;) {
      const place = produced * step;
      const centre = Math.floor(place / phases);
      if (centre >= until) break;
      const taps = weightsOf(place % phases);
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap += 1)
        sum += (kept[centre - half - from + tap] ?? 0) * (taps[tap] ?? 0);
      out.push(clipped(sum));
      produced += 1;
    }
    const consumed = Math.min(kept.length, Math.max(0, Math.floor((produced * step) / phases) - half - from));
    kept = kept.subarray(consumed);
    from += consumed;
    return Int16Array.from(out);
  };

  const add = (pcm: Int16Array): void => {
    const joined = new Int16Array(kept.length + pcm.length);
    joined.set(kept);
    joined.set(pcm, kept.length);
    kept = joined;
  };

  return {
    push: (pcm) => {
      add(pcm);
      return make(from + kept.length - half);
    },
    end: () => {
      const length = from + kept.length;
      add(new Int16Array(half));
      return make(length);
    },
  };
};
