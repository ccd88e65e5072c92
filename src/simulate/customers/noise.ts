/** Background noise on a simulated customer's line. */
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import type { SimulatedCustomer } from '../scenario.js';

const NOISE_S = 4;
const SAMPLE_RATE_HZ = 8_000;
/** Averaging over 16 samples leaves a fifth of the amplitude. */
const RUMBLE_GAIN = 5.5;

/**
 * Four seconds of noise, µ-law, which the network plays in a loop. It is the same for all customers, so that runs
 * differ only in the agent. Its level is its RMS.
 */
export const noiseOf = ({ kind, dbfs }: NonNullable<SimulatedCustomer['noise']>): Uint8Array => {
  let state = 4_711;
  let slow = 0;
  const level = 32_768 * 10 ** (dbfs / 20);
  const pcm = Int16Array.from({ length: NOISE_S * SAMPLE_RATE_HZ }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const white = (state / 2 ** 31 - 1) * Math.sqrt(3);
    slow += (white - slow) / 16;
    return Math.max(-32_768, Math.min(32_767, level * (kind === 'white' ? white : RUMBLE_GAIN * slow)));
  });
  return encodeMulaw(pcm);
};
