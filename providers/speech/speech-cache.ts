/**
 * Remembers what was synthesised, by voice, language and text, so that a greeting made while the phone rings
 * is there when it is answered. Requests for the same thing at the same time are made once.
 */
import type { SpeechChunk, SpeechRequest, Synthesiser } from './synthesiser.js';

/** About half an hour of telephone speech. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Entry {
  readonly chunks: SpeechChunk[];
  bytes: number;
  done: boolean;
  error: Error | null;
  /** Resolves whenever there is more. */
  more: Promise<void>;
  tell: () => void;
}

export const withCache = (inner: Synthesiser, maxBytes = MAX_BYTES): Synthesiser => {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const evict = (): void => {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return;
      if (!entry.done) continue;
      entries.delete(key);
      bytes -= entry.bytes;
    }
  };

  const fill = async (key: string, entry: Entry, request: SpeechRequest): Promise<void> => {
    const tellAll = (): void => {
      const { tell } = entry;
      entry.more = new Promise((resolve) => {
        entry.tell = resolve;
      });
      tell();
    };
    try {
      // Not the asker's signal: others may wait for the same, and finished audio is wanted again.
      for await (const chunk of inner.synthesise(request, new AbortController().signal)) {
        entry.chunks.push(chunk);
        entry.bytes += chunk.pcm.byteLength;
        bytes += chunk.pcm.byteLength;
        tellAll();
      }
    } catch (error) {
      entry.error = error instanceof Error ? error : new Error(String(error));
      entries.delete(key);
      bytes -= entry.bytes;
    }
    entry.done = true;
    tellAll();
    evict();
  };

  return {
    name: inner.name,
    voices: inner.voices,
    synthesise: async function* (request, signal) {
      signal.throwIfAborted();
      const key = JSON.stringify([request.voiceId, request.language, request.text]);
      let entry = entries.get(key);
      if (entry === undefined) {
        let tell: () => void = () => undefined;
        const more = new Promise<void>((resolve) => {
          tell = resolve;
        });
        entry = { chunks: [], bytes: 0, done: false, error: null, more, tell };
        entries.set(key, entry);
        void fill(key, entry, request);
      } else {
        // Least recently used goes first.
        entries.delete(key);
        entries.set(key, entry);
      }
      for (let index = 0; ; index += 1) {
        while (index >= entry.chunks.length && !entry.done) await entry.more;
        signal.throwIfAborted();
        const chunk = entry.chunks[index];
        if (chunk !== undefined) {
          yield chunk;
          continue;
        }
        if (entry.error !== null) throw entry.error;
        return;
      }
    },
    close: () => inner.close(),
  };
};

/** Makes sure that a text is ready, or will be; failures show when it is asked for. */
export const prepareSpeech = async (synthesiser: Synthesiser, request: SpeechRequest): Promise<void> => {
  try {
    for await (const _chunk of synthesiser.synthesise(request, new AbortController().signal));
  } catch {
    // Whoever needs it meets the failure, and knows what to do about it.
  }
};
