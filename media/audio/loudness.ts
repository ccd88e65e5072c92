/** How loud either side of a call is, for display: coarse, and measured on a part of the audio only. */
import { MULAW_TO_PCM } from '../../providers/speech/dsp/g711.js';
import { MAX_LOUDNESS } from '../../schemas/events/live.js';

/** The quietest level that is not silence, dB relative to full scale, and the size of each step. */
const FLOOR_DB = -44;
const STEP_DB = 10;
const FULL_SCALE = 32_768;
/** One in this many pieces of audio is measured: a syllable is ten times as long as a piece. */
const MEASURED_EVERY = 3;
/** Most pieces kept between two readings; half a second has eight. */
const MOST_KEPT = 12;

/** Loudness of some µ-law audio: 0 (silence) to {@link MAX_LOUDNESS}. Pure. */
export const loudnessOf = (mulaw: Uint8Array): number => {
  let sum = 0;
  for (const byte of mulaw) sum += (MULAW_TO_PCM[byte] ?? 0) ** 2;
  if (sum === 0) return 0;
  const db = 10 * Math.log10(sum / mulaw.length / FULL_SCALE ** 2);
  return Math.min(MAX_LOUDNESS, Math.max(0, Math.floor((db - FLOOR_DB) / STEP_DB) + 1));
};

/** One side of a call. Audio is only kept when it arrives; it is measured when the level is read. */
export interface LoudnessMeter {
  push(mulaw: Uint8Array): void;
  /** The loudest level since the last reading. */
  take(): number;
}

export const createLoudnessMeter = (): LoudnessMeter => {
  let kept: Uint8Array[] = [];
  let count = 0;
  return {
    push: (mulaw) => {
      count += 1;
      if (count % MEASURED_EVERY === 0 && kept.length < MOST_KEPT) kept.push(mulaw);
    },
    take: () => {
      const loudest = kept.reduce((most, mulaw) => Math.max(most, loudnessOf(mulaw)), 0);
      kept = [];
      return loudest;
    },
  };
};
