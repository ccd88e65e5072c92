/** Noise on the line of a simulated customer. */
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';

const NOISE_S = 4;
const SAMPLE_RATE_HZ = 8_000;
/** Averaging over 16 samples leaves a fifth of the amplitude. */
const RUMBLE_GAIN = 5.5;

type Noise = NonNullable<SimulatedCustomer['noise']>;

/**
 * Four seconds of noise, 8,000 Hz, to be played in a loop. It is the same for all customers, so that runs differ only in the
 * agent. Its level is its RMS.
 */
export const noisePcm = ({ kind, dbfs }: Noise): Int16Array => {
  let state = 4_711;
  let slow = 0;
  const level = 32_768 * 10 ** (dbfs / 20);
  return Int16Array.from({ length: NOISE_S * SAMPLE_RATE_HZ }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const white = (state / 2 ** 31 - 1) * Math.sqrt(3);
    slow += (white - slow) / 16;
    return Math.max(-32_768, Math.min(32_767, level * (kind === 'white' ? white : RUMBLE_GAIN * slow)));
  });
};

/** The same as µ-law. */
export const noiseOf = (noise: Noise): Uint8Array => encodeMulaw(noisePcm(noise));
