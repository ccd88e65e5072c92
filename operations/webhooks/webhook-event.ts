/** What every webhook event has (spec section 6). */
import type { WebhookEvent } from '../../actors/subscription/events.js';
import {
  type EventType,
  type SubscriptionChannel,
  WEBHOOK_CONTRACT_VERSION,
} from '../../schemas/subscription.js';

/** What a webhook event is about: one conversation, call or campaign. */
type About =
  | { readonly conversationId: string }
  | { readonly callId: string }
  | { readonly campaignId: string };

/** What happened, to whom. */
export interface Happening {
  readonly businessId: string;
  readonly channel: SubscriptionChannel;
  readonly about: About;
  readonly eventType: EventType;
  /** The same for every attempt and every subscriber, and no other event's. */
  readonly eventId: string;
  /** ms since the epoch */
  readonly at: number;
}

/** `facts`: what the kind of event tells besides. */
export const webhookEventOn = (
  { businessId, channel, about, eventType, eventId, at }: Happening,
  facts: Readonly<Record<string, unknown>>,
): WebhookEvent => {
  const occurredAt = new Date(at).toISOString();
  return {
    eventId,
    eventType,
    ...about,
    occurredAt,
    payload: {
      contractVersion: WEBHOOK_CONTRACT_VERSION,
      eventId,
      eventType,
      occurredAt,
      businessId,
      channel,
      ...about,
      ...facts,
    },
  };
};
