/** Sounds of the customer's side, frame by frame, always the same. */
import { pcmToMulaw } from '../../../../providers/speech/dsp/g711.js';
import type { Sound } from './world.js';

/** A small deterministic generator of numbers below 1. */
const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const framesOf = (make: (next: () => number, index: number) => number, seed: number): Uint8Array[] => {
  const next = numbers(seed);
  return Array.from({ length: 50 }, () =>
    new Uint8Array(160).map((_, index) => pcmToMulaw(make(next, index))),
  );
};
/** White noise: its RMS is its peak divided by the square root of 3. */
const noise = (dbfs: number): Uint8Array[] =>
  framesOf((next) => (next() * 2 - 1) * 32_768 * 10 ** (dbfs / 20) * Math.sqrt(3), Math.abs(dbfs));

const QUIET = [new Uint8Array(160).fill(0xff)];
const VOICE = framesOf((next, index) => (index % 2 === 0 ? 1 : -1) * (6_000 + next() * 4_000), 7);
const LOUD_NOISE = noise(-20);
const NOISES = new Map<Sound, readonly Uint8Array[]>([
  ['quiet', QUIET],
  [-50, noise(-50)],
  [-40, noise(-40)],
  [-30, noise(-30)],
  ['voice', VOICE],
]);

/** The frame with that number; bursts alternate between 300 ms of noise and 300 ms of quiet. */
export const soundAt = (sound: Sound, frame: number): Uint8Array => {
  const pool = sound === 'bursts' ? (frame % 30 < 15 ? LOUD_NOISE : QUIET) : (NOISES.get(sound) ?? QUIET);
  return pool[frame % pool.length] ?? new Uint8Array(160);
};
