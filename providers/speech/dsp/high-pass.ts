/** Removes what no voice on the telephone contains: mains hum, and the low part of a car's noise. */
import { MULAW_TO_PCM } from './g711.js';

const RATE = 8_000;
/** Below every voice's second partial, and above mains hum and its first partials, Hz. */
const CORNER_HZ = 200;

const ANGLE = (2 * Math.PI * CORNER_HZ) / RATE;
const ALPHA = Math.sin(ANGLE) / Math.SQRT2;
const SCALE = 1 / (1 + ALPHA);
const B0 = ((1 + Math.cos(ANGLE)) / 2) * SCALE;
const B1 = -2 * B0;
const A1 = -2 * Math.cos(ANGLE) * SCALE;
const A2 = (1 - ALPHA) * SCALE;

/** Filters one stream at 8,000 Hz, whose samples arrive in order. */
export interface HighPass {
  /** Sum of the squares of the next 16-bit samples, without frequencies below {@link CORNER_HZ}. */
  energy(pcm: Int16Array): number;
  /** The same for µ-law bytes from `from` to before `to`; default: all. */
  energyOfMulaw(mulaw: Uint8Array, from?: number, to?: number): number;
}

/** A second-order Butterworth high pass (RBJ's cookbook, Q = 1/√2), transposed direct form II. */
export const createHighPass = (): HighPass => new ButterworthHighPass();

/** Keeps its state in local variables inside the loops: it runs fifty times a second a call, on 160 samples each. */
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

  energyOfMulaw(mulaw: Uint8Array, from = 0, to = mulaw.length): number {
    let first = this.#first;
    let second = this.#second;
    let sum = 0;
    for (let index = from; index < to; index += 1) {
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
