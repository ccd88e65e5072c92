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
  /** Whether it is recorded from the answer. Absent: no. */
  readonly isRecorded?: boolean;
}

export interface CallFacts {
  readonly request: CallRequest;
  readonly status: () => CallStatus;
  readonly durationSeconds: () => number;
  /** Whether the call has been answered. */
  readonly isAnswered: () => boolean;
  /** What the network's machine detection found; null: nothing yet, or it was not requested. */
  readonly answeredBy: () => string | null;
  /** Notes what it found. */
  detected(answeredBy: string): void;
  /** Notes a problem with the call's instructions; `code`: the carrier's. */
  notify(code: number, message: string): void;
}

/** A problem that the carrier reports about a call. */
export interface CallNotice {
  readonly sid: string;
  readonly code: number;
  readonly message: string;
  /** ms since the epoch. */
  readonly at: number;
}
