/** Shares speech that was synthesised elsewhere, so that it is not synthesised, or paid for, twice. */
import type { SpeechChunk, SpeechRequest, Synthesiser } from './synthesiser.js';

/** About half an hour of telephone speech. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface GivenSpeech {
  /**
   * Serves this speech from now on to the synthesisers with the same `of`, while there is space: the least recently used
   * is evicted first.
   */
  give(of: string, request: SpeechRequest, chunks: readonly SpeechChunk[]): void;
  /** Wraps a synthesiser, which makes all speech that was not given. Closing the wrapper closes `inner`. */
  around(of: string, inner: Synthesiser): Synthesiser;
}

interface Given {
  readonly chunks: readonly SpeechChunk[];
  readonly bytes: number;
}

export const createGivenSpeech = (maxBytes = MAX_BYTES): GivenSpeech => {
  /** Least recently used first. */
  const given = new Map<string, Given>();
  let keptBytes = 0;
  const keyOf = (of: string, { voiceId, language, text }: SpeechRequest): string =>
    JSON.stringify([of, voiceId, language, text]);
  const take = (key: string): Given | undefined => {
    const found = given.get(key);
    if (found === undefined) return undefined;
    given.delete(key);
    keptBytes -= found.bytes;
    return found;
  };
  const keep = (key: string, speech: Given): void => {
    given.set(key, speech);
    keptBytes += speech.bytes;
    for (const oldest of given.keys()) {
      if (keptBytes <= maxBytes) return;
      take(oldest);
    }
  };
  return {
    give: (of, request, chunks) => {
      const key = keyOf(of, request);
      take(key);
      keep(key, { chunks, bytes: chunks.reduce((sum, { mulaw }) => sum + mulaw.byteLength, 0) });
    },
    around: (of, inner) => ({
      name: inner.name,
      get voices() {
        return inner.voices;
      },
      synthesise: async function* (request, signal) {
        signal.throwIfAborted();
        const key = keyOf(of, request);
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
