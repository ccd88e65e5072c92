/** What a provider's websocket protocol is, as pure code; the socket is elsewhere (connection.ts), once for all of them. */
import type { WordTiming } from '../synthesiser.js';
import type { SynthesisFailure } from './failure.js';

/** One text on its way to a provider. */
export interface Utterance {
  /** Unlike any other's of this process, so that audio that comes late is known. */
  readonly id: string;
  readonly text: string;
  /** The provider's own id of the voice. */
  readonly voice: string;
  /** BCP 47. */
  readonly language: string;
}

/** When letters of the text are spoken, ms from the start of the piece of audio that they came with. */
export interface Letter {
  readonly letter: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a message of a provider says. `id` null: of the only utterance on its connection. */
export type Received =
  | {
      readonly type: 'audio';
      readonly id: string | null;
      /** µ-law at 8,000 Hz, nobody else's bytes. */
      readonly mulaw: Uint8Array;
      /** Of this piece; none where the provider sends none. */
      readonly letters: readonly Letter[];
    }
  /** Ms from the start of the utterance. */
  | { readonly type: 'words'; readonly id: string | null; readonly words: readonly WordTiming[] }
  /** All audio of the utterance has come. */
  | { readonly type: 'done'; readonly id: string | null }
  /** What was cancelled is over, by a message that says just that. */
  | { readonly type: 'cancelled'; readonly id: string | null }
  /** It failed: one utterance, or with `id` null all of the connection. */
  | { readonly type: 'failed'; readonly id: string | null; readonly failure: SynthesisFailure }
  /** Of no interest. */
  | { readonly type: 'nothing' };

/** How many utterances connections carry. */
export interface DialectLimits {
  /** On one connection at a time. */
  readonly perConnection: number;
  /** Connections at a time, whatever their voice. */
  readonly connections: number;
  /** How many utterances one connection may begin within a while; null: any number. */
  readonly begins: { readonly most: number; readonly withinMs: number } | null;
  /** A connection without utterances is closed after so long, ms: before the provider does it. */
  readonly idleMs: number;
  /** A connection that is older begins no more utterances, ms. */
  readonly ageMs: number;
}

export interface SpeechDialect {
  /** As it is written before the colon of a voice's id. */
  readonly name: string;
  readonly limits: DialectLimits;
  /** Path and query behind the base address; utterances that share it share connections. Never with a key in it. */
  path(voice: string, language: string): string;
  /** Of the upgrade; the key is in these and nowhere else. */
  headers(key: string): Readonly<Record<string, string>>;
  /** The messages that have a text spoken to its end. */
  begin(utterance: Utterance): readonly string[];
  /** The messages that stop it. */
  cancel(id: string): readonly string[];
  /** Which message says that what was cancelled is over; until then it keeps its place. Null: none, and it keeps none. */
  readonly cancelEndsWith: 'done' | 'cancelled' | null;
  /** Sent with every heartbeat, where the provider asks for it. */
  readonly keepAlive: string | null;
  /** Sent before the connection is closed, where the provider asks for it. */
  readonly goodbye: string | null;
  /** Text messages are strings. What cannot be read is a failure of kind `protocol`. */
  read(message: string | Uint8Array): readonly Received[];
  /** Why the provider closed a connection, by its close code. */
  closed(code: number): SynthesisFailure;
}
