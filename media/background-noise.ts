/**
 * Background under the agent's voice (spec section 2.5, `backgroundNoiseKey`): coloured noise that is made, not
 * shipped, the same for the same key on every run.
 */
import { MULAW_TO_PCM, pcmToMulaw } from '../providers/speech/g711.js';
import type { Background } from './playout.js';

interface Colour {
  /** How much of the last sample stays: 0 white, near 1 dark. */
  readonly smooth: number;
  /** Depth and period (s) of the slow swell that makes it a room rather than a hiss. */
  readonly swell: number;
  readonly periodS: number;
}

/** Keys that can be chosen. */
export const BACKGROUND_NOISES: Readonly<Record<string, Colour>> = {
  office: { smooth: 0.9, swell: 0.3, periodS: 3.1 },
  cafe: { smooth: 0.8, swell: 0.6, periodS: 1.7 },
  street: { smooth: 0.96, swell: 0.5, periodS: 4.3 },
};

/** RMS of the noise at 100 %, in 16-bit samples: just audible on a telephone, about -56 dBFS. */
const RMS_AT_100_PERCENT = 50;
const LOOP_S = 5;
const RATE = 8_000;

/** Null for an unknown key. `levelPercent` 50 to 1000. */
export const createBackground = (key: string, levelPercent: number): Background => {
  const colour = BACKGROUND_NOISES[key];
  if (colour === undefined) return null;
  const loop = noiseLoop(colour, (RMS_AT_100_PERCENT * levelPercent) / 100);
  let position = 0;
  return (frame) => {
    for (let index = 0; index < frame.length; index += 1) {
      const voice = MULAW_TO_PCM[frame[index] ?? 0xff] ?? 0;
      frame[index] = pcmToMulaw(voice + (loop[position] ?? 0));
      position = (position + 1) % loop.length;
    }
  };
};

const noiseLoop = (colour: Colour, rms: number): Int16Array => {
  const loop = new Float64Array(RATE * LOOP_S);
  let seed = 0x2545f491;
  let last = 0;
  let square = 0;
  for (let index = 0; index < loop.length; index += 1) {
    // xorshift32: any fixed sequence without a period that can be heard will do.
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    last = colour.smooth * last + (1 - colour.smooth) * (seed / 0x80000000);
    const swell = 1 + colour.swell * Math.sin((2 * Math.PI * index) / (RATE * colour.periodS));
    const value = last * swell;
    loop[index] = value;
    square += value * value;
  }
  const gain = rms / Math.sqrt(square / loop.length);
  return Int16Array.from(loop, (value) => Math.round(value * gain));
};
