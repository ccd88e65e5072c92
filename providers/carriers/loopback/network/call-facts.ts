/** What is known of a call from outside of it. */

export type CallStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled';

export interface CallRequest {
  readonly sid: string;
  readonly accountSid: string;
  readonly to: string;
  readonly from: string;
  /** The document that came with it; empty where none does. */
  readonly twiml: string;
  readonly statusCallback: string;
  readonly timeoutMs: number;
}

export interface CallFacts {
  readonly request: CallRequest;
  readonly status: () => CallStatus;
  readonly durationSeconds: () => number;
  /** Whether somebody has answered it. */
  readonly isAnswered: () => boolean;
}
