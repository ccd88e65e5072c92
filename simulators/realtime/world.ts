/** What a test sets for the simulated speech-to-speech engines, and what they record. */
import { isRecord } from '../support/json.js';

/** A fault of one connection. */
export type ConnectionFault =
  | { readonly type: 'none' }
  /** The upgrade is answered with this status; `retryAfter` is the value of the header. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The connection opens; then nothing is sent, and no ping is answered. */
  | { readonly type: 'stall' }
  /** The session is refused. */
  | { readonly type: 'refused' }
  /** The connection breaks once this much audio has arrived, ms. */
  | { readonly type: 'cut'; readonly afterMs: number }
  /** All output arrives a few bytes at a time. */
  | { readonly type: 'drip' };

/** A fault of one response. */
type ResponseFault =
  /** The response stalls, before or after the first piece of audio. */
  | { readonly type: 'stall'; readonly afterPieces: number }
  /** The connection breaks after this many pieces. */
  | { readonly type: 'cut'; readonly afterPieces: number }
  /** The response fails with this code. */
  | { readonly type: 'failed'; readonly code: string }
  /** An error with this code ends the session, and the connection is closed. */
  | { readonly type: 'over'; readonly code: string }
  /** Output that is not a message of the protocol. */
  | { readonly type: 'rubbish'; readonly form: 'text' | 'list' | 'huge' }
  /** All audio comes before any word, and both come before the message that announces the response. */
  | { readonly type: 'disorder' };

/** The content of a response; the last one is repeated. */
export interface Reply {
  readonly text: string;
  readonly tools?: readonly { readonly name: string; readonly arguments: string }[];
  readonly fault?: ResponseFault;
}

/** An item of the conversation, in its final state. */
export interface Item {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  /** Its known words; empty if it was cut off. */
  readonly text: string;
  /** Length of its audio; 0 without audio. */
  readonly ms: number;
}

/** One requested connection. */
export interface Connection {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The messages received, other than audio, in order. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** Base64. */
  readonly audio: string;
  readonly conversation: readonly Item[];
  /** Requests that violated the protocol, in words. */
  readonly complaints: readonly string[];
  readonly open: boolean;
}

export interface EngineScript {
  /** The only valid key. */
  readonly key: string;
  /** Vocabulary (support/spoken.ts). */
  readonly words: readonly string[];
  readonly replies: readonly Reply[];
  /** Faults of the first connections; later ones have none. */
  readonly faults?: readonly ConnectionFault[];
  /** How long the transcript of an utterance takes, ms; default 60. Null: it does not arrive. */
  readonly wordsMs?: number | null;
  /** How long a response takes to begin, ms; default 20. */
  readonly thinksMs?: number;
}

export const DEFAULT_SCRIPT: EngineScript = { key: '', words: [], replies: [{ text: 'Hello.' }] };

/** Null if a part of it is missing or invalid. */
export const parseScript = (value: unknown): EngineScript | null => {
  if (!isRecord(value)) return null;
  const { key, words, replies, faults = [], wordsMs = 60, thinksMs = 20 } = value;
  if (typeof key !== 'string' || !Array.isArray(words) || !Array.isArray(replies) || replies.length === 0)
    return null;
  if (!Array.isArray(faults) || (typeof wordsMs !== 'number' && wordsMs !== null)) return null;
  if (typeof thinksMs !== 'number') return null;
  return { key, words: words.map(String), replies, faults, wordsMs, thinksMs };
};
