/** A reply that was asked for before the turn was over, as it is remembered until then (preemptive.ts). */
import type { Sentences } from '../sentences.js';
import type { SessionInput } from './io.js';

/** What a model brings. */
export type ModelInput = Extract<SessionInput, { readonly type: 'model_text' | 'model_tool' | 'model_done' }>;

/** Asked for already, and spoken to nobody. */
export interface EarlyReply {
  readonly generation: number;
  /** Number of the model that was asked. */
  readonly model: number;
  /** The customer's words that it answers (plain-words.ts). */
  readonly words: string;
  /** All that the model was told (early-reply.ts). */
  readonly told: string;
  readonly askedAt: number;
  /** When the model was asked, or last brought something. */
  movedAt: number;
  firstTokenAt: number | null;
  /** What it has brought, in order. */
  readonly brought: ModelInput[];
  /** How much of it there is. */
  characters: number;
  readonly sentences: Sentences;
  /** Whether its first sentence was whole. */
  madeAhead: boolean;
  /** Its first sentence, being made already; null: it is not there, or could not be made. */
  ahead: Ahead | null;
}

/** What a synthesiser brings. */
export type SpeechInput = Extract<SessionInput, { readonly type: 'speech_audio' | 'speech_done' }>;

/** A sentence that is made before it is certain that it is said. */
export interface Ahead {
  /** The name that its utterance will have. */
  readonly utterance: string;
  readonly text: string;
  /** Number of the synthesiser that was asked. */
  readonly synthesiser: number;
  /** When it was asked, or last brought something. */
  movedAt: number;
  firstAudioAt: number | null;
  readonly brought: SpeechInput[];
  bytes: number;
}
