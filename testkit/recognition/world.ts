/** What a test tells the simulated recognisers, and what they wrote down. */
import { isRecord } from '../../schemas/json.js';
import { MOST_WORDS } from './spoken.js';

/** What goes wrong on one connection. `afterMs`: so much of its audio has arrived. */
export type Fault =
  | { readonly type: 'none' }
  /** The upgrade is answered with that status; `retryAfterS`: with Retry-After. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfterS?: number }
  /** The connection opens; then nothing is said, and no ping is answered. */
  | { readonly type: 'stall' }
  /** Nothing is said any more. */
  | { readonly type: 'mute'; readonly afterMs: number }
  /** The connection is gone without a word. */
  | { readonly type: 'cut'; readonly afterMs: number }
  | { readonly type: 'close'; readonly afterMs: number; readonly code: number }
  /** What the protocol has for errors. */
  | { readonly type: 'error'; readonly afterMs: number }
  /** Something that is none of the protocol's messages: no JSON, JSON of another kind, a message of a megabyte. */
  | { readonly type: 'rubbish'; readonly afterMs: number; readonly form: 'text' | 'list' | 'huge' }
  /** All that is said arrives a few bytes at a time. */
  | { readonly type: 'drip' };

/** One connection that was asked for. */
export interface Connection {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was received and is not audio, in order. */
  readonly messages: readonly string[];
  /** Base64. */
  readonly audio: string;
  /** Size of each message of audio, bytes. */
  readonly pieces: readonly number[];
  readonly open: boolean;
}

export interface Wanted {
  /** The only key that is good. */
  readonly key: string;
  /** Vocabulary (spoken.ts). */
  readonly words: readonly string[];
  /** Of the first connections; none of those that follow. */
  readonly faults: readonly Fault[];
}

const FAULTS = ['none', 'status', 'stall', 'mute', 'cut', 'close', 'error', 'rubbish', 'drip'];

const isFault = (value: unknown): value is Fault =>
  isRecord(value) && typeof value.type === 'string' && FAULTS.includes(value.type);

/** Null when something of it is missing or wrong. */
export const wantedOf = (value: unknown): Wanted | null => {
  if (!isRecord(value)) return null;
  const { key, words, faults } = value;
  if (typeof key !== 'string' || !Array.isArray(words) || !Array.isArray(faults)) return null;
  if (words.length > MOST_WORDS || !faults.every(isFault)) return null;
  return { key, words: words.map(String), faults };
};
