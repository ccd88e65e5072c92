/** The fields that every webhook event has (spec section 6). */
import type { WebhookEvent } from '../../actors/subscription/events.js';
import {
  type EventType,
  type SubscriptionChannel,
  WEBHOOK_CONTRACT_VERSION,
} from '../../schemas/events/subscription.js';

/** The subject of a webhook event: one conversation, call or campaign. */
type About =
  | { readonly conversationId: string }
  | { readonly callId: string }
  | { readonly campaignId: string };

/** What happened, and in which business. */
export interface EventFacts {
  readonly businessId: string;
  readonly channel: SubscriptionChannel;
  readonly about: About;
  readonly eventType: EventType;
  /** The same for every attempt and every subscriber, and unique to the event. */
  readonly eventId: string;
  /** ms since the epoch */
  readonly at: number;
}

/** `facts`: further fields of the kind of event. */
export const webhookEventOn = (
  { businessId, channel, about, eventType, eventId, at }: EventFacts,
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
