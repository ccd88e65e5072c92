/**
 * Whisper's log-mel features of the last 8 s of speech, as Smart Turn takes them: the waveform is padded with zeros at its
 * front and normalised to mean 0 and variance 1; windows of 25 ms every 10 ms; 80 bands on Slaney's mel scale.
 */
import { createUpsampler } from '../dsp/resample.js';
import { createTransform, type Transform } from './fourier.js';

const RATE = 16_000;
const SECONDS = 8;
const SAMPLES = RATE * SECONDS;
const WINDOW = 400;
const HOP = 160;
/** Bands, and frames of 10 ms. */
export const BANDS = 80;
export const FRAMES = SAMPLES / HOP;
const BINS = WINDOW / 2 + 1;
/** Below this power a band counts as silent, and this far below the loudest one (in powers of ten). */
const LEAST_POWER = 1e-10;
const RANGE = 8;
const VARIANCE_MARGIN = 1e-7;

/** Samples at 8,000 Hz that the features cover. */
export const TELEPHONE_SAMPLES = SAMPLES / 2;

/** Computes the features, `BANDS` rows of `FRAMES` values, of speech at 8,000 Hz; of longer speech, its end. */
type FeatureExtractor = (pcm: Int16Array) => Float32Array;

export const createFeatureExtractor = (): FeatureExtractor => {
  const window = Float64Array.from(
    { length: WINDOW },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW),
  );
  const filters = melFilters();
  const transform = createTransform(WINDOW);
  return (pcm) => logMel(normalised(upsampled(pcm.subarray(-TELEPHONE_SAMPLES))), window, filters, transform);
};

/** At 16,000 Hz, with zeros in front. */
const upsampled = (pcm: Int16Array): Float32Array => {
  const speech = createUpsampler(2)(pcm);
  const padded = new Float32Array(SAMPLES);
  padded.set(speech, SAMPLES - speech.length);
  return padded;
};

const normalised = (samples: Float32Array): Float32Array => {
  let sum = 0;
  for (const sample of samples) sum += sample;
  const mean = sum / samples.length;
  let squares = 0;
  for (const sample of samples) squares += (sample - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / samples.length + VARIANCE_MARGIN);
  return samples.map((sample) => (sample - mean) * scale);
};

/** The sample at a place that may lie beyond either end: the waveform is mirrored there. */
const mirrored = (samples: Float32Array, at: number): number => {
  const place = at < 0 ? -at : at >= SAMPLES ? 2 * (SAMPLES - 1) - at : at;
  return samples[place] ?? 0;
};

const logMel = (
  samples: Float32Array,
  window: Float64Array,
  filters: readonly Filter[],
  transform: Transform,
): Float32Array => {
  const features = new Float32Array(BANDS * FRAMES);
  const values = new Float64Array(2 * WINDOW);
  const powers = [new Float64Array(BINS), new Float64Array(BINS)] as const;
  let loudest = Number.NEGATIVE_INFINITY;
  // Two frames at a time: one is the real part of the transform, the other the imaginary part.
  for (let frame = 0; frame < FRAMES; frame += 2) {
    const from = frame * HOP - WINDOW / 2;
    for (let at = 0; at < WINDOW; at += 1) {
      const weight = window[at] ?? 0;
      values[2 * at] = mirrored(samples, from + at) * weight;
      values[2 * at + 1] = mirrored(samples, from + HOP + at) * weight;
    }
    transform(values);
    separatePowers(values, powers);
    for (const [index, power] of powers.entries())
      for (const [band, { first, weights }] of filters.entries()) {
        let energy = 0;
        for (let at = 0; at < weights.length; at += 1)
          energy += (power[first + at] ?? 0) * (weights[at] ?? 0);
        const value = Math.log10(Math.max(LEAST_POWER, energy));
        loudest = Math.max(loudest, value);
        features[band * FRAMES + frame + index] = value;
      }
  }
  return features.map((value) => (Math.max(value, loudest - RANGE) + 4) / 4);
};

/** The power spectra of the two real signals whose transform this is. */
const separatePowers = (
  values: Float64Array,
  [first, second]: readonly [Float64Array, Float64Array],
): void => {
  for (let bin = 0; bin < BINS; bin += 1) {
    const other = (WINDOW - bin) % WINDOW;
    const real = values[2 * bin] ?? 0;
    const imaginary = values[2 * bin + 1] ?? 0;
    const otherReal = values[2 * other] ?? 0;
    const otherImaginary = values[2 * other + 1] ?? 0;
    first[bin] = ((real + otherReal) ** 2 + (imaginary - otherImaginary) ** 2) / 4;
    second[bin] = ((imaginary + otherImaginary) ** 2 + (otherReal - real) ** 2) / 4;
  }
};

/** A triangle over neighbouring bins. */
interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Slaney's mel scale: linear up to 1,000 Hz, logarithmic above. */
const LINEAR_HZ = 200 / 3;
const LOG_FROM_HZ = 1_000;
const LOG_FROM_MEL = LOG_FROM_HZ / LINEAR_HZ;
const LOG_STEP = Math.log(6.4) / 27;
const melOf = (hz: number): number =>
  hz < LOG_FROM_HZ ? hz / LINEAR_HZ : LOG_FROM_MEL + Math.log(hz / LOG_FROM_HZ) / LOG_STEP;
const hzOf = (mel: number): number =>
  mel < LOG_FROM_MEL ? mel * LINEAR_HZ : LOG_FROM_HZ * Math.exp(LOG_STEP * (mel - LOG_FROM_MEL));

/** Triangles of equal area. */
const melFilters = (): readonly Filter[] => {
  const top = melOf(RATE / 2);
  const edges = Array.from({ length: BANDS + 2 }, (_, at) => hzOf((top * at) / (BANDS + 1)));
  return Array.from({ length: BANDS }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const weights = Array.from({ length: BINS }, (_, bin) => {
      const hz = (bin * RATE) / WINDOW;
      const rising = (hz - low) / (middle - low);
      const falling = (high - hz) / (high - middle);
      return (Math.max(0, Math.min(rising, falling)) * 2) / (high - low);
    });
    const first = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const last = weights.findLastIndex((weight) => weight > 0);
    return { first, weights: Float64Array.from(weights.slice(first, last + 1)) };
  });
};
