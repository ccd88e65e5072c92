/**
 * How loud and how bright µ-law audio is, every 20 ms: what the placement of words in speech without timings is aligned to
 * (../speech/word-placement.ts). It costs 2 µs per frame of 20 ms, and only audio of an utterance that the customer talks
 * over is measured.
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

/** Of the samples since the last measure; `sign`: of the last sample. */
interface Sums {
  readonly power: number;
  readonly crossings: number;
  readonly count: number;
  readonly sign: number;
}

export const createSoundLevels = (): SoundLevels => {
  const levels: SoundLevel[] = [];
  let begun: Sums = { power: 0, crossings: 0, count: 0, sign: 0 };
  return {
    levels,
    push: (mulaw) => {
      // Sums in a closure's own variables would be allocated for each byte.
      let { power, crossings, count, sign } = begun;
      for (let index = 0; index < mulaw.length; index += 1) {
        const byte = mulaw[index] ?? 0;
        power += POWER[byte] ?? 0;
        const own = byte & 0x80;
        // Without a branch, which no processor could predict.
        crossings += (own ^ sign) >> 7;
        sign = own;
        count += 1;
        if (count < LEVEL_BYTES) continue;
        levels.push({ db: 10 * Math.log10(power / LEVEL_BYTES + 1), crossings: crossings / LEVEL_BYTES });
        power = 0;
        crossings = 0;
        count = 0;
      }
      begun = { power, crossings, count, sign };
    },
  };
};
