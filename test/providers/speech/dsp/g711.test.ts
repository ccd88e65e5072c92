import { execFileSync } from 'node:child_process';
import t from 'tap';
import {
  ALAW_TO_PCM,
  alawToMulaw,
  decodeMulaw,
  encodeMulaw,
  MULAW_TO_PCM,
  pcmToAlaw,
  pcmToMulaw,
} from '../../../../providers/speech/dsp/g711.js';

const EVERY_SAMPLE = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);

t.test('decodes to the values of the Recommendation', async (t) => {
  // G.711 tables 2a and 2b: the ends and the first steps of each law, as 16-bit samples.
  t.same(
    [0xff, 0xfe, 0xf0, 0xef, 0x80, 0x7f, 0x7e, 0x00].map((byte) => MULAW_TO_PCM[byte]),
    [0, 8, 120, 132, 32_124, 0, -8, -32_124],
  );
  t.same(
    [0xd5, 0xd4, 0xaa, 0x55, 0x54, 0x2a].map((byte) => ALAW_TO_PCM[byte]),
    [8, 24, 32_256, -8, -24, -32_256],
  );
});

t.test('changes codes at the decision values of the Recommendation, also at segment ends', async (t) => {
  // Table 2a: decision values at which the codes 1, 2, 16, 32, … begin, in steps of 4 of a 16-bit sample.
  for (const [decision, code] of [
    ...[
      [1, 1],
      [3, 2],
      [31, 16],
      [35, 17],
      [95, 32],
      [223, 48],
      [479, 64],
    ],
    ...[
      [991, 80],
      [2_015, 96],
      [4_063, 112],
      [4_319, 113],
      [7_903, 127],
    ],
  ] as const) {
    t.equal(pcmToMulaw((decision ?? 0) * 4), 0xff - (code ?? 0), `µ-law ${decision}`);
    t.equal(pcmToMulaw((decision ?? 0) * 4 - 1), 0xff - (code ?? 0) + 1, `µ-law below ${decision}`);
    t.equal(pcmToMulaw(-(decision ?? 0) * 4 - 1), 0x7f - (code ?? 0), `µ-law -${decision}`);
  }
  // Table 1a, in steps of 8 of a 16-bit sample.
  for (const [decision, code] of [
    ...[
      [2, 1],
      [62, 31],
      [64, 32],
      [68, 33],
      [128, 48],
      [256, 64],
    ],
    ...[
      [512, 80],
      [1_024, 96],
      [2_048, 112],
      [3_968, 127],
    ],
  ] as const) {
    t.equal(pcmToAlaw((decision ?? 0) * 8), (0x80 + (code ?? 0)) ^ 0x55, `A-law ${decision}`);
    t.equal(pcmToAlaw((decision ?? 0) * 8 - 1), (0x80 + (code ?? 0) - 1) ^ 0x55, `A-law below ${decision}`);
    t.equal(pcmToAlaw(-(decision ?? 0) * 8 - 1), (code ?? 0) ^ 0x55, `A-law -${decision}`);
  }
});

t.test('every byte survives decoding and encoding; zero has one code', async (t) => {
  for (let byte = 0; byte < 256; byte += 1) {
    t.equal(pcmToMulaw(MULAW_TO_PCM[byte] ?? 0), byte === 0x7f ? 0xff : byte);
    t.equal(pcmToAlaw(ALAW_TO_PCM[byte] ?? 0), byte);
  }
});

t.test('clips values beyond 16 bits instead of wrapping them', async (t) => {
  t.equal(pcmToMulaw(100_000), 0x80);
  t.equal(pcmToMulaw(-100_000), 0x00);
  t.equal(pcmToAlaw(100_000), 0xaa);
  t.equal(pcmToAlaw(-100_000), 0x2a);
});

t.test('writes into the given buffer', async (t) => {
  const bytes = new Uint8Array(160).fill(0x12);
  const pcm = new Int16Array(160);
  t.equal(decodeMulaw(bytes, pcm), pcm);
  const back = new Uint8Array(160);
  t.equal(encodeMulaw(pcm, back), back);
  t.same(back, bytes);
  t.equal(alawToMulaw(new Uint8Array([0xd5, 0xaa]), back), back);
  t.same([back[0], back[1]], [pcmToMulaw(8), pcmToMulaw(32_256)]);
});

t.test('agrees with ffmpeg', async (t) => {
  const convert = (from: string, to: string, input: Uint8Array): Buffer =>
    execFileSync('ffmpeg', ['-v', 'error', '-f', from, '-ar', '8000', '-ac', '1', '-i', '-', '-f', to, '-'], {
      input,
    });
  const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const [law, levels] of [
    ['mulaw', MULAW_TO_PCM],
    ['alaw', ALAW_TO_PCM],
  ] as const) {
    const decoded = convert(law, 's16le', allBytes);
    t.same(
      Int16Array.from({ length: 256 }, (_, byte) => decoded.readInt16LE(byte * 2)),
      levels,
      law,
    );
  }
  const samples = Buffer.from(EVERY_SAMPLE.buffer);
  const theirs = convert('s16le', 'mulaw', samples);
  const ours = encodeMulaw(EVERY_SAMPLE);
  // ffmpeg picks the nearest level; the Recommendation's segments end a quarter of a step earlier.
  const steps = ours.map((byte, index) => Math.abs((byte & 0x7f) - ((theirs[index] ?? 0) & 0x7f)));
  t.ok(steps.every((step) => step <= 1));
  t.ok(steps.filter((step) => step > 0).length < EVERY_SAMPLE.length / 50);
});
