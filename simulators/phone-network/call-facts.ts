/** The externally visible facts of a call. */

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
  /** The document in the request; empty if there is none. */
  readonly twiml: string;
  readonly statusCallback: string;
  readonly timeoutMs: number;
}

export interface CallFacts {
  readonly request: CallRequest;
  readonly status: () => CallStatus;
  readonly durationSeconds: () => number;
  /** Whether the call has been answered. */
  readonly isAnswered: () => boolean;
}
