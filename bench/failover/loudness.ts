/** Loudness of a piece of audio over its full band. */
import { MULAW_TO_PCM } from '../../providers/speech/dsp/g711.js';

/** Mean square of the 16-bit samples of µ-law audio. */
export const powerOf = (mulaw: Uint8Array): number => {
  let sum = 0;
  for (const byte of mulaw) sum += (MULAW_TO_PCM[byte] ?? 0) ** 2;
  return mulaw.length === 0 ? 0 : sum / mulaw.length;
};
