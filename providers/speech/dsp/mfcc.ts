/**
 * Features of telephone speech: mel-frequency cepstral coefficients (by Meyda) and loudness, each with its slope,
 * normalised over the utterance so that a line's tone and level cancel out.
 *
 * Windows are 32 ms (a power of two, as the FFT requires) every 16 ms: measured to be as good as 25 ms every 10 ms, at
 * 40 % of the work (test/providers/speech/accuracy.ts).
 */
import library from 'meyda';

const WINDOW = 256;
const HOP = 128;
/** Coefficients 1 to 10: coefficient 0 is loudness, and higher ones describe the speaker more than the phrase. */
const FIRST = 1;
const CEPSTRA = 10;
const STATIC = CEPSTRA + 1;
/** Numbers in one feature vector: cepstra and loudness, then their slopes; always even. */
export const FEATURE_SIZE = 2 * STATIC;
/** Numbers of a feature vector without slopes, which follow from them. */
export const FRAME_SIZE = STATIC;
/** Frames at either end that are this far below the loudest are not part of the phrase, dB. */
const TRIM_DB = 30;
const PRE_EMPHASIS = 0.95;
/** Meyda computes log(1 + x): at this level, the 1 is far below speech and above digital silence. */
const LEVEL = 1_000;

/** Feature vectors, concatenated in one array. */
export type Features = Float32Array;

interface Meyda {
  bufferSize: number;
  sampleRate: number;
  melBands: number;
  numberOfMFCCCoefficients: number;
  windowingFunction: string;
  extract(feature: 'mfcc', signal: Float32Array): unknown;
}

/** Meyda's types describe its ES module, but Node loads its CommonJS one, so the shape is checked at run time. */
const isMeyda = (value: object): value is Meyda => 'extract' in value && typeof value.extract === 'function';

const loadMeyda = (): Meyda => {
  const candidate: object = library;
  if (!isMeyda(candidate)) throw new Error('the meyda package has an unexpected interface');
  candidate.bufferSize = WINDOW;
  candidate.sampleRate = 8_000;
  candidate.melBands = 24;
  candidate.numberOfMFCCCoefficients = FIRST + CEPSTRA;
  candidate.windowingFunction = 'hamming';
  return candidate;
};

const meyda = loadMeyda();

/** Features of Int16 PCM at 8,000 Hz; empty if it is shorter than a window. */
export const featuresOf = (pcm: Int16Array): Features => {
  const count = Math.max(0, Math.floor((pcm.length - WINDOW) / HOP) + 1);
  if (count === 0) return new Float32Array(0);
  const gain = LEVEL / Math.max(1, rms(pcm));
  const frames = new Float32Array(count * STATIC);
  const window = new Float32Array(WINDOW);
  for (let index = 0; index < count; index += 1) {
    const from = index * HOP;
    let energy = 0;
    for (let at = 0; at < WINDOW; at += 1) {
      const sample = pcm[from + at] ?? 0;
      energy += sample * sample;
      window[at] = (sample - PRE_EMPHASIS * (pcm[from + at - 1] ?? 0)) * gain + 1e-6;
    }
    const mfcc: unknown = meyda.extract('mfcc', window);
    if (!Array.isArray(mfcc)) throw new Error('meyda returned no coefficients');
    for (let at = 0; at < CEPSTRA; at += 1) frames[index * STATIC + at] = Number(mfcc[at + FIRST]);
    frames[index * STATIC + CEPSTRA] = 10 * Math.log10(energy / WINDOW + 1e-9);
  }
  const kept = trim(frames, count);
  normalise(kept);
  return withSlopes(kept);
};

const rms = (pcm: Int16Array): number => {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return Math.sqrt(sum / pcm.length);
};

const trim = (frames: Float32Array, count: number): Float32Array => {
  const loudness = (index: number): number => frames[index * STATIC + CEPSTRA] ?? 0;
  let peak = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index += 1) peak = Math.max(peak, loudness(index));
  let first = 0;
  let last = count - 1;
  while (first < last && loudness(first) < peak - TRIM_DB) first += 1;
  while (last > first && loudness(last) < peak - TRIM_DB) last -= 1;
  return frames.slice(first * STATIC, (last + 1) * STATIC);
};

/** Normalises each number to mean 0 and variance 1 over the phrase, in place. */
const normalise = (frames: Float32Array): void => {
  const count = frames.length / STATIC;
  for (let at = 0; at < STATIC; at += 1) {
    let sum = 0;
    let square = 0;
    for (let index = at; index < frames.length; index += STATIC) {
      const value = frames[index] ?? 0;
      sum += value;
      square += value * value;
    }
    const mean = sum / count;
    const spread = Math.sqrt(Math.max(1e-6, square / count - mean * mean));
    for (let index = at; index < frames.length; index += STATIC)
      frames[index] = ((frames[index] ?? 0) - mean) / spread;
  }
};

/** Features without their slopes: {@link FRAME_SIZE} numbers for each vector. */
export const withoutSlopes = (features: Features): Float32Array =>
  features.filter((_, index) => index % FEATURE_SIZE < STATIC);

/**
 * Appends each number's slope over five frames (regression, doubled to weigh about as much as the number). `frames`:
 * {@link FRAME_SIZE} numbers for each.
 */
export const withSlopes = (frames: Float32Array): Features => {
  const count = frames.length / STATIC;
  const out = new Float32Array(count * FEATURE_SIZE);
  for (let index = 0; index < count; index += 1) {
    for (let at = 0; at < STATIC; at += 1) {
      const near = (offset: number): number =>
        frames[Math.max(0, Math.min(count - 1, index + offset)) * STATIC + at] ?? 0;
      out[index * FEATURE_SIZE + at] = near(0);
      out[index * FEATURE_SIZE + STATIC + at] = (near(1) - near(-1) + 2 * (near(2) - near(-2))) / 5;
    }
  }
  return out;
};
