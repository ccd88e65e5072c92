/** A session's state of an operator, and of the notes to the agent (operator.ts has the rules). */
import type { HandBackReason, NoteToAgent } from '../../../actors/call/events.js';
import type { FrameBuffer } from '../../audio/frame-buffer.js';
import type { PowerMeter } from '../../audio/voice-activity.js';
import type { Heard } from '../../policies/greeting-hold.js';

/** An operator's speech, as it is understood. Times are ms of the recording's clock. */
export interface OperatorSpeech {
  readonly line: string;
  /** Evens out the line's audio. */
  readonly frames: FrameBuffer;
  /** When the next 20 ms are due. */
  dueAt: number;
  /** 0 of the recogniser's clock. */
  zero: number;
  readonly power: PowerMeter;
  /** How long there was sound like a voice, ms. */
  loudMs: number;
  understood: boolean;
  /** How often a recogniser was opened. */
  attempts: number;
  turnWords: Heard[];
  partial: (Heard & { readonly reportedAt: number }) | null;
  turnDeadline: number | null;
}

/** `leaving`: the line is handed back, and the recogniser's last words are awaited. */
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

/** Notes to the agent, beside the conversation. */
export interface Notes {
  received: readonly NoteToAgent[];
  /** How many of them a speech-to-speech engine has received. */
  engineKnows: number;
}
