/** A provider's WebSocket protocol as pure code; all protocols share the socket code (connection.ts). */
import type { WordTiming } from '../synthesiser.js';
import type { SynthesisFailure } from './failure.js';

/** One text on its way to a provider. */
export interface Utterance {
  /** Unique in this process, so that late audio can be identified. */
  readonly id: string;
  readonly text: string;
  /** The provider's own id of the voice. */
  readonly voice: string;
  /** BCP 47. */
  readonly language: string;
  /** 1: the voice's own; a provider without speeds ignores it. */
  readonly speed: number;
  /** The reply that it is part of, unique in this process; null: it stands alone. */
  readonly reply: string | null;
}

/** When a letter of the text is spoken, ms from the start of the piece of audio that it came with. */
export interface Letter {
  readonly letter: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The content of a provider's message. `id` null: it belongs to the only utterance on its connection. */
export type Received =
  | {
      readonly type: 'audio';
      readonly id: string | null;
      /** µ-law at 8,000 Hz; the bytes are not shared. */
      readonly mulaw: Uint8Array;
      /** Letters of this piece; empty if the provider sends none. */
      readonly letters: readonly Letter[];
    }
  /** Times are ms from the start of the utterance. */
  | { readonly type: 'words'; readonly id: string | null; readonly words: readonly WordTiming[] }
  /** All audio of the first utterance of a context that was not done has arrived (websocket/contexts.ts). */
  | { readonly type: 'piece_done'; readonly id: string | null }
  /** All audio of the utterance, or of the context, has arrived. */
  | { readonly type: 'done'; readonly id: string | null }
  /** The cancelled utterance has ended; the protocol has a message for just that. */
  | { readonly type: 'cancelled'; readonly id: string | null }
  /** One utterance failed; `id` null: all utterances of the connection. */
  | { readonly type: 'failed'; readonly id: string | null; readonly failure: SynthesisFailure }
  /** The message is irrelevant. */
  | { readonly type: 'nothing' };

/** Limits of connections and their utterances. */
export interface DialectLimits {
  /** Concurrent utterances on one connection. */
  readonly perConnection: number;
  /** Concurrent connections, for all voices together. */
  readonly connections: number;
  /** How many utterances one connection may begin within a period; null: any number. */
  readonly begins: { readonly max: number; readonly withinMs: number } | null;
  /** A connection without utterances is closed after this time, ms: before the provider closes it. */
  readonly idleMs: number;
  /** A connection that is older than this begins no more utterances, ms. */
  readonly ageMs: number;
}

export interface SpeechDialect {
  /** The part before the colon of a voice's id. */
  readonly name: string;
  readonly limits: DialectLimits;
  /** Path and query after the base address, without a key; utterances with the same path share connections. */
  path(voice: string, language: string): string;
  /** Headers of the upgrade; the key is only in these. */
  headers(key: string): Readonly<Record<string, string>>;
  /** The messages that request a text, spoken to its end. `context`: it continues what was spoken in it; null: it stands alone. */
  begin(utterance: Utterance, context: string | null): readonly string[];
  /** After this time without audio a context of several utterances is not continued, ms; null: utterances stand alone. */
  readonly contextMs: number | null;
  /** The messages that stop an utterance, or a context. */
  cancel(id: string): readonly string[];
  /** The message that ends a cancelled utterance, which keeps its place until then. Null: none, and it keeps no place. */
  readonly cancelEndsWith: 'done' | 'cancelled' | null;
  /** Sent with every heartbeat, if the provider requires it. */
  readonly keepAlive: string | null;
  /** Sent before the connection is closed, if the provider requires it. */
  readonly goodbye: string | null;
  /** Text messages are strings. An unreadable message is a failure of kind `protocol`. */
  read(message: string | Uint8Array): readonly Received[];
  /** The reason that the provider closed a connection, by its close code. */
  closed(code: number): SynthesisFailure;
}
