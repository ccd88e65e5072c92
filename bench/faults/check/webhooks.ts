/**
 * Checks webhooks: every event at least once, identical each time, and in order among those accepted on their first
 * attempt.
 */
import { groupedBy } from '../groups.js';
import type { CallRecord, DeliveryRecord, History } from '../history.js';
import type { Violation } from './violation.js';

/** Timeline of a call → the event that subscribers receive for it. */
const EVENT_OF: Readonly<Record<string, string>> = {
  'call.ringing': 'voice.call.ringing',
  'call.answered': 'voice.call.answered',
  'call.ended': 'voice.call.ended',
  'call.settled': 'voice.call.charged',
};

/** Order of a call's events. Turns are ordered separately in the journal and may arrive after the end. */
const PLACE: Readonly<Record<string, number>> = {
  'voice.call.ringing': 0,
  'voice.call.answered': 1,
  'voice.call.ended': 2,
  'voice.call.recorded': 3,
  'voice.call.charged': 3,
};

/** @returns the broken promises about webhooks */
export const checkWebhooks = (history: History): readonly Violation[] => [
  ...checkMissing(history),
  ...checkChanged(history.deliveries),
  ...checkOrder(history.deliveries),
];

/** Events that subscribers must receive for a call. A completed call was answered, with or without a report. */
const owedBy = ({ status, durationSeconds, timeline }: CallRecord): ReadonlySet<string> => {
  const owed = new Set(timeline.flatMap((event) => EVENT_OF[event] ?? []));
  if (status === 'completed' && durationSeconds > 0) owed.add('voice.call.answered');
  return owed;
};

const checkMissing = ({
  subscriptions,
  deliveries,
  calls,
  campaigns,
  written,
}: History): readonly Violation[] => {
  const accepted = new Set(
    deliveries.filter((delivery) => delivery.accepted).map((delivery) => keyOf(delivery)),
  );
  const arrived = new Set(
    deliveries
      .filter((delivery) => delivery.accepted)
      .map(({ subscription, eventId }) => `${subscription} ${eventId}`),
  );
  const found: Violation[] = [];
  for (const [subscription, events] of Object.entries(subscriptions)) {
    const isOwed = (event: string): boolean => events.includes(event);
    const expectDelivery = (about: string, event: string): void => {
      if (isOwed(event) && !accepted.has(`${subscription} ${about} ${event}`))
        found.push({ code: 'webhook_missing', what: `${subscription}: ${event} of ${about} never arrived` });
    };
    for (const call of calls) for (const event of owedBy(call)) expectDelivery(call.callId, event);
    for (const { campaignId, status, members } of campaigns) {
      expectDelivery(campaignId, 'campaign.iteration.started');
      if (status === 'completed') expectDelivery(campaignId, 'campaign.iteration.ended');
      const ended = deliveries.filter(
        (delivery) =>
          delivery.accepted &&
          delivery.subscription === subscription &&
          delivery.about === campaignId &&
          delivery.eventType === 'campaign.recipient.ended',
      );
      const different = new Set(ended.map(({ eventId }) => eventId)).size;
      const owed = members.filter(({ outcome }) => outcome !== null).length;
      if (isOwed('campaign.recipient.ended') && different !== owed)
        found.push({
          code: different > owed ? 'recipient_told_twice' : 'webhook_missing',
          what: `${subscription}: ${different} recipients of ${campaignId} ended by webhook, ${owed} by the API`,
        });
    }
    if (isOwed('whatsapp.message.received'))
      for (const id of written)
        if (!arrived.has(`${subscription} ${id}`))
          found.push({
            code: 'webhook_missing',
            what: `${subscription}: the customer's message ${id} never arrived`,
          });
  }
  return found;
};

const keyOf = ({ subscription, about, eventType }: DeliveryRecord): string =>
  `${subscription} ${about} ${eventType}`;

const checkChanged = (deliveries: readonly DeliveryRecord[]): readonly Violation[] => {
  const bodies = groupedBy(deliveries, ({ subscription, eventId }) => `${subscription} ${eventId}`);
  return [...bodies]
    .filter(([, attempts]) => new Set(attempts.map(({ body }) => body)).size > 1)
    .map(([key]) => ({ code: 'webhook_changed', what: `attempts of ${key} differ` }));
};

/** The first attempt of each event, if the receiver accepted it. */
const firstAccepted = (deliveries: readonly DeliveryRecord[]): readonly DeliveryRecord[] => {
  const first = new Map<string, DeliveryRecord>();
  for (const delivery of deliveries.toSorted((before, after) => before.at - after.at)) {
    const key = `${delivery.subscription} ${delivery.eventId}`;
    if (!first.has(key)) first.set(key, delivery);
  }
  return [...first.values()].filter(({ accepted, retryNumber }) => accepted && retryNumber === 0);
};

const checkOrder = (deliveries: readonly DeliveryRecord[]): readonly Violation[] => {
  const threads = groupedBy(
    firstAccepted(deliveries).filter(({ eventType }) => Object.hasOwn(PLACE, eventType)),
    ({ subscription, about }) => `${subscription} ${about}`,
  );
  return [...threads].flatMap(([thread, events]) => {
    const places = events.map(({ eventType }) => PLACE[eventType] ?? 0);
    const isOrdered = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
    const order = events.map(({ eventType }) => eventType.replace('voice.call.', '')).join(', ');
    return isOrdered ? [] : [{ code: 'webhook_order', what: `${thread}: ${order}` }];
  });
};
