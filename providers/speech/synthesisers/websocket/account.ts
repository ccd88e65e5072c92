/**
 * The account of one utterance: turns what was received into chunks, in order and within a bound. Pure.
 *
 * The words are those of the text, each with its time, or there are none at all. Words that arrive separately from audio
 * wait for the next piece of audio, because a chunk is primarily audio.
 */
import type { SpeechChunk, WordTiming } from '../../synthesiser.js';
import type { Received } from '../dialect.js';
import { SynthesisFailure } from '../failure.js';
import { maxAudioBytes } from '../limits.js';
import { createWordAligner } from './word-aligner.js';
import { createWordGatherer } from './word-timings.js';

/** The effect of one message. */
export interface Entry {
  readonly chunk: SpeechChunk | null;
  /** Not null: the utterance has ended, complete or failed. */
  readonly end: 'whole' | SynthesisFailure | null;
}

const NOTHING: Entry = { chunk: null, end: null };
const BYTES_PER_MS = 8;

export const createAccount = (text: string): ((received: Received) => Entry) => {
  const maxBytes = maxAudioBytes(text.length);
  const gatherer = createWordGatherer();
  const aligner = createWordAligner(text);
  let waiting: WordTiming[] = [];
  let bytes = 0;

  const chunkOf = (mulaw: Uint8Array): SpeechChunk => {
    const words = waiting;
    waiting = [];
    return words.length === 0 ? { mulaw } : { mulaw, words };
  };

  const audio = ({ mulaw, letters }: Extract<Received, { readonly type: 'audio' }>): Entry => {
    waiting.push(...aligner.take(gatherer.take(letters, bytes / BYTES_PER_MS)));
    if (mulaw.length === 0) return NOTHING;
    bytes += mulaw.length;
    if (bytes > maxBytes)
      return { chunk: null, end: new SynthesisFailure('protocol', 'more audio than the text allows') };
    return { chunk: chunkOf(mulaw), end: null };
  };

  return (received) => {
    switch (received.type) {
      case 'audio':
        return audio(received);
      case 'words':
        waiting.push(...aligner.take(received.words));
        return NOTHING;
      case 'done': {
        if (bytes === 0)
          return { chunk: null, end: new SynthesisFailure('protocol', 'the stream ended without audio') };
        waiting.push(...aligner.take(gatherer.end()), ...aligner.end(bytes / BYTES_PER_MS));
        return { chunk: waiting.length === 0 ? null : chunkOf(new Uint8Array(0)), end: 'whole' };
      }
      case 'failed':
        return { chunk: null, end: received.failure };
      case 'cancelled':
      case 'piece_done':
      case 'nothing':
        return NOTHING;
    }
  };
};
