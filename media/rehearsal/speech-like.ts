/**
 * Sound with the rhythm of speech, for calls in virtual time: voiced syllables of changing loudness, consonants, and pauses.
 * The same on every run, 8,000 Hz.
 */
import { atLevel } from './level.js';

const RATE = 8_000;
const HARMONICS = 12;

/** Numbers below 1. */
const randomFrom = (seed: number): (() => number) => {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** `seconds` of it, with an RMS of `dbfs` in the parts that are not silence. Each seed is another text and voice. */
export const speechLike = (seconds: number, dbfs: number, seed: number): Int16Array =>
  atLevel(samplesOf(seconds, seed, true), dbfs);

/** The same without pauses between words. */
export const syllables = (seconds: number, dbfs: number, seed: number): Int16Array =>
  atLevel(samplesOf(seconds, seed, false), dbfs);

const samplesOf = (seconds: number, seed: number, hasPauses: boolean): Float64Array => {
  const random = randomFrom(seed);
  for (let skip = 0; skip < 8; skip += 1) random();
  const samples = new Float64Array(Math.round(seconds * RATE));
  const pitch = 95 + 110 * random();
  let at = 0;
  let untilPause = 4 + Math.floor(random() * 6);
  while (at < samples.length) {
    const length = Math.round((0.09 + 0.14 * random()) * RATE);
    const consonant = Math.round(length * (0.1 + 0.25 * random()));
    const gain = 10 ** (-(random() * 10) / 20);
    const formants = [300 + 500 * random(), 900 + 1_400 * random()];
    const hz = pitch * (0.85 + 0.3 * random());
    const weights = Array.from({ length: HARMONICS }, (_, index) =>
      formants.reduce((sum, formant) => sum + 1 / (1 + (((index + 1) * hz - formant) / 120) ** 2), 0.02),
    );
    for (let index = 0; index < length && at + index < samples.length; index += 1) {
      const rise = Math.min(1, index / 120, (length - index) / 320);
      const isConsonant = index < consonant;
      let sample = (random() - 0.5) * (isConsonant ? 0.5 : 0.04);
      if (!isConsonant)
        for (const [harmonic, weight] of weights.entries())
          sample += weight * Math.sin((2 * Math.PI * hz * (harmonic + 1) * index) / RATE) * 0.3;
      samples[at + index] = sample * gain * rise;
    }
    at += length + Math.round(random() * 0.06 * RATE);
    untilPause -= 1;
    if (untilPause > 0 || !hasPauses) continue;
    untilPause = 4 + Math.floor(random() * 6);
    at += Math.round((0.15 + 0.3 * random()) * RATE);
  }
  return samples;
};
