/**
 * How loud and how bright µ-law audio is, every 20 ms: what the placement of words in speech without timings is aligned to
 * (../speech/word-placement.ts). It costs 0.2 µs per frame of 20 ms, and only audio of an utterance that was cut is
 * measured.
 */
import { MULAW_TO_PCM } from '../../providers/speech/dsp/g711.js';
import { BYTES_PER_MS } from './frames.js';

/** Length of a measure, ms. */
export const LEVEL_MS = 20;
const LEVEL_BYTES = LEVEL_MS * BYTES_PER_MS;

/** Square of the sample of each byte. */
const POWER = Float64Array.from(MULAW_TO_PCM, (sample) => sample * sample);

export interface SoundLevel {
  /** Mean square of the 16-bit samples, dB. */
  readonly db: number;
  /** Share of the samples at which the sign changes: high for s and f, low for vowels. */
  readonly crossings: number;
}

export interface SoundLevels {
  /** Takes the next audio, in pieces of any length. */
  push(mulaw: Uint8Array): void;
  /** The measures of all whole 20 ms so far. */
  readonly levels: readonly SoundLevel[];
}

export const createSoundLevels = (): SoundLevels => {
  const levels: SoundLevel[] = [];
  let power = 0;
  let crossings = 0;
  let count = 0;
  let sign = 0;
  return {
    levels,
    push: (mulaw) => {
      for (const byte of mulaw) {
        power += POWER[byte] ?? 0;
        const own = byte & 0x80;
        if (own !== sign) crossings += 1;
        sign = own;
        count += 1;
        if (count < LEVEL_BYTES) continue;
        levels.push({ db: 10 * Math.log10(power / LEVEL_BYTES + 1), crossings: crossings / LEVEL_BYTES });
        [power, crossings, count] = [0, 0, 0];
      }
    },
  };
};
