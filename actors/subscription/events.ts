/** What happened to a webhook subscription. */
import type { EventType, SubscriptionChannel } from '../../schemas/subscription.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** One attempt to deliver an event. */
export interface Attempt {
  readonly eventId: string;
  readonly eventType: EventType;
  /** 0 for the first. */
  readonly retryNumber: number;
  /** ms since the epoch. */
  readonly at: number;
  /** Null when there was no answer. */
  readonly httpStatus: number | null;
  /** Why there was no answer; null when there was one. */
  readonly problem: string | null;
  readonly latencyMs: number;
  readonly excerpt: string;
}

/** What subscribers are told of one event of the journal; the same for each of them. */
export interface WebhookEvent {
  readonly eventId: string;
  readonly eventType: EventType;
  /** Events with the same one come in order. Absent in those that are older than it: the conversation. */
  readonly thread?: string;
  /** What it is about: one of these three. */
  readonly conversationId?: string;
  readonly callId?: string;
  readonly campaignId?: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** What is sent, without what changes with each attempt. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the customer's message carries, where it does: told as it stands when the event leaves. */
  readonly mediaId?: string;
}

export type SubscriptionEvent =
  | {
      readonly type: 'subscription.created';
      readonly channel: SubscriptionChannel;
      /** Null on voice and campaign: those are of the whole business. */
      readonly accountId: string | null;
      readonly callbackUrl: string;
      readonly events: readonly EventType[];
      /** The signing secret, sealed with the cluster's key (operations/sealing.ts). */
      readonly sealedSecret: string;
      readonly secretLast4: string;
    }
  | {
      readonly type: 'subscription.changed';
      readonly callbackUrl?: string;
      readonly events?: readonly EventType[];
      readonly status?: 'active' | 'paused';
    }
  | { readonly type: 'secret.rotated'; readonly sealedSecret: string; readonly secretLast4: string }
  | { readonly type: 'subscription.revoked' }
  | { readonly type: 'deliveries.attempted'; readonly attempts: readonly Attempt[] }
  /** It was tried for as long as it is tried. */
  | { readonly type: 'delivery.dead_lettered'; readonly letter: WebhookEvent; readonly attempts: number }
  | { readonly type: 'dead_letter.resent'; readonly eventId: string }
  /** An operator gave dead letters up for good. */
  | {
      readonly type: 'dead_letters.discarded';
      readonly eventIds: readonly string[];
      readonly reason: string;
    };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const SUBSCRIPTION_EVENTS = {
  // Of calls and campaigns, which have no account.
  'subscription.created': 2,
  'subscription.changed': 1,
  'secret.rotated': 1,
  'subscription.revoked': 1,
  'deliveries.attempted': 1,
  'delivery.dead_lettered': { version: 3, formerly: 'letter.died' },
  'dead_letter.resent': { version: 3, formerly: 'letter.resent' },
  'dead_letters.discarded': { version: 3, formerly: 'letters.discarded' },
} as const satisfies VersionsOf<SubscriptionEvent>;

/** The kind, for those who read its events. */
export const SUBSCRIPTION_KIND = eventKind<SubscriptionEvent>('subscription', SUBSCRIPTION_EVENTS);
