/** What a contact point accepts, answers and owes. */
import type {
  CallStanding,
  Point,
  SuppressedBy,
  Suppression,
  SuppressionPurpose,
  SuppressionSource,
} from './events.js';

/** At most `attempts` calls since `since`, ms since the epoch; at most {@link MAX_LIMIT} of them are remembered. */
export interface AttemptsLimit {
  readonly attempts: number;
  readonly since: number;
  /** When the next period begins and none counts any more, ms since the epoch; absent: the period slides. */
  readonly until?: number;
}

/** The largest limit that a contact point can count. */
export const MAX_LIMIT = 100;

export type ContactPointCommand =
  /** The same purpose and source again renew its time, reason and author. */
  | ({ readonly type: 'suppress'; readonly point: Point; readonly hangUp: boolean } & Suppression)
  /** Lifts this suppression alone; one that is not there changes nothing. */
  | {
      readonly type: 'lift';
      readonly purpose: SuppressionPurpose;
      readonly source: SuppressionSource;
      readonly by: SuppressedBy | null;
    }
  /** Asks for leave to place the call, once it has a line. The same call again gets the answer of that moment. */
  | {
      readonly type: 'clear';
      readonly callId: string;
      readonly purpose: SuppressionPurpose;
      /** ms since the epoch. */
      readonly at: number;
      readonly limit: AttemptsLimit | null;
    }
  | { readonly type: 'return_clearance'; readonly callId: string }
  | { readonly type: 'call_ordered'; readonly callId: string; readonly standing: CallStanding };

export type ContactPointEffect =
  /** Has the call ordered against the suppression; answers `call_ordered`. */
  { readonly kind: 'order_call'; readonly callId: string; readonly hangUp: boolean };

export type Clearance =
  | { readonly cleared: true }
  | {
      readonly cleared: false;
      readonly refusedBy: 'suppression' | 'attempts';
      /** ms since the epoch; null: not by waiting. */
      readonly allowedFrom: number | null;
    };

/** A suppression as it is now. */
export interface StandingSuppression extends Suppression {
  readonly point: Point;
  /** Whether it is committed: until then calls that were cleared before are being ordered against it. */
  readonly isComplete: boolean;
  /** ms since the epoch. */
  readonly at: number;
  /** Calls that had been placed before its commit and may still be up. */
  readonly atCarrier: readonly string[];
}

export interface ContactPointReplies {
  readonly suppress: StandingSuppression;
  readonly clear: Clearance;
}

export interface ContactPointQueries {
  /** The clearance that a call would get now. */
  clearance(asked: Omit<Extract<ContactPointCommand, { type: 'clear' }>, 'type'>): Clearance;
  suppressions(): readonly StandingSuppression[];
}
