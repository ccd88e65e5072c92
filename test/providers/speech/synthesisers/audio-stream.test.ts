/** HTTP voices that answer WAVE are read by its header: its bytes, and floats, are never played as samples. */
import t from 'tap';
import { decodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { createAudioReader } from '../../../../providers/speech/synthesisers/audio-stream.js';

interface Format {
  readonly coding: number;
  readonly width: number;
  readonly rate: number;
  readonly channels?: number;
  readonly isStream?: boolean;
}

/** A second of a tone of 400 Hz with that amplitude, 0 to 1, followed by a chunk that is not audio. */
const waveOf = (
  { coding, width, rate, channels = 1, isStream = false }: Format,
  amplitude: number,
): Buffer => {
  const frame = width * channels;
  const audio = Buffer.alloc(rate * frame);
  for (let index = 0; index < rate; index += 1)
    for (let channel = 0; channel < channels; channel += 1) {
      const value = amplitude * Math.sin((2 * Math.PI * 400 * index) / rate);
      const at = index * frame + channel * width;
      if (coding === 3) audio.writeFloatLE(value, at);
      else if (width === 1) audio.writeUInt8(Math.round(value * 127) + 128, at);
      else audio.writeIntLE(Math.round(value * (2 ** (8 * width - 1) - 1)), at, width);
    }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(isStream ? 0xffff_ffff : 36 + audio.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(coding, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(width * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(isStream ? 0xffff_ffff : audio.length, 40);
  const list = Buffer.from('LIST\u0004\0\0\0\u007f\u007f\u007f\u007f', 'latin1');
  return Buffer.concat(isStream ? [header, audio] : [header, audio, list]);
};

const samplesOf = (bytes: Buffer, step: number, contentType = ''): Int16Array => {
  const reader = createAudioReader(100, 24_000, contentType);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += step) chunks.push(reader.push(bytes.subarray(at, at + step)));
  chunks.push(reader.end());
  return decodeMulaw(Buffer.concat(chunks.flatMap((chunk) => (chunk === null ? [] : [chunk.mulaw]))));
};

const FORMATS: readonly Format[] = [
  { coding: 1, width: 2, rate: 24_000 },
  { coding: 1, width: 2, rate: 24_000, isStream: true },
  { coding: 1, width: 2, rate: 8_000 },
  { coding: 1, width: 2, rate: 22_050 },
  { coding: 1, width: 2, rate: 44_100, channels: 2 },
  { coding: 1, width: 1, rate: 16_000 },
  { coding: 1, width: 3, rate: 48_000 },
  { coding: 1, width: 4, rate: 24_000 },
  { coding: 3, width: 4, rate: 24_000 },
];

for (const format of FORMATS)
  t.test(`reads WAVE: ${JSON.stringify(format)}`, async (t) => {
    const bytes = waveOf(format, 0.1);
    const whole = samplesOf(bytes, bytes.length);
    t.ok(Math.abs(whole.length - 8_000) <= 1, `a second of audio, ${whole.length} samples`);
    t.ok(Buffer.from(samplesOf(bytes, 997)).equals(Buffer.from(whole)), 'wherever it is split');
    const peak = (from: number, to: number): number => Math.max(...whole.slice(from, to).map(Math.abs));
    t.ok(peak(0, 40) < 4_000, 'no click at the beginning');
    t.ok(Math.abs(peak(1_000, 7_000) - 3_277) < 250, `as loud as it was made: ${peak(1_000, 7_000)}`);
    t.ok(peak(7_900, whole.length) < 4_000, 'no click at the end');
  });

t.test('compressed audio is a failure, not noise', async (t) => {
  const compressed = waveOf({ coding: 0x55, width: 2, rate: 24_000 }, 0.1);
  t.throws(() => samplesOf(compressed, compressed.length), { code: 'synthesis_protocol' });
  t.throws(() => samplesOf(Buffer.from('OggS0000000000000000'), 20), { code: 'synthesis_protocol' });
  t.throws(() => samplesOf(Buffer.alloc(4_800), 4_800, 'audio/mpeg'), { code: 'synthesis_protocol' });
});

t.test('bare samples have the rate of their content type', async (t) => {
  const samples = Buffer.alloc(32_000);
  t.equal(samplesOf(samples, 999, 'audio/pcm;rate=16000').length, 8_000);
  t.ok(Math.abs(samplesOf(samples, 999, 'audio/pcm').length - 5_333) <= 1);
});
