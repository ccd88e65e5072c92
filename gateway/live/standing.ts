/** Looks up current states once for all streams that report them at the same moment; later lookups may differ. */

import type { LiveFeed } from '../../operations/live/feed.js';
import type { Gathered } from '../../operations/live/gathered.js';
import type { LiveEvent } from '../../schemas/live.js';

/** The current state of something in a business, as an event; null when it is unknown. */
export type StandingOf = (businessId: string, gathered: Gathered) => LiveEvent | null;

export const createStanding = (feed: Pick<LiveFeed, 'standing'>) => {
  const known = new Map<string, LiveEvent | null>();
  const of: StandingOf = (businessId, gathered) => {
    const key = `${businessId} ${gathered.what} ${gathered.id}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const event = feed.standing(businessId, gathered);
    known.set(key, event);
    return event;
  };
  return { of, forget: () => known.clear() };
};
