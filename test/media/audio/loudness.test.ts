/** Loudness of a speaker, in five steps. */
import t from 'tap';
import { createLoudnessMeter, loudnessOf } from '../../../media/audio/loudness.js';
import { pcmToMulaw } from '../../../providers/speech/dsp/g711.js';

/** 20 ms of a tone with a peak of `db` dBFS. */
const tone = (db: number): Uint8Array => {
  const peak = 32_767 * 10 ** (db / 20);
  return Uint8Array.from({ length: 160 }, (_, at) => pcmToMulaw(Math.round(peak * Math.sin(at / 3))));
};
const silence = new Uint8Array(160).fill(0xff);

t.test('each step is ten decibels', async (t) => {
  t.equal(loudnessOf(silence), 0);
  t.equal(loudnessOf(new Uint8Array(0)), 0);
  // The RMS of a sine is 3 dB below its peak.
  t.same(
    [-54, -40, -30, -20, -10, 0].map((db) => loudnessOf(tone(db))),
    [0, 1, 2, 3, 4, 4],
  );
});

t.test('returns the loudness of the loudest piece since the last call', async (t) => {
  const meter = createLoudnessMeter();
  t.equal(meter.take(), 0, 'nothing was heard yet');
  for (const piece of [silence, silence, tone(-30), silence, silence, silence]) meter.push(piece);
  t.equal(meter.take(), 2);
  for (let piece = 0; piece < 6; piece += 1) meter.push(silence);
  t.equal(meter.take(), 0);
});
