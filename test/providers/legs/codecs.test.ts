/** The codecs of legs keep the pitch and the loudness of a tone. */
import t from 'tap';
import { createLegCodec, type LegCodecName } from '../../../providers/legs/codecs.js';
import { MULAW_TO_PCM, pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import { goertzel, rootMeanSquare } from '../../support/audio/tone.js';

const RATE = 8_000;
const FRAME = 160;

const tone = (hz: number, frame: number): Uint8Array =>
  Uint8Array.from({ length: FRAME }, (_, at) =>
    pcmToMulaw(Math.round(8_000 * Math.sin((2 * Math.PI * hz * (frame * FRAME + at)) / RATE))),
  );

const through = (name: LegCodecName, hz: number): Float64Array => {
  const sender = createLegCodec(name);
  const receiver = createLegCodec(name);
  const out: number[] = [];
  for (let frame = 0; frame < 50; frame += 1)
    for (const byte of receiver.decode(sender.encode(tone(hz, frame)))) out.push(MULAW_TO_PCM[byte] ?? 0);
  sender.free();
  receiver.free();
  // Opus needs some frames to adapt to the signal.
  return Float64Array.from(out.slice(10 * FRAME));
};

for (const name of ['pcmu', 'opus'] as const)
  t.test(`${name} keeps the pitch and the loudness of a tone`, async (t) => {
    const heard = through(name, 440);
    t.equal(heard.length, 40 * FRAME, 'frames keep their length');
    const loudness = rootMeanSquare(heard);
    t.ok(loudness > 4_500 && loudness < 6_500, `the loudness is kept: ${Math.round(loudness)} of 5657`);
    t.ok(goertzel(heard, 440, RATE) > 20 * goertzel(heard, 880, RATE), 'the pitch is kept');
  });

t.test('a thread has a bounded number of codecs, which do not disturb each other', async (t) => {
  const codecs = Array.from({ length: 60 }, () => createLegCodec('opus'));
  for (let frame = 0; frame < 20; frame += 1)
    for (const codec of codecs) {
      const decoded = codec.decode(codec.encode(tone(440, frame)));
      if (frame < 10) continue;
      const loudness = rootMeanSquare(Float64Array.from(decoded, (byte) => MULAW_TO_PCM[byte] ?? 0));
      if (loudness < 4_000) t.fail(`a codec lost its tone: ${loudness}`);
    }
  t.throws(() => createLegCodec('opus'), { code: 'legs_busy' });
  const [first, ...others] = codecs;
  first?.free();
  first?.free();
  const another = createLegCodec('opus');
  t.throws(() => createLegCodec('opus'), { code: 'legs_busy' }, 'a second free() has no effect');
  for (const codec of [another, ...others]) codec.free();
});

t.test('refuses an invalid packet', async (t) => {
  const codec = createLegCodec('opus');
  t.throws(() => codec.decode(new Uint8Array(2_000).fill(0xff)));
  codec.free();
});
