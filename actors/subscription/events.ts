/** Events of a webhook subscription. */
import type {
  DeadReason,
  EventType,
  PauseReason,
  SubscriptionChannel,
} from '../../schemas/events/subscription.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** One attempt to deliver an event. */
export interface Attempt {
  readonly eventId: string;
  readonly eventType: EventType;
  /** 0 for the first. */
  readonly retryNumber: number;
  /** ms since the epoch. */
  readonly at: number;
  /** Null if there was no answer. */
  readonly httpStatus: number | null;
  /** Why there was no answer, or what the answer means (schemas/events/subscription.ts); null: nothing in particular. */
  readonly problem: string | null;
  readonly latencyMs: number;
  readonly excerpt: string;
}

/** The webhook event for one event of the journal; the same for every subscriber. */
export interface WebhookEvent {
  readonly eventId: string;
  readonly eventType: EventType;
  /** Events with the same thread are delivered in order. Absent in older events: the conversation. */
  readonly thread?: string;
  /** The subject of the event: one of these four. */
  readonly conversationId?: string;
  readonly callId?: string;
  readonly campaignId?: string;
  readonly alertRuleId?: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** The payload, without the parts that change with each attempt. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The media of the customer's message, if any. Its state is looked up when the event is sent. */
  readonly mediaId?: string;
}

export type SubscriptionEvent =
  | {
      readonly type: 'subscription.created';
      readonly channel: SubscriptionChannel;
      /** Null for voice, campaign and alerts, which concern the whole business. */
      readonly accountId: string | null;
      readonly callbackUrl: string;
      readonly events: readonly EventType[];
      /** The signing secret, sealed with the cluster's key (operations/sealing.ts). */
      readonly sealedSecret: string;
      readonly secretLast4: string;
      /** It only observes: the subscriber does not answer on the account. */
      readonly observes?: true;
    }
  | {
      readonly type: 'subscription.changed';
      readonly callbackUrl?: string;
      readonly events?: readonly EventType[];
      readonly status?: 'active' | 'paused';
    }
  /** By the service. A change of the status to `active` ends it. */
  | { readonly type: 'subscription.paused'; readonly reason: PauseReason }
  | {
      readonly type: 'secret.rotated';
      readonly sealedSecret: string;
      readonly secretLast4: string;
      /** Until when the secret that is replaced signs as well, ms since the epoch; absent: no former secret signs. */
      readonly previousUntil?: number;
      /** When the last of all former secrets ends, ms since the epoch; absent: none signs. */
      readonly lastUntil?: number;
    }
  /** Former secrets that signed until `until` at the latest, ms since the epoch, sign no more. `lastUntil`: as above. */
  | { readonly type: 'secret.overlap_ended'; readonly until: number; readonly lastUntil?: number }
  | { readonly type: 'subscription.revoked' }
  | { readonly type: 'deliveries.attempted'; readonly attempts: readonly Attempt[] }
  /** No more attempts are made. `reason` absent: all have failed. */
  | {
      readonly type: 'delivery.dead_lettered';
      readonly letter: WebhookEvent;
      readonly attempts: number;
      readonly reason?: DeadReason;
    }
  | { readonly type: 'dead_letter.resent'; readonly eventId: string }
  /** An operator discarded dead letters for good. */
  | {
      readonly type: 'dead_letters.discarded';
      readonly eventIds: readonly string[];
      readonly reason: string;
    };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const SUBSCRIPTION_EVENTS = {
  // Also for calls and campaigns, which have no account (version 2); may leave the answering to an agent (version 5); for alerts
  // (version 7).
  'subscription.created': 7,
  'subscription.changed': 1,
  'subscription.paused': 4,
  // The former secret may go on signing.
  'secret.rotated': 6,
  'secret.overlap_ended': 6,
  'subscription.revoked': 1,
  'deliveries.attempted': 1,
  'delivery.dead_lettered': { version: 3, formerly: 'letter.died' },
  'dead_letter.resent': { version: 3, formerly: 'letter.resent' },
  'dead_letters.discarded': { version: 3, formerly: 'letters.discarded' },
} as const satisfies VersionsOf<SubscriptionEvent>;

/** The kind, for readers of its events. */
export const SUBSCRIPTION_KIND = eventKind<SubscriptionEvent>('subscription', SUBSCRIPTION_EVENTS);
