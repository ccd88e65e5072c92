/** Commands, queries and effects of a contact point. */
import type {
  CallStanding,
  Point,
  SuppressedBy,
  Suppression,
  SuppressionPurpose,
  SuppressionSource,
} from './events.js';

/** At most `attempts` calls since `since`, ms since the epoch. At most {@link MAX_LIMIT} are counted. */
export interface AttemptsLimit {
  readonly attempts: number;
  readonly since: number;
  /** When the next period begins and the count restarts, ms since the epoch; absent: a sliding period. */
  readonly until?: number;
}

/** The largest limit that a contact point can count. */
export const MAX_LIMIT = 100;

export type ContactPointCommand =
  /** Repeating purpose and source renews time, reason and author. */
  | ({ readonly type: 'suppress'; readonly point: Point; readonly hangUp: boolean } & Suppression)
  /** Lifts only this suppression. Changes nothing if there is none. */
  | {
      readonly type: 'lift';
      readonly purpose: SuppressionPurpose;
      readonly source: SuppressionSource;
      readonly by: SuppressedBy | null;
    }
  /** Requests clearance to place the call, once it has a line. A repetition gets the answer as of that moment. */
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
  /** Order the call against the suppression; answers `call_ordered`. */
  { readonly kind: 'order_call'; readonly callId: string; readonly hangUp: boolean };

export type Clearance =
  | { readonly cleared: true }
  | {
      readonly cleared: false;
      readonly refusedBy: 'suppression' | 'attempts';
      /** From when the call is allowed, ms since the epoch; null: waiting does not help. */
      readonly allowedFrom: number | null;
    };

/** A suppression in its current state. */
export interface StandingSuppression extends Suppression {
  readonly point: Point;
  /** Whether it is committed. Until then, previously cleared calls are being ordered against it. */
  readonly isComplete: boolean;
  /** ms since the epoch. */
  readonly at: number;
  /** Calls that had been placed before its commit and may still be live. */
  readonly atCarrier: readonly string[];
}

export interface ContactPointReplies {
  readonly suppress: StandingSuppression;
  readonly clear: Clearance;
}

export interface ContactPointQueries {
  /** The clearance that a call would get now. */
  clearance(request: Omit<Extract<ContactPointCommand, { type: 'clear' }>, 'type'>): Clearance;
  suppressions(): readonly StandingSuppression[];
}
