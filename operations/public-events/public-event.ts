/**
 * A public event: a fact of the journal, with its names for webhook subscribers and for open pages. Webhooks and live streams
 * are both made from these entries, and from the journal's events alone, so that a public event is the same whenever it is made.
 */
import type { JournalEvent } from '../../actors/runtime/event-versions.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import type { LiveEvent } from '../../schemas/events/live.js';
import {
  type EventType,
  type SubscriptionChannel,
  WEBHOOK_CONTRACT_VERSION,
} from '../../schemas/events/subscription.js';
import { iso } from '../../views/kernel/dates.js';

type LiveType = LiveEvent['type'];

/** An entry of the catalogue. */
export interface PublicEvent {
  /** The events of the journal that it is made from. */
  readonly from: readonly string[];
  /** What has happened, as the reference says it. */
  readonly when: string;
  /** Its names in webhooks (schemas/events/subscription.ts); empty: subscribers are not notified. */
  readonly webhooks: readonly EventType[];
  /** Its name in live streams, and of its schema (schemas/events/live.ts); null: it is not published. */
  readonly live: LiveType | null;
}

/** The commit of an event: a step that occurs again is another event. */
export interface Committed {
  readonly seq: number;
  /** Its place among the commits of its message; undefined: 0. */
  readonly place?: number;
  /** ms since the epoch */
  readonly at: number;
}

/** The actor of an event. */
export interface Subject<Facts = object> {
  /** The subscribers to notify: those of one account, or, if `accountId` is null, all on the channel. */
  readonly channel: SubscriptionChannel;
  readonly accountId: string | null;
  /** Named by every webhook event. */
  readonly about:
    | { readonly conversationId: string }
    | { readonly callId: string }
    | { readonly campaignId: string }
    | { readonly alertRuleId: string };
  /** Further fields of every webhook payload. */
  readonly webhookFacts: object;
  /** Fields of every live event. */
  readonly facts: Facts;
}

/** The parts of a webhook event that are its own. */
interface Draft extends Pick<WebhookEvent, 'thread' | 'mediaId'> {
  /** The same for every attempt and every subscriber, and unique to the event. */
  readonly id: string;
  /** When it happened, ms since the epoch; absent: when it was committed. */
  readonly at?: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A webhook event with one of several names. */
export interface NamedDraft extends Draft {
  readonly name: EventType;
}

type ToWebhook<Event, Of, Made> = (of: Of, event: Event, committed: Committed) => Made;

/** How webhook events are made: one with the only name, or any number with one of several names. */
type WebhookForm<Event, Of> =
  | { readonly webhook?: never; readonly webhooks?: never }
  | {
      readonly webhook: EventType;
      readonly webhooks?: never;
      readonly toWebhook: ToWebhook<Event, Of, Draft>;
    }
  | {
      readonly webhooks: readonly EventType[];
      readonly toWebhooks: ToWebhook<Event, Of, readonly NamedDraft[]>;
    };

/** How a live event is made; null: this one is not published. `at`: time of the commit, ms since the epoch. */
type LiveForm<Event, Of extends Subject, Live> =
  | { readonly live?: never; readonly toLive?: never }
  | {
      readonly live: Live;
      readonly toLive: (
        facts: { readonly type: Live; readonly occurredAt: string } & Of['facts'],
        event: Event,
        at: number,
      ) => Extract<LiveEvent, { readonly type: Live }> | null;
    };

/** An entry, with what makes its events. */
export interface Publication<Of extends Subject> extends PublicEvent {
  webhookEvents(
    businessId: string,
    of: Of,
    event: JournalEvent,
    committed: Committed,
  ): readonly WebhookEvent[];
  /** Null if the event is not published. `at`: time of the commit, ms since the epoch. */
  liveEvent(of: Of, event: JournalEvent, at: number): LiveEvent | null;
}

/** Builds the entries of one kind of actor, each for one or more types of its events. */
export const publicEventsOf =
  <Event extends JournalEvent, Of extends Subject>() =>
  <Type extends Event['type'], Live extends LiveType>(
    types: Type | readonly Type[],
    when: string,
    form: WebhookForm<Extract<Event, { readonly type: Type }>, Of> &
      LiveForm<Extract<Event, { readonly type: Type }>, Of, Live>,
  ): Publication<Of> => {
    const from: readonly string[] = typeof types === 'string' ? [types] : types;
    const isSource = (event: JournalEvent): event is Extract<Event, { readonly type: Type }> =>
      from.includes(event.type);
    return {
      from,
      when,
      webhooks: form.webhooks ?? (form.webhook === undefined ? [] : [form.webhook]),
      live: form.live ?? null,
      webhookEvents: (businessId, of, event, committed) => {
        if (!isSource(event)) return [];
        const toEvent = (draft: NamedDraft) => webhookEvent(businessId, of, draft, committed.at);
        if (form.webhooks !== undefined) return form.toWebhooks(of, event, committed).map(toEvent);
        if (form.webhook === undefined) return [];
        return [toEvent({ name: form.webhook, ...form.toWebhook(of, event, committed) })];
      },
      liveEvent: (of, event, at) =>
        form.toLive === undefined || !isSource(event)
          ? null
          : form.toLive({ type: form.live, occurredAt: iso(at), ...of.facts }, event, at),
    };
  };

/** With the fields that every webhook event has (spec section 6). */
const webhookEvent = (
  businessId: string,
  { channel, about, webhookFacts }: Subject,
  { name: eventType, id: eventId, at, fields, ...rest }: NamedDraft,
  committedAt: number,
): WebhookEvent => {
  const occurredAt = iso(at ?? committedAt);
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
      ...webhookFacts,
      ...fields,
    },
    ...rest,
  };
};
