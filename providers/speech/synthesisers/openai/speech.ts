/**
 * OpenAI's speech over HTTP (docs/reference/protocols/synthesis.md "OpenAI"): one request a text, answered with a stream of 16-bit
 * samples at 24,000 Hz, or with WAVE by some servers of its protocol (../audio-stream.ts).
 */
import { type AudioReader, createAudioReader } from '../audio-stream.js';

const RATE = 24_000;

/** The body of a request. `speed`: a factor of the voice's own speed. */
export const speechRequest = (model: string, voice: string, input: string, speed = 1): object => ({
  model,
  voice,
  input,
  response_format: 'pcm',
  ...(speed === 1 ? {} : { speed }),
});

/** Reads the answer to a text of that length. */
export const createSpeechReader = (characters: number, contentType = ''): AudioReader =>
  createAudioReader(characters, RATE, contentType);
