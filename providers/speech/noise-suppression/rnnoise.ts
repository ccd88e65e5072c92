/**
 * RNNoise (a recurrent network by Jean-Marc Valin: jmvalin.ca/demo/rnnoise) over telephone audio. It works on 10 ms at
 * 48,000 Hz, which is six times the telephone's rate, and returns each 10 ms with the next.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createDownsampler } from '../dsp/downsample.js';
import { clipped, createUpsampler, TELEPHONE_RATE, UPSAMPLER_DELAY } from '../dsp/resample.js';

/** Samples at 48,000 Hz that RNNoise takes at a time. */
const FRAME_SAMPLES = 480;
const RATE = 48_000;
const FACTOR = RATE / TELEPHONE_RATE;
/** RNNoise takes samples of 16 bits. */
const FULL_SCALE = 32_768;
/** How much later the output is, samples at 8,000 Hz: by the upsampler, and by the 10 ms that overlap. */
const DELAY = UPSAMPLER_DELAY + FRAME_SAMPLES / FACTOR;

/** The audio of one call, 8,000 Hz. */
export interface Denoiser {
  /** Returns the samples that can be computed so far. */
  push(pcm: Int16Array): Int16Array;
  /** Returns the remaining samples: all together as many as were pushed. */
  end(): Int16Array;
}

/** What the package's module exports (simple-rnnoise-wasm, `rnnoise.wasm`). Pointers are offsets in bytes. */
interface RnnoiseExports {
  readonly memory: WebAssembly.Memory;
  newState(): number;
  getInput(state: number): number;
  /** Takes the samples at `getInput`; returns where the same number of samples without noise is, 0: none yet. */
  pipe(state: number, samples: number): number;
}

const isFunction = (value: unknown): value is (...values: readonly number[]) => number =>
  typeof value === 'function';

/** @throws Error if the module is not the expected one */
const exportsOf = (exports: Readonly<Record<string, unknown>>): RnnoiseExports => {
  const { memory, newState, getInput, pipe, _initialize } = exports;
  if (!(memory instanceof WebAssembly.Memory) || !isFunction(newState) || !isFunction(getInput))
    throw new Error('the module of RNNoise has other exports');
  if (!isFunction(pipe) || !isFunction(_initialize))
    throw new Error('the module of RNNoise has other exports');
  _initialize();
  return { memory, newState, getInput, pipe };
};

/** Loads the module of the package. Each call gets an instance of 320 KiB. @throws Error if it cannot run here */
export const loadRnnoise = async (): Promise<() => Denoiser> => {
  const path = createRequire(import.meta.url).resolve('simple-rnnoise-wasm/rnnoise.wasm');
  const module = await WebAssembly.compile(await readFile(path));
  const create = (): Denoiser =>
    createDenoiser(exportsOf({ ...new WebAssembly.Instance(module, {}).exports }));
  create();
  return create;
};

const createDenoiser = ({ memory, newState, getInput, pipe }: RnnoiseExports): Denoiser => {
  const state = newState();
  const upsample = createUpsampler(FACTOR);
  const downsampler = createDownsampler(RATE);
  /** Input of the next frame. */
  const frame = new Float32Array(FRAME_SAMPLES);
  let filled = 0;
  let written = 0;
  let returned = 0;
  let toSkip = DELAY;

  const denoised = (): Int16Array => {
    const samples = new Int16Array(FRAME_SAMPLES);
    new Float32Array(memory.buffer, getInput(state), FRAME_SAMPLES).set(frame);
    const at = pipe(state, FRAME_SAMPLES);
    if (at === 0) return samples;
    // The memory may have grown, so that the view is a new one.
    new Float32Array(memory.buffer, at, FRAME_SAMPLES).forEach((sample, index) => {
      samples[index] = clipped(sample);
    });
    return samples;
  };

  /** What the downsampler has, without the beginning that no input is behind, and without more than was written. */
  const inTime = (pcm: Int16Array): Int16Array => {
    const skipped = Math.min(toSkip, pcm.length);
    toSkip -= skipped;
    const kept = pcm.subarray(skipped, skipped + written - returned);
    returned += kept.length;
    return kept;
  };

  const run = (pcm: Int16Array): Int16Array => {
    const pieces: Int16Array[] = [];
    for (const sample of upsample(pcm)) {
      frame[filled] = sample * FULL_SCALE;
      filled += 1;
      if (filled < FRAME_SAMPLES) continue;
      filled = 0;
      pieces.push(downsampler.push(denoised()));
    }
    return joined(pieces);
  };

  return {
    push: (pcm) => {
      written += pcm.length;
      return inTime(run(pcm));
    },
    end: () => {
      // Silence pushes the rest out: the delay, and the frame that it ends in.
      const rest = run(new Int16Array(DELAY + FRAME_SAMPLES / FACTOR));
      return inTime(joined([rest, downsampler.end()]));
    },
  };
};

const joined = (pieces: readonly Int16Array[]): Int16Array => {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
};
