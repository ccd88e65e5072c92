/** Loudness of G.711 audio. */
import { MULAW_TO_PCM } from '../providers/speech/g711.js';

/** Mean square of the 16-bit samples. */
export const powerOf = (mulaw: Uint8Array): number => {
  let sum = 0;
  for (const byte of mulaw) {
    const sample = MULAW_TO_PCM[byte] ?? 0;
    sum += sample * sample;
  }
  return mulaw.length === 0 ? 0 : sum / mulaw.length;
};
