/** Speech that is still being synthesised, in one buffer: a late reader gets everything so far as one chunk. */
import type { SpeechChunk, WordTiming } from './synthesiser.js';

/** How much of it a reader has. */
interface Place {
  readonly byte: number;
  readonly word: number;
}

export interface GrowingAudio {
  /** The place of a reader that has nothing yet. */
  readonly start: Place;
  append(chunk: SpeechChunk): void;
  /** Everything after a place, without a copy; null if there is nothing. */
  since(place: Place): { readonly chunk: SpeechChunk; readonly upTo: Place } | null;
  /** µ-law bytes so far. */
  bytes(): number;
  /** Releases spare memory; nothing is appended any more. */
  trim(): void;
}

/** Chunks that were handed out never change: more audio goes behind them or into a new buffer. */
export const growingAudio = (): GrowingAudio => {
  let memory: Uint8Array = new Uint8Array(0);
  let length = 0;
  const words: WordTiming[] = [];
  return {
    start: { byte: 0, word: 0 },
    append: (chunk) => {
      words.push(...(chunk.words ?? []));
      const { mulaw } = chunk;
      const needed = length + mulaw.length;
      if (length === 0) {
        // Most speech is one chunk, which is kept without a copy.
        memory = mulaw;
      } else {
        if (needed > memory.length) memory = copied(memory.subarray(0, length), Math.max(needed, 2 * length));
        memory.set(mulaw, length);
      }
      length = needed;
    },
    since: ({ byte, word }) =>
      byte === length && word === words.length
        ? null
        : {
            chunk: { mulaw: memory.subarray(byte, length), words: words.slice(word) },
            upTo: { byte: length, word: words.length },
          },
    bytes: () => length,
    trim: () => {
      if (memory.length > length) memory = memory.slice(0, length);
    },
  };
};

const copied = (bytes: Uint8Array, size: number): Uint8Array => {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
};
