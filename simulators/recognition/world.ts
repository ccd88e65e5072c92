/** What a test sets for the simulated recognisers, and what they record. */
import { isRecord } from '../support/json.js';
import { MAX_WORDS } from '../support/spoken.js';

/** A fault of one connection. `afterMs`: it occurs once this much audio has arrived. */
export type Fault =
  | { readonly type: 'none' }
  /** The upgrade is answered with this status; `retryAfterS`: with Retry-After. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfterS?: number }
  /** The connection opens; then nothing is sent, and no ping is answered. */
  | { readonly type: 'stall' }
  /** Nothing more is sent. */
  | { readonly type: 'mute'; readonly afterMs: number }
  /** The connection breaks without a close. */
  | { readonly type: 'cut'; readonly afterMs: number }
  | { readonly type: 'close'; readonly afterMs: number; readonly code: number }
  /** An error message of the protocol. */
  | { readonly type: 'error'; readonly afterMs: number }
  /** Output that is not a message of the protocol: not JSON, JSON of another kind, a message of a megabyte. */
  | { readonly type: 'rubbish'; readonly afterMs: number; readonly form: 'text' | 'list' | 'huge' }
  /** All output arrives a few bytes at a time. */
  | { readonly type: 'drip' };

/** One requested connection. */
export interface Connection {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The messages received, other than audio, in order. */
  readonly messages: readonly string[];
  /** Base64. */
  readonly audio: string;
  /** Size of each message of audio, bytes. */
  readonly pieces: readonly number[];
  readonly open: boolean;
}

export interface RecogniserScript {
  /** The only valid key. */
  readonly key: string;
  /** Vocabulary (support/spoken.ts). */
  readonly words: readonly string[];
  /** Faults of the first connections; later ones have none. */
  readonly faults: readonly Fault[];
}

const FAULTS = ['none', 'status', 'stall', 'mute', 'cut', 'close', 'error', 'rubbish', 'drip'];

const isFault = (value: unknown): value is Fault =>
  isRecord(value) && typeof value.type === 'string' && FAULTS.includes(value.type);

/** Null if a part of it is missing or invalid. */
export const parseScript = (value: unknown): RecogniserScript | null => {
  if (!isRecord(value)) return null;
  const { key, words, faults } = value;
  if (typeof key !== 'string' || !Array.isArray(words) || !Array.isArray(faults)) return null;
  if (words.length > MAX_WORDS || !faults.every(isFault)) return null;
  return { key, words: words.map(String), faults };
};
