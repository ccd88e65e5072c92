/** Events of a contact point: a phone number or a person's identity on a channel, within one business. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** A phone point covers both calls and WhatsApp, which identifies people by their numbers. */
export interface Point {
  readonly channel: 'phone' | 'instagram';
  /** E.164 for a phone; otherwise the channel's id of the person. */
  readonly address: string;
}

/** `service`: all outreach that the business initiates. `marketing`: campaigns and offers only. */
export type SuppressionPurpose = 'service' | 'marketing';

/** Where a suppression comes from. */
export type SuppressionSource =
  | 'operator'
  | 'api'
  | 'contact_block'
  | 'customer_request'
  | 'keyword'
  | 'import';

/** A user, an API key, an agent; null: the customer or the command line. */
export interface SuppressedBy {
  readonly type: 'user' | 'key' | 'agent';
  readonly id: string;
}

/** There is one suppression for each purpose and source. */
export interface Suppression {
  readonly purpose: SuppressionPurpose;
  readonly source: SuppressionSource;
  /** Empty: no reason. */
  readonly reason: string;
  readonly by: SuppressedBy | null;
}

/** How far a call had come when the suppression reached it. `over`: it has ended, or never existed. */
export type CallStanding = 'not_placed' | 'at_carrier' | 'over';

export type ContactPointEvent =
  /** From now on, no covered call is cleared. `calls`: previously cleared, to be ordered against the suppression. */
  | ({
      readonly type: 'point.suppressing';
      readonly point: Point;
      readonly calls: readonly string[];
      /** Whether calls that are at the carrier are hung up. */
      readonly hangUp: boolean;
    } & Suppression)
  /** The call can no longer be placed, or its placement request has an outcome. */
  | { readonly type: 'point.call_ordered'; readonly callId: string; readonly standing: CallStanding }
  /** The suppression's commit: no call of the point is placed after it. `atCarrier`: calls that were placed before. */
  | {
      readonly type: 'point.suppressed';
      readonly purpose: SuppressionPurpose;
      readonly source: SuppressionSource;
      readonly atCarrier: readonly string[];
    }
  | {
      readonly type: 'point.lifted';
      readonly purpose: SuppressionPurpose;
      readonly source: SuppressionSource;
      readonly by: SuppressedBy | null;
    }
  /** A call may be placed. It counts as an attempt. */
  | { readonly type: 'point.cleared'; readonly callId: string; readonly purpose: SuppressionPurpose }
  /** The call ended without being placed, so it no longer counts as an attempt. */
  | { readonly type: 'point.clearance_returned'; readonly callId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONTACT_POINT_EVENTS = {
  'point.suppressing': 1,
  'point.call_ordered': 1,
  'point.suppressed': 1,
  'point.lifted': 1,
  'point.cleared': 1,
  'point.clearance_returned': 1,
} as const satisfies VersionsOf<ContactPointEvent>;

/** The kind, for readers of its events. */
export const CONTACT_POINT_KIND = eventKind<ContactPointEvent>('contact-point', CONTACT_POINT_EVENTS);
