/** A reply that was requested before the turn was over, as it is kept until then (preemptive.ts). */
import type { Sentences } from '../speech/sentences.js';
import type { SessionInput } from './io.js';

/** Output of a model. */
export type ModelInput = Extract<SessionInput, { readonly type: 'model_text' | 'model_tool' | 'model_done' }>;

/** Requested already, but not spoken yet. */
export interface EarlyReply {
  readonly generation: number;
  /** Number of the model that makes it. */
  readonly model: number;
  /** The customer's words that it answers (plain-words.ts). */
  readonly words: string;
  /** The whole prompt, in a form to compare (early-reply.ts). */
  readonly promptKey: string;
  readonly requestedAt: number;
  /** When it was requested, or the model last produced output. */
  movedAt: number;
  firstTokenAt: number | null;
  /** Its output so far, in order. */
  readonly output: ModelInput[];
  /** Length of that output. */
  characters: number;
  readonly sentences: Sentences;
  /** Whether its first sentence was whole. */
  hasFirstSentence: boolean;
  /** Its first sentence, being synthesised already; null: it does not exist yet, or could not be synthesised. */
  ahead: SentenceAhead | null;
}

/** Output of a synthesiser. */
export type SpeechInput = Extract<SessionInput, { readonly type: 'speech_audio' | 'speech_done' }>;

/** A sentence that is synthesised before it is certain to be spoken. */
export interface SentenceAhead {
  /** The id that its utterance will have. */
  readonly utterance: string;
  readonly text: string;
  /** Number of the synthesiser that makes it. */
  readonly synthesiser: number;
  /** When it was requested, or the synthesiser last produced output. */
  movedAt: number;
  firstAudioAt: number | null;
  readonly output: SpeechInput[];
  bytes: number;
}

/** Replies that are requested before the turn has ended (preemptive.ts). */
export interface Preemptive {
  /** Kept until the turn has ended. */
  early: EarlyReply | null;
  /** The reply to the turn that the current input has ended. */
  used: EarlyReply | null;
  /** Words for which a reply was requested early in this turn. */
  requestedWords: readonly string[];
}
