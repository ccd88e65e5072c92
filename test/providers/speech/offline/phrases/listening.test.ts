/** The parts of the recogniser and of the synthesiser, each tested alone. */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import {
  FEATURE_SIZE,
  FRAME_SIZE,
  featuresOf,
  withoutSlopes,
  withSlopes,
} from '../../../../../providers/speech/dsp/mfcc.js';
import { toTelephoneRate } from '../../../../../providers/speech/dsp/resample.js';
import { warpedDistance } from '../../../../../providers/speech/dsp/time-warping.js';
import {
  createSegmenter,
  END_SILENCE_MS,
} from '../../../../../providers/speech/offline/phrases/segmenter.js';
import {
  packTemplates,
  unpackTemplates,
} from '../../../../../providers/speech/offline/phrases/template-file.js';
import { normalPhrase, partsOf } from '../../../../../providers/speech/offline/phrases/text.js';
import type { Segment } from '../../../../../providers/speech/offline/phrases/utterance.js';
import { noiseSource } from '../../../../../testkit/stt/line.js';

const tone = (hz: number, ms: number, rate = 8_000, amplitude = 8_000): Int16Array =>
  Int16Array.from(
    { length: (ms * rate) / 1_000 },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hz * index) / rate),
  );
const silence = (ms: number): Int16Array => new Int16Array(ms * 8);
const join = (...parts: readonly Int16Array[]): Int16Array =>
  Int16Array.from(parts.flatMap((part) => [...part]));
const rms = (pcm: Int16Array): number =>
  Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length);

/** Pushes the audio in pieces of an odd length. */
const segment = (pcm: Int16Array, endSilenceMs?: number): readonly Segment[] => {
  const segmenter = createSegmenter(endSilenceMs);
  const found: Segment[] = [];
  for (let at = 0; at < pcm.length; at += 137) found.push(...segmenter.push(pcm.subarray(at, at + 137)));
  return found;
};

t.test(
  'resampling keeps the telephone band, removes frequencies that would alias, and adds no delay',
  async (t) => {
    for (const rate of [16_000, 24_000, 48_000]) {
      for (const hz of [200, 1_000, 3_000]) {
        const out = toTelephoneRate(tone(hz, 500, rate), rate);
        t.equal(out.length, 4_000);
        const inner = out.subarray(400, 3_600);
        const wanted = tone(hz, 500).subarray(400, 3_600);
        const error = rms(inner.map((sample, index) => sample - (wanted[index] ?? 0)));
        t.ok(error < 60, `${hz} Hz at ${rate} Hz: off by ${error.toFixed(1)}`);
      }
      for (const hz of [4_500, 5_500, 7_000]) {
        const left = rms(toTelephoneRate(tone(hz, 500, rate), rate).subarray(400, 3_600));
        t.ok(left < rms(tone(hz, 500, rate)) / 200, `${hz} Hz at ${rate} Hz: ${left.toFixed(1)} left`);
      }
    }
    const same = tone(500, 20);
    t.equal(toTelephoneRate(same, 8_000), same);
    t.throws(() => toTelephoneRate(same, 11_025), { message: /11025/ });
  },
);

t.test('an utterance is the audio between silences, with its position', async (t) => {
  const found = segment(
    join(
      silence(500),
      tone(300, 400),
      silence(200),
      tone(500, 300),
      silence(1_000),
      tone(300, 250),
      silence(400),
    ),
  );
  t.equal(found.length, 2, 'a pause inside does not end it');
  // One step longer at the end, where the filter rings.
  t.match(found[0], { startMs: 460, endMs: 1_450 });
  t.match(found[1], { startMs: 2_360, endMs: 2_700 });
  for (const { startMs, endMs, pcm } of found) t.equal(pcm.length, (endMs - startMs) * 8);
});

t.test('reports an utterance as soon as the silence after it is long enough', async (t) => {
  for (const endSilenceMs of [undefined, 150, 500]) {
    const segmenter = createSegmenter(endSilenceMs);
    segmenter.push(join(silence(100), tone(300, 400)));
    const wait = endSilenceMs ?? END_SILENCE_MS;
    t.equal(segmenter.push(silence(wait - 10)).length, 0);
    t.equal(segmenter.push(silence(20)).length, 1);
  }
});

t.test('learns the noise of a line, and finds speech above it', async (t) => {
  const noise = noiseSource(3);
  const hiss = (pcm: Int16Array): Int16Array => pcm.map((sample) => sample + noise() * 1_500);
  const found = segment(hiss(join(silence(3_000), tone(300, 500), silence(2_000))));
  t.equal(found.length, 1);
  t.ok(Math.abs((found[0]?.startMs ?? 0) - 2_960) <= 20, `at ${found[0]?.startMs} ms`);
});

t.test('ignores clicks, cuts endless speech, and finds speech at the very start of a stream', async (t) => {
  t.same(segment(join(silence(300), tone(300, 50), silence(1_000))), []);
  const syllables = Array.from({ length: 130 }, () => join(tone(300, 100), silence(50)));
  const long = segment(join(...syllables, silence(1_000)));
  t.same(
    long.map(({ startMs, endMs }) => Math.ceil((endMs - startMs) / 1_000)),
    [8, 8, 4],
  );
  t.same(segment(join(tone(300, 20_000), silence(1_000))).length, 0, 'a steady hum is the line, not speech');
  t.match(segment(join(tone(300, 200), silence(500)))[0], { startMs: 0 });
});

/** Frames along a path; their number sets the speed. */
const path = (frames: number, offset = 0): Float32Array =>
  Float32Array.from({ length: frames * FEATURE_SIZE }, (_, at) => {
    const place = Math.floor(at / FEATURE_SIZE) / frames;
    return Math.sin(7 * place + (at % FEATURE_SIZE)) + offset;
  });

t.test('warping compensates for speed, and for nothing else', async (t) => {
  t.equal(warpedDistance(path(50), path(50)), 0);
  t.ok(warpedDistance(path(50), path(70)) < 0.1);
  t.equal(warpedDistance(path(50), path(70)), warpedDistance(path(70), path(50)), 'symmetric');
  t.ok(Math.abs(warpedDistance(path(50), path(50, 1)) - 1) < 0.35);
  const backwards = path(50);
  for (let frame = 0; frame < 50; frame += 1)
    backwards.set(
      path(50).subarray((49 - frame) * FEATURE_SIZE, (50 - frame) * FEATURE_SIZE),
      frame * FEATURE_SIZE,
    );
  t.ok(warpedDistance(path(50), backwards) > 0.4);
  t.equal(warpedDistance(path(20), path(60)), Number.POSITIVE_INFINITY, 'lengths that differ too much');
  t.equal(warpedDistance(path(20), new Float32Array(0)), Number.POSITIVE_INFINITY);
  t.equal(warpedDistance(path(50), path(50, 1), 0.2), Number.POSITIVE_INFINITY, 'gives up beyond the limit');
});

t.test('features do not depend on level, and are finite for any input', async (t) => {
  const noise = noiseSource(5);
  const speech = Int16Array.from(
    { length: 4_000 },
    (_, index) => 6_000 * Math.sin(index / 9) * Math.sin(index / 400) + noise() * 500,
  );
  const quiet = speech.map((sample) => sample / 8);
  const distance = warpedDistance(featuresOf(speech), featuresOf(quiet));
  t.ok(distance < 0.15, `${distance}`);
  for (const pcm of [silence(1_000), new Int16Array(4_000).fill(32_767), tone(1_000, 300)])
    t.ok(featuresOf(pcm).every((value) => Number.isFinite(value)));
  t.equal(featuresOf(silence(10)).length, 0);
});

t.test('normalises and splits phrases', async (t) => {
  t.equal(normalPhrase("  Yes, PLEASE – don't! "), "yes please don't");
  t.same(partsOf('Yes, a table. Tomorrow'), ['Yes,', 'a table.', 'Tomorrow']);
  t.same(partsOf('...'), []);
});

t.test('reads templates back from their file, and refuses a damaged file', async (t) => {
  const templates = new Map([
    ['yes', [path(3), path(5)]],
    ['a "quoted"\nphrase', [path(2)]],
  ]);
  const bytes = packTemplates({ madeOf: 'these', phrases: templates });
  const { madeOf, phrases } = unpackTemplates(bytes);
  t.equal(madeOf, 'these');
  t.same([...phrases.keys()], [...templates.keys()]);
  for (const [phrase, expected] of templates)
    for (const [index, features] of expected.entries()) {
      const found = phrases.get(phrase)?.[index] ?? new Float32Array(0);
      t.equal(found.length, features.length);
      const away = features.map((value, at) =>
        at % FEATURE_SIZE < FRAME_SIZE ? Math.abs(value - (found[at] ?? 9)) : 0,
      );
      t.ok(Math.max(...away) <= 1 / 48 + 1e-6, `numbers are at most half a step away: ${Math.max(...away)}`);
      t.same(found, withSlopes(withoutSlopes(found)), 'slopes follow from the numbers');
    }
  t.same(packTemplates({ madeOf, phrases }), bytes, 'what was read is written the same');
  for (const broken of [
    bytes.subarray(0, -1),
    brotliCompressSync(Buffer.concat([brotliDecompressSync(bytes), Buffer.from('x')])),
    Buffer.from('[1]\n'),
    Buffer.alloc(0),
  ])
    t.throws(() => unpackTemplates(broken));
});
