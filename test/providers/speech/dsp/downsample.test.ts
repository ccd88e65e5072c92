import t from 'tap';
import { createDownsampler } from '../../../../providers/speech/dsp/downsample.js';
import { toTelephoneRate } from '../../../../providers/speech/dsp/resample.js';
import { seeded, seedOfRun } from '../../../../testkit/seeded.js';

const tone = (hertz: number, rate: number, ms: number): Int16Array =>
  Int16Array.from(
    { length: (rate * ms) / 1_000 },
    (_, at) => 10_000 * Math.sin((2 * Math.PI * hertz * at) / rate),
  );

/** Resamples in pieces of any length, as they come from a network. */
const inPieces = (pcm: Int16Array, rate: number, random: () => number): number[] => {
  const downsampler = createDownsampler(rate);
  const out: number[] = [];
  for (let at = 0; at < pcm.length; ) {
    const length = Math.floor(random() * 400);
    out.push(...downsampler.push(pcm.subarray(at, at + length)));
    at += length;
  }
  out.push(...downsampler.end());
  return out;
};

const rms = (samples: readonly number[]): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

t.test('resamples a stream to 8,000 Hz like the whole audio, however it is cut', async (t) => {
  const seed = seedOfRun();
  t.comment(`seed ${seed}`);
  const random = seeded(seed);
  for (const rate of [16_000, 24_000, 48_000])
    for (const ms of [0, 1, 7, 333]) {
      const pcm = Int16Array.from(tone(700, rate, ms), (sample) => sample + 4_000 * (random() - 0.5));
      t.same(inPieces(pcm, rate, random), [...toTelephoneRate(pcm, rate)], `${rate} Hz, ${ms} ms`);
    }
});

t.test(
  'frequencies above the telephone band are removed first, and do not come back as another tone',
  async (t) => {
    const random = seeded(1);
    const kept = rms(inPieces(tone(1_000, 24_000, 500), 24_000, random).slice(100, -100));
    t.ok(kept > 6_900 && kept < 7_200, `1,000 Hz stays: ${kept}`);
    for (const hertz of [5_000, 7_000, 9_500, 11_000]) {
      const left = rms(inPieces(tone(hertz, 24_000, 500), 24_000, random).slice(100, -100));
      t.ok(left < 7_071 / 300, `${hertz} Hz: ${left}`);
    }
  },
);

t.test('refuses a rate that is not a multiple of 8,000 Hz', async (t) => {
  t.throws(() => createDownsampler(22_050), { message: /cannot resample 22050 Hz/ });
});
