/** The model and the voice of a call in virtual time. */
import type { SessionInput } from '../../../media/session/io.js';
import type { ChatMessage } from '../../../providers/llm/language-model.js';

/** Pieces in which speech arrives, ms, and the time between two of them, ms. */
const CHUNK_MS = 400;
const CHUNK_EVERY_MS = 60;
const BYTES_PER_MS = 8;

/** The model's output for one request. */
export interface ModelReply {
  readonly text: string;
  /** Until the first token, ms. */
  readonly firstMs: number;
  /** Between two tokens, ms. */
  readonly tokenMs: number;
}

export interface ProviderParties {
  /** The audio of a text, µ-law. */
  readonly voice: (text: string) => Uint8Array;
  /** Until the first audio of a text, ms. */
  readonly voiceFirstMs: number;
  /** Null: it never answers. `request` counts from 0. */
  readonly model: (request: number, messages: readonly ChatMessage[]) => ModelReply | null;
}

interface Providers {
  /** `written`: the agent's text; `text`: what the voice is given for it. */
  speak(utterance: string, written: string, text: string): void;
  reply(generation: number, messages: readonly ChatMessage[]): void;
  /** Nothing more of an utterance, or of a generation, arrives. */
  cancel(id: string): void;
  /** Texts that the voice was given, by utterance, in order. */
  spoken(): ReadonlyMap<string, string>;
  /** The agent's texts for them. */
  written(): ReadonlyMap<string, string>;
}

/** `later` carries out an act in so many ms; `feed` feeds the session. */
export const createProviders = (
  { voice, voiceFirstMs, model }: ProviderParties,
  later: (inMs: number, act: () => void) => void,
  feed: (input: SessionInput) => void,
): Providers => {
  const spoken = new Map<string, string>();
  const written = new Map<string, string>();
  const cancelled = new Set<string>();
  let requests = 0;
  const feedLater = (inMs: number, id: string, input: SessionInput): void =>
    later(inMs, () => {
      if (!cancelled.has(id)) feed(input);
    });
  return {
    speak: (utterance, piece, text) => {
      written.set(utterance, piece);
      spoken.set(utterance, text);
      const audio = voice(text);
      let inMs = voiceFirstMs;
      for (let from = 0; from < audio.length; from += CHUNK_MS * BYTES_PER_MS) {
        const payload = audio.subarray(from, from + CHUNK_MS * BYTES_PER_MS);
        feedLater(inMs, utterance, { type: 'speech_audio', utterance, payload, words: [] });
        inMs += CHUNK_EVERY_MS;
      }
      feedLater(inMs, utterance, { type: 'speech_done', utterance });
    },
    reply: (generation, messages) => {
      const answer = model(requests, messages);
      requests += 1;
      if (answer === null) return;
      const id = String(generation);
      let inMs = answer.firstMs;
      for (const text of answer.text.match(/\S+\s*|\s+/gu) ?? []) {
        feedLater(inMs, id, { type: 'model_text', generation, text });
        inMs += answer.tokenMs;
      }
      feedLater(inMs, id, { type: 'model_done', generation });
    },
    cancel: (id) => void cancelled.add(id),
    spoken: () => spoken,
    written: () => written,
  };
};
