/** The features of the end-of-turn model, against a second implementation that is written from their definition. */
import t from 'tap';
import { createUpsampler } from '../../../../providers/speech/dsp/resample.js';
import {
  BANDS,
  createFeatureExtractor,
  FRAMES,
  TELEPHONE_SAMPLES,
} from '../../../../providers/speech/smart-turn/features.js';
import { createTransform } from '../../../../providers/speech/smart-turn/fourier.js';

/** Deterministic noise between -1 and 1. */
const noise = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
};

t.test('the transform is the discrete Fourier transform', async (t) => {
  for (const length of [1, 12, 25, 400]) {
    const random = noise(length);
    const values = Float64Array.from({ length: 2 * length }, random);
    const found = values.slice();
    createTransform(length)(found);
    for (let bin = 0; bin < length; bin += 1) {
      let real = 0;
      let imaginary = 0;
      for (let at = 0; at < length; at += 1) {
        const angle = (-2 * Math.PI * at * bin) / length;
        real += (values[2 * at] ?? 0) * Math.cos(angle) - (values[2 * at + 1] ?? 0) * Math.sin(angle);
        imaginary += (values[2 * at] ?? 0) * Math.sin(angle) + (values[2 * at + 1] ?? 0) * Math.cos(angle);
      }
      const error = Math.hypot((found[2 * bin] ?? 0) - real, (found[2 * bin + 1] ?? 0) - imaginary);
      if (error > 1e-9) t.fail(`bin ${bin} of ${length} differs by ${error}`);
    }
    t.pass(`${length}`);
  }
  t.throws(() => createTransform(11), RangeError);
});

/** The features of one frame, computed directly from the definition. */
const frameOf = (pcm: Int16Array, frame: number): readonly number[] => {
  const speech = createUpsampler(2)(pcm);
  const samples = new Float64Array(128_000);
  samples.set(speech, 128_000 - speech.length);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const variance = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / samples.length;
  const normal = samples.map((sample) => (sample - mean) / Math.sqrt(variance + 1e-7));
  const window = Array.from({ length: 400 }, (_, at) => {
    const place = Math.abs(frame * 160 - 200 + at);
    const sample = normal[place < 128_000 ? place : 2 * 127_999 - place] ?? 0;
    return sample * Math.sin((Math.PI * at) / 400) ** 2;
  });
  const power = Array.from({ length: 201 }, (_, bin) => {
    let real = 0;
    let imaginary = 0;
    for (const [at, sample] of window.entries()) {
      real += sample * Math.cos((2 * Math.PI * bin * at) / 400);
      imaginary += sample * Math.sin((2 * Math.PI * bin * at) / 400);
    }
    return real ** 2 + imaginary ** 2;
  });
  // Slaney's scale in its published form: 3 mels for 200 Hz, and 27 steps for each factor of 6.4 above 1,000 Hz.
  const mel = (hz: number): number =>
    hz < 1_000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1_000)) / Math.log(6.4);
  const hz = (mels: number): number => (mels < 15 ? (200 * mels) / 3 : 1_000 * 6.4 ** ((mels - 15) / 27));
  const edge = (index: number): number => hz((mel(8_000) * index) / 81);
  return Array.from({ length: 80 }, (_, band) => {
    let energy = 0;
    for (const [bin, value] of power.entries()) {
      const at = bin * 40;
      const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)];
      if (at <= low || at >= high) continue;
      const height = at < middle ? (at - low) / (middle - low) : (high - at) / (high - middle);
      energy += (value * height * 2) / (high - low);
    }
    return Math.log10(Math.max(1e-10, energy));
  });
};

t.test('the features are those of their definition, padded at the front', async (t) => {
  const random = noise(7);
  const pcm = Int16Array.from({ length: 24_000 }, (_, at) =>
    Math.round(6_000 * Math.sin(at / 5) * Math.sin(at / 900) + 300 * random()),
  );
  const features = createFeatureExtractor()(pcm);
  t.equal(features.length, BANDS * FRAMES);
  const frames = [0, 498, 499, 500, 501, 650, 798, 799];
  const expected = frames.map((frame) => frameOf(pcm, frame));
  const loudest = Math.max(...features) * 4 - 4;
  let worst = 0;
  for (const [index, frame] of frames.entries())
    for (let band = 0; band < BANDS; band += 1) {
      const value = (Math.max(expected[index]?.[band] ?? 0, loudest - 8) + 4) / 4;
      worst = Math.max(worst, Math.abs(value - (features[band * FRAMES + frame] ?? 0)));
    }
  t.ok(worst < 1e-3, `largest difference ${worst}`);
});

t.test('of longer speech only the last 8 s count, and silence has a value of its own', async (t) => {
  const extract = createFeatureExtractor();
  const random = noise(3);
  const end = Int16Array.from({ length: TELEPHONE_SAMPLES }, () => Math.round(1_000 * random()));
  const longer = new Int16Array(TELEPHONE_SAMPLES + 999);
  longer.fill(20_000, 0, 999);
  longer.set(end, 999);
  t.ok(Buffer.from(extract(longer).buffer).equals(Buffer.from(extract(end).buffer)));
  t.ok(extract(new Int16Array(0)).every((value) => value === -1.5));
});
