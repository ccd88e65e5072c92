/** One kind of actor with its public events, as the emitter of webhooks and the live streams read them. */
import type { EventKind, JournalEvent } from '../../actors/runtime/event-versions.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import type { LiveEvent, LiveTopic } from '../../schemas/events/live.js';
import type { ViewStore } from '../../views/views.js';
import type { Committed, Publication, PublicEvent, Subject } from './public-event.js';

export type PublicViews = Pick<
  ViewStore,
  'conversation' | 'conversationOfAnalysis' | 'ownMessage' | 'callFacts' | 'iterationFacts' | 'contactAt'
>;
export type GatheredViews = Pick<
  ViewStore,
  'iterationFacts' | 'iteration' | 'agent' | 'contactImport' | 'contactJob' | 'ingestion'
>;

/** The owner of a state that changes too often to publish every change: an open page receives its current value each second. */
export interface Gathered {
  /** The live event with the current value. */
  readonly kind:
    | 'iteration.progress'
    | 'agent.changed'
    | 'import.progress'
    | 'contact_job.progress'
    | 'ingestion.progress';
  readonly id: string;
}

/** What an event publishes: a live event, or that a gathered state has changed, which is published once a second. */
export type LiveUpdate =
  | { readonly type: 'event'; readonly topic: LiveTopic; readonly event: LiveEvent }
  | { readonly type: 'gathered'; readonly topic: LiveTopic; readonly gathered: Gathered };

/** A gathered state that events of an actor change. */
export interface GatheredState extends Pick<PublicEvent, 'from' | 'when'> {
  readonly live: Gathered['kind'];
  /** The owner of the state; null: this event does not change it. */
  readonly ownerOf: (actorId: string, event: JournalEvent) => string | null;
  /** Null: the views do not know the owner. `at`: now, ms since the epoch. */
  readonly current: (views: GatheredViews, businessId: string, owner: string, at: number) => LiveEvent | null;
}

interface Definition<Of extends Subject> {
  readonly kind: Pick<EventKind<JournalEvent>, 'name' | 'versions'>;
  /** Name of the emitter's reaction, for ever (actors/runtime/consumers/reactor.ts), and of its trouble; null: no webhooks. */
  readonly reaction: string | null;
  readonly topic: LiveTopic;
  /** Null: the views do not know the actor. */
  readonly subjectOf: (views: PublicViews, businessId: string, id: string) => Of | null;
  readonly events: readonly Publication<Of>[];
  readonly gathered: GatheredState | null;
}

/** One actor, as subscribers see it. */
interface Subscribed extends Pick<Subject, 'channel' | 'accountId'> {
  webhookEventsOn(event: JournalEvent, committed: Committed): readonly WebhookEvent[];
}

/** Maps one event of an actor. `at`: time of its commit, ms since the epoch. */
type LiveMapper = (event: JournalEvent, at: number) => readonly LiveUpdate[];

export interface PublicSource extends Pick<Definition<Subject>, 'kind' | 'reaction' | 'topic' | 'gathered'> {
  readonly events: readonly PublicEvent[];
  /** Null: the views do not know the actor, so subscribers are not notified. */
  webhooksOf(views: PublicViews, businessId: string, id: string): Subscribed | null;
  /** Null: the views do not know the actor, so nothing is published. */
  liveOf(views: PublicViews, businessId: string, id: string): LiveMapper | null;
}

/** What one event of the journal publishes is in the order of the entries, a gathered state last. */
export const publicSource = <Of extends Subject>(source: Definition<Of>): PublicSource => {
  const { topic, subjectOf, events, gathered } = source;
  const isLive = events.some(({ live }) => live !== null);
  return {
    ...source,
    events: gathered === null ? events : [...events, { ...gathered, webhooks: [] }],
    webhooksOf: (views, businessId, id) => {
      const subject = subjectOf(views, businessId, id);
      if (subject === null) return null;
      return {
        ...subject,
        webhookEventsOn: (event, committed) =>
          events.flatMap((entry) => entry.webhookEvents(businessId, subject, event, committed)),
      };
    },
    liveOf: (views, businessId, id) => {
      const subject = isLive ? subjectOf(views, businessId, id) : null;
      if (isLive && subject === null) return null;
      return (event, at) => {
        const updates = events.flatMap((entry): readonly LiveUpdate[] => {
          const live = subject && entry.liveEvent(subject, event, at);
          return live === null ? [] : [{ type: 'event', topic, event: live }];
        });
        const owner = gathered?.from.includes(event.type) ? gathered.ownerOf(id, event) : null;
        if (gathered === null || owner === null) return updates;
        return [...updates, { type: 'gathered', topic, gathered: { kind: gathered.live, id: owner } }];
      };
    },
  };
};
