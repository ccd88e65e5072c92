/** What a test tells the simulated engines of speech to speech, and what they wrote down. */
import { isRecord } from '../../schemas/json.js';

/** What goes wrong on one connection. */
export type ConnectionFault =
  | { readonly type: 'none' }
  /** The upgrade is answered with that status; `retryAfter` as the header has it. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The connection opens; then nothing is said, and no ping is answered. */
  | { readonly type: 'stall' }
  /** The session is refused. */
  | { readonly type: 'refused' }
  /** The connection is gone once so much audio has arrived, ms. */
  | { readonly type: 'cut'; readonly afterMs: number }
  /** All that is said arrives a few bytes at a time. */
  | { readonly type: 'drip' };

/** What goes wrong in one response. */
type ResponseFault =
  /** Nothing comes, from before the first piece of audio or from after it on. */
  | { readonly type: 'stall'; readonly afterPieces: number }
  /** The connection breaks after so many pieces. */
  | { readonly type: 'cut'; readonly afterPieces: number }
  /** It fails, with that code. */
  | { readonly type: 'failed'; readonly code: string }
  /** An error that ends the session, with that code, and the connection is closed. */
  | { readonly type: 'over'; readonly code: string }
  /** What is none of the protocol's messages. */
  | { readonly type: 'rubbish'; readonly form: 'text' | 'list' | 'huge' }
  /** All audio comes before any word, and both before it is said that there is a response. */
  | { readonly type: 'disorder' };

/** What a response says and does; the last one stays. */
export interface Reply {
  readonly text: string;
  readonly tools?: readonly { readonly name: string; readonly arguments: string }[];
  readonly fault?: ResponseFault;
}

/** An item of the conversation, as it is at the end. */
export interface Item {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  /** What of it is known in words: of what was cut off nothing. */
  readonly text: string;
  /** Of its sound; 0 without one. */
  readonly ms: number;
}

/** One connection that was asked for. */
export interface Connection {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was received and is not audio, in order. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** Base64. */
  readonly audio: string;
  readonly conversation: readonly Item[];
  /** What it was asked against the protocol's rules, in words. */
  readonly complaints: readonly string[];
  readonly open: boolean;
}

export interface Wanted {
  /** The only key that is good. */
  readonly key: string;
  /** Vocabulary (recognition/spoken.ts). */
  readonly words: readonly string[];
  readonly replies: readonly Reply[];
  /** Of the first connections; none of those that follow. */
  readonly faults?: readonly ConnectionFault[];
  /** How long the words of what was said take, ms; default 60. Null: they do not come. */
  readonly wordsMs?: number | null;
  /** How long a response takes to begin, ms; default 20. */
  readonly thinksMs?: number;
}

export const CALM: Wanted = { key: '', words: [], replies: [{ text: 'Hello.' }] };

/** Null when something of it is missing or wrong. */
export const wantedOf = (value: unknown): Wanted | null => {
  if (!isRecord(value)) return null;
  const { key, words, replies, faults = [], wordsMs = 60, thinksMs = 20 } = value;
  if (typeof key !== 'string' || !Array.isArray(words) || !Array.isArray(replies) || replies.length === 0)
    return null;
  if (!Array.isArray(faults) || (typeof wordsMs !== 'number' && wordsMs !== null)) return null;
  if (typeof thinksMs !== 'number') return null;
  return { key, words: words.map(String), replies, faults, wordsMs, thinksMs };
};
