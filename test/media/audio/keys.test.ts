/** DTMF keys as a receiver hears them: the power at each of the eight frequencies (Goertzel). */
import t from 'tap';
import { pressedKeys } from '../../../media/audio/keys.js';
import { decodeMulaw } from '../../../providers/speech/dsp/g711.js';

const LOW = [697, 770, 852, 941] as const;
const HIGH = [1209, 1336, 1477, 1633] as const;
const KEYS = ['123A', '456B', '789C', '*0#D'] as const;
/** 25.6 ms. */
const BLOCK = 205;

const powerAt = (samples: Int16Array, hz: number): number => {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / 8_000);
  let last = 0;
  let before = 0;
  for (const sample of samples) [last, before] = [sample + turn * last - before, last];
  return last ** 2 + before ** 2 - turn * last * before;
};

/** Which key sounds; null: none. */
const keyIn = (samples: Int16Array): string | null => {
  const loudest = (frequencies: readonly number[]): { at: number; power: number } =>
    frequencies
      .map((hz, at) => ({ at, power: powerAt(samples, hz) }))
      .reduce((most, candidate) => (candidate.power > most.power ? candidate : most));
  const low = loudest(LOW);
  const high = loudest(HIGH);
  const energy = samples.reduce((sum, sample) => sum + sample ** 2, 0);
  const isTone =
    energy > samples.length * 1_000_000 && low.power + high.power > 0.4 * samples.length * energy;
  return isTone ? (KEYS[low.at]?.[high.at] ?? null) : null;
};

const heard = (mulaw: Uint8Array): string => {
  const pcm = decodeMulaw(mulaw);
  let keys = '';
  let sounding: string | null = null;
  for (let at = 0; at + BLOCK <= pcm.length; at += BLOCK) {
    const key = keyIn(pcm.subarray(at, at + BLOCK));
    if (key !== null && key !== sounding) keys += key;
    sounding = key;
  }
  return keys;
};

t.test('every key is decoded as itself', async (t) => {
  const all = KEYS.join('');
  t.equal(heard(pressedKeys(all)?.mulaw ?? new Uint8Array()), all);
  t.equal(heard(pressedKeys('1122w99abcd')?.mulaw ?? new Uint8Array()), '112299ABCD');
});

t.test('reports when each key ends', async (t) => {
  t.same(pressedKeys('1w2')?.endsAtMs, [100, 800]);
  t.equal(pressedKeys('1w2')?.mulaw.length, 8 * 900);
});

t.test('rejects invalid key sequences', async (t) => {
  for (const invalid of ['', 'w', 'E', '1 2', '１', '1'.repeat(33), null, 1, undefined])
    t.equal(pressedKeys(invalid), null, String(invalid));
});
