/** What a voice on the telephone has none of: mains hum, the low part of a car's noise. */
import { MULAW_TO_PCM } from './g711.js';

const RATE = 8_000;
/** Below every voice's second partial, above mains and its first ones, Hz. */
const CORNER_HZ = 200;

const ANGLE = (2 * Math.PI * CORNER_HZ) / RATE;
const ALPHA = Math.sin(ANGLE) / Math.SQRT2;
const SCALE = 1 / (1 + ALPHA);
const B0 = ((1 + Math.cos(ANGLE)) / 2) * SCALE;
const B1 = -2 * B0;
const A1 = -2 * Math.cos(ANGLE) * SCALE;
const A2 = (1 - ALPHA) * SCALE;

/** Of one stream at 8,000 Hz, which is given in order. */
export interface HighPass {
  /** Sum of the squares of the next 16-bit samples, without what lies below {@link CORNER_HZ}. */
  energy(pcm: Int16Array): number;
  /** The same of µ-law bytes. */
  energyOfMulaw(mulaw: Uint8Array): number;
}

/** A second-order Butterworth high pass (RBJ's cookbook, Q = 1/√2), transposed direct form II. */
export const createHighPass = (): HighPass => new ButterworthHighPass();

/** Its state lies in locals while it works: fifty times a second a call, each time 160 samples. */
class ButterworthHighPass implements HighPass {
  #first = 0;
  #second = 0;

  energy(pcm: Int16Array): number {
    let first = this.#first;
    let second = this.#second;
    let sum = 0;
    for (let index = 0; index < pcm.length; index += 1) {
      const sample = pcm[index] ?? 0;
      const high = B0 * sample + first;
      first = B1 * sample - A1 * high + second;
      second = B0 * sample - A2 * high;
      sum += high * high;
    }
    this.#first = first;
    this.#second = second;
    return sum;
  }

  energyOfMulaw(mulaw: Uint8Array): number {
    let first = this.#first;
    let second = this.#second;
    let sum = 0;
    for (let index = 0; index < mulaw.length; index += 1) {
      const sample = MULAW_TO_PCM[mulaw[index] ?? 0xff] ?? 0;
      const high = B0 * sample + first;
      first = B1 * sample - A1 * high + second;
      second = B0 * sample - A2 * high;
      sum += high * high;
    }
    this.#first = first;
    this.#second = second;
    return sum;
  }
}
