/**
 * Background under the agent's voice (spec section 2.5, `backgroundNoiseKey`): coloured noise that is generated, not
 * shipped, and is the same for the same key on every run.
 */
import { MULAW_TO_PCM, pcmToMulaw } from '../../providers/speech/dsp/g711.js';
import type { WavAudio } from '../../providers/speech/dsp/wav.js';
import type { BackgroundNoiseKey } from '../../schemas/agents/speech.js';
import type { Background } from './playout.js';

interface Colour {
  /** Share of the last sample that is kept: 0 is white, near 1 is dark. */
  readonly smooth: number;
  /** Depth and period (s) of the slow swell that makes it sound like a room rather than a hiss. */
  readonly swell: number;
  readonly periodS: number;
}

const COLOURS: Readonly<Record<BackgroundNoiseKey, Colour>> = {
  office: { smooth: 0.9, swell: 0.3, periodS: 3.1 },
  cafe: { smooth: 0.8, swell: 0.6, periodS: 1.7 },
  street: { smooth: 0.96, swell: 0.5, periodS: 4.3 },
};

/** RMS of the noise at 100 %, in 16-bit samples: just audible on a telephone, about -56 dBFS. */
const RMS_AT_100_PERCENT = 50;
const LOOP_S = 5;
const SAMPLE_PERCENT = 1_000;
const RATE = 8_000;
/** Most loops kept, 80 kB each: agents of one business sound alike, and generating a loop takes longer than a frame may wait. */
const MAX_LOOPS = 32;

const isKnown = (key: string): key is BackgroundNoiseKey => Object.hasOwn(COLOURS, key);

/** Null for an unknown key, which agents of earlier versions may have. `levelPercent` 50 to 1000. */
export const createBackground = (key: string, levelPercent: number): Background => {
  if (!isKnown(key)) return null;
  const loop = loopOf(key, levelPercent);
  let position = 0;
  return (frame) => {
    for (let index = 0; index < frame.length; index += 1) {
      const voice = MULAW_TO_PCM[frame[index] ?? 0xff] ?? 0;
      frame[index] = pcmToMulaw(voice + (loop[position] ?? 0));
      position = (position + 1) % loop.length;
    }
  };
};

/** Least recently used first. */
const loops = new Map<string, Int16Array>();

/** Shared by all calls with the same noise at the same level. */
const loopOf = (key: BackgroundNoiseKey, levelPercent: number): Int16Array => {
  const name = `${key} ${levelPercent}`;
  const loop = loops.get(name) ?? noiseLoop(COLOURS[key], (RMS_AT_100_PERCENT * levelPercent) / 100);
  loops.delete(name);
  loops.set(name, loop);
  const [oldest] = loops.keys();
  if (loops.size > MAX_LOOPS && oldest !== undefined) loops.delete(oldest);
  return loop;
};

/** The noise alone, at the highest level that can be chosen: at the level of a call it would be inaudible. */
export const noiseSample = (key: BackgroundNoiseKey): WavAudio => ({
  rate: RATE,
  pcm: noiseLoop(COLOURS[key], (RMS_AT_100_PERCENT * SAMPLE_PERCENT) / 100),
});

const noiseLoop = (colour: Colour, rms: number): Int16Array => {
  const loop = new Float64Array(RATE * LOOP_S);
  let seed = 0x2545f491;
  let last = 0;
  let square = 0;
  for (let index = 0; index < loop.length; index += 1) {
    // xorshift32: any fixed sequence without an audible period will do.
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
