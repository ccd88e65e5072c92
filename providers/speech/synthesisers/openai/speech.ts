/**
 * OpenAI's speech over HTTP (docs/reference/protocols/synthesis.md "OpenAI"): one request a text, answered with a stream of 16-bit
 * samples at 24,000 Hz. They are filtered, converted to 8,000 Hz and encoded once, here.
 */

import { createDownsampler } from '../../dsp/downsample.js';
import { encodeMulaw } from '../../dsp/g711.js';
import type { SpeechChunk } from '../../synthesiser.js';
import { SynthesisFailure } from '../failure.js';
import { maxAudioBytes } from '../limits.js';

const RATE = 24_000;

/** The body of a request. */
export const speechRequest = (model: string, voice: string, input: string): object => ({
  model,
  voice,
  input,
  response_format: 'pcm',
});

export interface SpeechReader {
  /** Null while there is no audio yet. @throws SynthesisFailure if there is more than the text can have */
  push(bytes: Uint8Array): SpeechChunk | null;
  /** @throws SynthesisFailure if there was no audio at all, or half a sample is left */
  end(): SpeechChunk | null;
}

/** Reads 16-bit little-endian samples, wherever the stream is split. Pure. */
export const createSpeechReader = (characters: number): SpeechReader => {
  const downsampler = createDownsampler(RATE);
  const maxBytes = maxAudioBytes(characters);
  let odd: number | null = null;
  let spoken = 0;

  const samplesOf = (bytes: Uint8Array): Int16Array => {
    const all = odd === null ? bytes : joined(odd, bytes);
    const samples = new Int16Array(all.length >> 1);
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = (all[2 * at] ?? 0) | ((all[2 * at + 1] ?? 0) << 8);
    odd = all.length % 2 === 1 ? (all.at(-1) ?? null) : null;
    return samples;
  };

  const chunkOf = (samples: Int16Array): SpeechChunk | null => {
    spoken += samples.length;
    if (spoken > maxBytes) throw new SynthesisFailure('protocol', 'more audio than the text allows');
    return samples.length === 0 ? null : { mulaw: encodeMulaw(samples) };
  };

  return {
    push: (bytes) => chunkOf(downsampler.push(samplesOf(bytes))),
    end: () => {
      const rest = chunkOf(downsampler.end());
      if (odd !== null) throw new SynthesisFailure('protocol', 'the stream ended in the middle of a sample');
      if (spoken === 0) throw new SynthesisFailure('protocol', 'the stream ended without audio');
      return rest;
    },
  };
};

const joined = (first: number, rest: Uint8Array): Uint8Array => {
  const all = new Uint8Array(rest.length + 1);
  all[0] = first;
  all.set(rest, 1);
  return all;
};
