/** Loudness of G.711 audio, without the rumble below a voice. */
import { MULAW_TO_PCM } from '../providers/speech/g711.js';

/** Mains hum and the low part of a car's noise lie below it, a voice on the telephone above, Hz. */
const HIGH_PASS_HZ = 200;
const RATE = 8_000;

/**
 * Measures one stream: give it the audio in order, get the mean square of the 16-bit samples above
 * {@link HIGH_PASS_HZ} Hz. The filter keeps its state, so each stream has a meter of its own.
 */
export type PowerMeter = (mulaw: Uint8Array) => number;

/** Second-order Butterworth high pass (RBJ's cookbook, Q = 1/√2), transposed direct form II. */
export const createPowerMeter = (): PowerMeter => {
  const angle = (2 * Math.PI * HIGH_PASS_HZ) / RATE;
  const alpha = Math.sin(angle) / Math.SQRT2;
  const scale = 1 / (1 + alpha);
  const b0 = ((1 + Math.cos(angle)) / 2) * scale;
  const a1 = -2 * Math.cos(angle) * scale;
  const a2 = (1 - alpha) * scale;
  let first = 0;
  let second = 0;
  return (mulaw) => {
    let sum = 0;
    for (const byte of mulaw) {
      const sample = MULAW_TO_PCM[byte] ?? 0;
      const high = b0 * sample + first;
      first = -2 * b0 * sample - a1 * high + second;
      second = b0 * sample - a2 * high;
      sum += high * high;
    }
    return mulaw.length === 0 ? 0 : sum / mulaw.length;
  };
};
