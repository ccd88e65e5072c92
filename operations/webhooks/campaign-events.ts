/** What subscribers are told of campaigns (docs/webhooks.md), from their events alone. */
import type { IterationEvent } from '../../actors/iteration/events.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import type { IterationStatus, Outcome } from '../../schemas/campaign.js';
import type { EventType } from '../../schemas/subscription.js';
import type { IterationFacts } from '../../views/campaigns/index.js';
import { webhookEventOn } from './webhook-event.js';

/** When an event was committed: a step that comes again is another event. */
export interface Committed {
  readonly seq: number;
  /** Among the commits of its message; undefined: 0. */
  readonly place?: number;
  /** ms since the epoch */
  readonly at: number;
}

/** Null when subscribers are told nothing of it. */
export const iterationWebhookEvent = (
  businessId: string,
  { campaignId, campaignName, iterationId, ordinal, channel, agentId }: IterationFacts,
  event: IterationEvent,
  { seq, place = 0, at }: Committed,
): WebhookEvent | null => {
  const told = (eventType: EventType, status: IterationStatus): WebhookEvent =>
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
      return told('campaign.iteration.started', 'running');
    case 'iteration.paused':
      return told('campaign.iteration.paused', 'paused');
    case 'iteration.cancelling':
      return told('campaign.iteration.cancelling', 'cancelling');
    case 'iteration.ended':
      return told('campaign.iteration.ended', event.status);
    default:
      return null;
  }
};

/** What is over for whom; `index`: the recipient's place in the block. */
interface Over {
  readonly index: number;
  readonly outcome: Outcome;
  readonly skipReason: string | null;
}

/**
 * One for each recipient of a block for whom nothing more is tried. `contactAt`: who has a place in the block; those whom
 * it does not know are passed over.
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
  overIn(event).flatMap(({ index, outcome, skipReason }) => {
    const contactId = contactAt(index);
    if (contactId === null) return [];
    const eventType = 'campaign.recipient.ended';
    const eventId = `${iterationId}:${contactId}`;
    const webhookEvent = webhookEventOn(
      { businessId, channel: 'campaign', about: { campaignId }, eventType, eventId, at },
      { campaignName, iterationId, recipient: { contactId, outcome, skipReason } },
    );
    // One subscriber who is slow over one recipient does not keep the others of the campaign waiting.
    return [{ ...webhookEvent, thread: contactId }];
  });

const overIn = (event: RecipientsEvent): readonly Over[] => {
  switch (event.type) {
    case 'recipients.created':
      return event.members.flatMap(({ skip }, index) =>
        skip === null ? [] : [{ index, outcome: 'skipped', skipReason: skip }],
      );
    case 'recipient.ended':
      // There is another attempt.
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
