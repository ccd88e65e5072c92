/**
 * Measures what a carrier's stream of 16-bit samples at 16,000 Hz would bring to sessions whose audio is µ-law at 8,000
 * Hz, and what it would cost: the signal-to-noise ratio of a voice's harmonics both ways, the bytes on the wire, and
 * the processor time per call.
 * Run: `npm run bench:wideband`
 */
import { performance } from 'node:perf_hooks';
import Table from 'cli-table3';
import { readBase64, writeBase64 } from '../../providers/carriers/base64.js';
import { createDownsampler } from '../../providers/speech/dsp/downsample.js';
import { decodeMulaw, encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { clipped, createUpsampler, TELEPHONE_RATE } from '../../providers/speech/dsp/resample.js';

const WIDE_RATE = 16_000;
const FRAME_MS = 20;
const SECONDS = 60;
/** Samples at each end that are not judged, because filters start and end there. */
const EDGE = 400;

/** Harmonics of 140 Hz up to a telephone's band limit, in syllables: the same sound at any rate. */
const voice = (rate: number): Int16Array =>
  Int16Array.from({ length: SECONDS * rate }, (_, index) => {
    const at = index / rate;
    let sum = 0;
    for (let harmonic = 2; harmonic * 140 <= 3_200; harmonic += 1)
      sum += Math.sin(2 * Math.PI * harmonic * 140 * at + harmonic * harmonic) / harmonic;
    return clipped(3_500 * (0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * at)) * sum);
  });

/** Signal-to-noise ratio of what arrived against what was sent, dB. */
const ratio = (original: Int16Array, received: Int16Array): number => {
  let signal = 0;
  let noise = 0;
  for (let index = EDGE; index < Math.min(original.length, received.length) - EDGE; index += 1) {
    const [expected = 0, actual = 0] = [original[index], received[index]];
    signal += expected * expected;
    noise += (expected - actual) ** 2;
  }
  return 10 * Math.log10(signal / noise);
};

const narrowed = (pcm: Int16Array): Int16Array => {
  const down = createDownsampler(WIDE_RATE);
  const [first, rest] = [down.push(pcm), down.end()];
  const all = new Int16Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
};
const widened = (pcm: Int16Array): Int16Array =>
  Int16Array.from(createUpsampler(2)(pcm), (sample) => clipped(sample * 32_768));
const throughMulaw = (pcm: Int16Array): Int16Array => decodeMulaw(encodeMulaw(pcm));
/** Delay of the upsampler, in samples at 16,000 Hz. */
const UPSAMPLER_LATE = 16;

/** Processor time for a frame of one call both ways, µs: the median of five rounds. */
const costOf = (frame: () => void): number => {
  const count = 20_000;
  const rounds = Array.from({ length: 5 }, () => {
    const from = performance.now();
    for (let index = 0; index < count; index += 1) frame();
    return ((performance.now() - from) * 1_000) / count;
  });
  return rounds.toSorted((a, b) => a - b)[2] ?? 0;
};

const carried = (bytes: Uint8Array, wire: Uint8Array): void => {
  const end = writeBase64(bytes, wire, 0);
  readBase64(wire, 0, end);
};

const narrow = voice(TELEPHONE_RATE);
const wide = voice(WIDE_RATE);
const wire = new Uint8Array(2_048);
const mulawFrame = encodeMulaw(narrow.subarray(0, (TELEPHONE_RATE * FRAME_MS) / 1_000));
const wideFrame = wide.subarray(0, (WIDE_RATE * FRAME_MS) / 1_000);
const down = createDownsampler(WIDE_RATE);
const up = createUpsampler(2);

const mulawUs = costOf(() => carried(mulawFrame, wire));
const wideUs = costOf(() => {
  carried(new Uint8Array(wideFrame.buffer, wideFrame.byteOffset, wideFrame.byteLength), wire);
  encodeMulaw(down.push(wideFrame));
  Int16Array.from(up(decodeMulaw(mulawFrame)), (sample) => clipped(sample * 32_768));
});
const back = narrowed(widened(throughMulaw(narrow)).subarray(UPSAMPLER_LATE));
const shareOf = (us: number): string => `${((us / (FRAME_MS * 1_000)) * 100).toFixed(3)} %`;

const table = new Table({ head: ['', 'µ-law, 8,000 Hz', 'L16, 16,000 Hz'] });
table.push(
  [
    'customer to session, dB',
    ratio(narrow, throughMulaw(narrow)).toFixed(1),
    ratio(narrow, throughMulaw(narrowed(wide))).toFixed(1),
  ],
  [
    'session to phone, dB',
    ratio(narrow, throughMulaw(throughMulaw(narrow))).toFixed(1),
    ratio(narrow, throughMulaw(back)).toFixed(1),
  ],
  ['base64 per second, one way, bytes', 50 * 4 * Math.ceil(160 / 3), 50 * 4 * Math.ceil(640 / 3)],
  ['one frame both ways, µs', mulawUs.toFixed(2), wideUs.toFixed(2)],
  ['share of a core per call', shareOf(mulawUs), shareOf(wideUs)],
);
process.stdout.write(`${table.toString()}\n`);
