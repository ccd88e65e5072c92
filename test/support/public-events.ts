/** What the events of one actor publish, made as the emitter and the live streams make it. */
import type { JournalEvent } from '../../actors/runtime/event-versions.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import type { Committed } from '../../operations/public-events/public-event.js';
import type { LiveUpdate, PublicSource, PublicViews } from '../../operations/public-events/source.js';
import type { LiveEvent } from '../../schemas/events/live.js';
import { stub } from '../../testkit/stub.js';
import { problemOfLive } from './live-events.js';
import { problemsOfPayload } from './webhooks/payloads.js';

/** `views`: what they know of the actor with this id in business `b1`. */
export const publishedBy = (source: PublicSource, views: Partial<PublicViews>, id: string) => {
  const known = stub<PublicViews>(views);
  const updatesOn = (event: JournalEvent, at: number): readonly LiveUpdate[] => {
    const mapper = source.liveOf(known, 'b1', id);
    if (mapper === null) throw new Error('the views do not know the actor');
    return mapper(event, at);
  };
  return {
    /** Valid by their schemas. */
    webhookEvents: (event: JournalEvent, committed: Committed): readonly WebhookEvent[] => {
      const subscribed = source.webhooksOf(known, 'b1', id);
      if (subscribed === null) throw new Error('the views do not know the actor');
      const events = subscribed.webhookEventsOn(event, committed);
      const problems = events.flatMap(problemsOfPayload);
      if (problems.length > 0) throw new Error(problems.join('; '));
      return events;
    },
    /** Valid by its schema; null if there is none. @throws Error if there are several */
    liveEvent: (event: JournalEvent, at: number): LiveEvent | null => {
      const events = updatesOn(event, at).flatMap((update) =>
        update.type === 'event' ? [update.event] : [],
      );
      const [live = null] = events;
      const problem = live === null ? null : problemOfLive(live);
      if (events.length > 1 || problem !== null) throw new Error(problem ?? 'several live events');
      return live;
    },
    /** Whether the event changes a gathered state. */
    isGathered: (event: JournalEvent, at: number): boolean =>
      updatesOn(event, at).some(({ type }) => type === 'gathered'),
  };
};
