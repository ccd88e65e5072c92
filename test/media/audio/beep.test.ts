/** The beep of an answering machine, and sounds that resemble one. */
import t from 'tap';
import { createBeepDetector } from '../../../media/audio/beep.js';
import { pressedKeys } from '../../../media/audio/keys.js';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { seeded } from '../../../testkit/seeded.js';

const silence = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0xff);
const tone = (hz: number, ms: number, level = 8_000, overtone = 0): Uint8Array =>
  encodeMulaw(
    Int16Array.from({ length: ms * 8 }, (_, index) =>
      Math.round(
        level * Math.sin((2 * Math.PI * hz * index) / 8_000) +
          overtone * Math.sin((4 * Math.PI * hz * index) / 8_000 + 1),
      ),
    ),
  );
const noise = (ms: number, level: number): Uint8Array => {
  const random = seeded(7);
  return encodeMulaw(Int16Array.from({ length: ms * 8 }, () => Math.round((random() - 0.5) * 2 * level)));
};

/** When beeps were detected, ms. */
const beeps = (...pieces: readonly Uint8Array[]): readonly number[] => {
  const audio = Buffer.concat(pieces);
  const detector = createBeepDetector();
  const found: number[] = [];
  for (let at = 0; at + 160 <= audio.length; at += 160)
    if (detector.hear(audio.subarray(at, at + 160))) found.push((at + 160) / 8);
  return found;
};

t.test('detects a beep once it has ended', async (t) => {
  for (const hz of [620, 800, 1_000, 1_400, 2_000])
    for (const level of [600, 8_000, 30_000])
      t.same(beeps(silence(500), tone(hz, 300, level), silence(500)), [820], `${hz} Hz, ${level}`);
  t.same(beeps(tone(1_000, 160), silence(100)), [180], 'a short beep');
  t.same(beeps(noise(400, 300), tone(1_000, 400, 6_000), noise(400, 300)), [820], 'on a noisy line');
});

t.test('ignores other sounds', async (t) => {
  t.same(beeps(pressedKeys('123456789*0#')?.mulaw ?? silence(20), silence(200)), [], 'DTMF keys');
  t.same(beeps(tone(425, 1_000), silence(500)), [], 'a ringback tone');
  t.same(beeps(tone(1_000, 100), silence(500)), [], 'a tone that is too short');
  t.same(beeps(tone(700, 500, 8_000, 6_000), silence(500)), [], 'a voice has overtones');
  t.same(beeps(noise(3_000, 12_000), silence(500)), [], 'noise');
  t.same(beeps(tone(1_000, 400, 60), silence(500)), [], 'a tone that is too quiet');
  const sweep = Array.from({ length: 30 }, (_, step) => tone(800 + step * 50, 20));
  t.same(beeps(...sweep, silence(500)), [], 'a tone that does not hold its pitch');
});

t.test('accepts audio in larger chunks', async (t) => {
  const detector = createBeepDetector();
  const audio = Buffer.concat([tone(1_000, 200), silence(105)]);
  t.equal(detector.hear(audio), true);
});
