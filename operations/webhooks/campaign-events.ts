/** The webhook events of campaigns (docs/how-to/webhooks.md), from the journal's events alone. */
import type { IterationEvent } from '../../actors/iteration/events.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import type { IterationStatus, Outcome } from '../../schemas/campaigns/campaign.js';
import type { EventType } from '../../schemas/events/subscription.js';
import type { IterationFacts } from '../../views/campaigns/index.js';
import { webhookEventOn } from './webhook-event.js';

/** The commit of an event: a step that occurs again is another event. */
export interface Committed {
  readonly seq: number;
  /** Its place among the commits of its message; undefined: 0. */
  readonly place?: number;
  /** ms since the epoch */
  readonly at: number;
}

/** Null if subscribers are not notified of the event. */
export const iterationWebhookEvent = (
  businessId: string,
  { campaignId, campaignName, iterationId, ordinal, channel, agentId }: IterationFacts,
  event: IterationEvent,
  { seq, place = 0, at }: Committed,
): WebhookEvent | null => {
  const eventOf = (eventType: EventType, status: IterationStatus): WebhookEvent =>
    webhookEventOn(
      {
        businessId,
        channel: 'campaign',
        about: { campaignId },
        eventType,
        eventId: `${iterationId}:${status}:${place === 0 ? seq : `${seq}.${place}`}`,
        at,
      },
      { campaignName, iterationId, iteration: { ordinal, channel, agentId, status } },
    );
  switch (event.type) {
    case 'iteration.started':
      return eventOf('campaign.iteration.started', 'running');
    case 'iteration.paused':
      return eventOf('campaign.iteration.paused', 'paused');
    case 'iteration.cancelling':
      return eventOf('campaign.iteration.cancelling', 'cancelling');
    case 'iteration.ended':
      return eventOf('campaign.iteration.ended', event.status);
    default:
      return null;
  }
};

/** The end of a recipient; `index`: its place in the block. */
interface EndedRecipient {
  readonly index: number;
  readonly outcome: Outcome;
  readonly skipReason: string | null;
}

/**
 * One webhook event for each recipient of a block that has no further attempt. `contactAt`: the contact at a place in the
 * block; recipients that it does not know are skipped.
 */
export const recipientWebhookEvents = (
  businessId: string,
  {
    campaignId,
    campaignName,
    iterationId,
  }: Pick<IterationFacts, 'campaignId' | 'campaignName' | 'iterationId'>,
  event: RecipientsEvent,
  contactAt: (index: number) => string | null,
  at: number,
): readonly WebhookEvent[] =>
  endedRecipients(event).flatMap(({ index, outcome, skipReason }) => {
    const contactId = contactAt(index);
    if (contactId === null) return [];
    const eventType = 'campaign.recipient.ended';
    const eventId = `${iterationId}:${contactId}`;
    const webhookEvent = webhookEventOn(
      { businessId, channel: 'campaign', about: { campaignId }, eventType, eventId, at },
      { campaignName, iterationId, recipient: { contactId, outcome, skipReason } },
    );
    // A subscriber that is slow over one recipient does not delay the events of the campaign's other recipients.
    return [{ ...webhookEvent, thread: contactId }];
  });

const endedRecipients = (event: RecipientsEvent): readonly EndedRecipient[] => {
  switch (event.type) {
    case 'recipients.created':
      return event.members.flatMap(({ skip }, index) =>
        skip === null ? [] : [{ index, outcome: 'skipped', skipReason: skip }],
      );
    case 'recipient.ended':
      // Another attempt follows.
      if (event.retryAt !== null) return [];
      return [{ index: event.index, outcome: event.outcome, skipReason: null }];
    case 'recipient.skipped':
      return [{ index: event.index, outcome: 'skipped', skipReason: event.reason }];
    case 'recipients.cancelled':
      return event.indexes.map((index) => ({ index, outcome: 'cancelled', skipReason: null }));
    default:
      return [];
  }
};
