/** What a session knows of an operator, and of what the agent is told beside the conversation (operator.ts has the rules). */
import type { HandBackReason, NoteToAgent } from '../../actors/call/events.js';
import type { FrameBuffer } from '../frame-buffer.js';
import type { Heard } from '../greeting-hold.js';
import type { PowerMeter } from '../power.js';

/** What an operator says, as it is understood. Times are ms of the recording's clock. */
export interface OperatorSpeech {
  readonly line: string;
  /** Evens out what the line brings. */
  readonly frames: FrameBuffer;
  /** When the next 20 ms are due. */
  dueAt: number;
  /** 0 of the recogniser's clock. */
  zero: number;
  readonly power: PowerMeter;
  /** How long there was a sound like a voice, ms. */
  loudMs: number;
  understood: boolean;
  /** How often a recogniser was opened. */
  attempts: number;
  saying: Heard[];
  guess: (Heard & { readonly toldAt: number }) | null;
  turnDeadline: number | null;
}

/** `leaving`: the line is given back, and the recogniser's last words are waited for. */
export type Operator =
  | { readonly type: 'none' }
  | { readonly type: 'speaking'; readonly speech: OperatorSpeech }
  | {
      readonly type: 'leaving';
      readonly speech: OperatorSpeech;
      readonly reason: HandBackReason;
      readonly note: string;
      readonly until: number;
    };

/** What the agent is told beside the conversation. */
export interface Notes {
  told: readonly NoteToAgent[];
  /** How many an engine of speech to speech has been told. */
  engineKnows: number;
}
