/** Looks up current states once for all streams that report them at the same moment; later lookups may differ. */

import type { LiveFeed } from '../../operations/live/feed.js';
import type { Gathered } from '../../operations/public-events/source.js';
import type { LiveEvent } from '../../schemas/events/live.js';

/** The current state of something in a business, as an event; null when it is unknown. */
export type CurrentStateOf = (businessId: string, gathered: Gathered) => LiveEvent | null;

export const createCurrentStates = (feed: Pick<LiveFeed, 'progressEvent'>) => {
  const cache = new Map<string, LiveEvent | null>();
  const stateOf: CurrentStateOf = (businessId, gathered) => {
    const key = `${businessId} ${gathered.kind} ${gathered.id}`;
    const found = cache.get(key);
    if (found !== undefined) return found;
    const event = feed.progressEvent(businessId, gathered);
    cache.set(key, event);
    return event;
  };
  return { stateOf, forget: () => cache.clear() };
};
