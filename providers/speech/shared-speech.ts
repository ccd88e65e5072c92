/** Shares speech that was synthesised elsewhere, so that it is not synthesised, or paid for, twice. */
import type { SpeechChunk, SpeechRequest, Synthesiser } from './synthesiser.js';

/** About half an hour of telephone speech. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface SharedSpeech {
  /**
   * Serves this speech from now on to synthesisers of the same `source`, while there is space: the least recently used
   * is evicted first.
   */
  share(source: string, request: SpeechRequest, chunks: readonly SpeechChunk[]): void;
  /** Wraps a synthesiser, which makes all speech that was not given. Closing the wrapper closes `inner`. */
  wrap(source: string, inner: Synthesiser): Synthesiser;
}

interface Entry {
  readonly chunks: readonly SpeechChunk[];
  readonly bytes: number;
}

export const createSharedSpeech = (maxBytes = MAX_BYTES): SharedSpeech => {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  const keyOf = (source: string, { voiceId, language, text, speed = 1 }: SpeechRequest): string =>
    JSON.stringify([source, voiceId, language, text, speed]);
  const take = (key: string): Entry | undefined => {
    const found = entries.get(key);
    if (found === undefined) return undefined;
    entries.delete(key);
    totalBytes -= found.bytes;
    return found;
  };
  const keep = (key: string, speech: Entry): void => {
    entries.set(key, speech);
    totalBytes += speech.bytes;
    for (const oldest of entries.keys()) {
      if (totalBytes <= maxBytes) return;
      take(oldest);
    }
  };
  return {
    share: (source, request, chunks) => {
      const key = keyOf(source, request);
      take(key);
      keep(key, { chunks, bytes: chunks.reduce((sum, { mulaw }) => sum + mulaw.byteLength, 0) });
    },
    wrap: (source, inner) => ({
      name: inner.name,
      get voices() {
        return inner.voices;
      },
      hasQueue: inner.hasQueue === true,
      synthesise: async function* (request, signal) {
        signal.throwIfAborted();
        const key = keyOf(source, request);
        const found = take(key);
        if (found === undefined) {
          yield* inner.synthesise(request, signal);
          return;
        }
        keep(key, found);
        yield* found.chunks;
      },
      close: () => inner.close(),
    }),
  };
};
