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

/** An event on its way to a subscriber. */
export interface Letter {
  readonly eventId: string;
  readonly eventType: EventType;
  /** Letters with the same one come in order. Absent in letters that are older than it: the conversation. */
  readonly thread?: string;
  /** What it is about: one of these three. */
  readonly conversationId?: string;
  readonly callId?: string;
  readonly campaignId?: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** What is sent, without what changes with each attempt. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the customer's message carries, where it does: told as it stands when the letter leaves. */
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
  | { readonly type: 'letter.died'; readonly letter: Letter; readonly attempts: number }
  | { readonly type: 'letter.resent'; readonly eventId: string }
  /** An operator gave dead letters up for good. */
  | { readonly type: 'letters.discarded'; readonly eventIds: readonly string[]; readonly reason: string };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const SUBSCRIPTION_EVENTS = {
  // Of calls and campaigns, which have no account.
  'subscription.created': 2,
  'subscription.changed': 1,
  'secret.rotated': 1,
  'subscription.revoked': 1,
  'deliveries.attempted': 1,
  // About a call or a campaign.
  'letter.died': 2,
  'letter.resent': 1,
  'letters.discarded': 2,
} as const satisfies VersionsOf<SubscriptionEvent>;

/** The kind, for those who read its events. */
export const SUBSCRIPTION_KIND = eventKind<SubscriptionEvent>('subscription', SUBSCRIPTION_EVENTS);
