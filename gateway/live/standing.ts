/** How gathered states stand, asked once for all streams that tell of them at one moment: later they may stand otherwise. */

import type { LiveFeed } from '../../operations/live/feed.js';
import type { Gathered } from '../../operations/live/gathered.js';
import type { LiveEvent } from '../../schemas/live.js';

/** How something of a business stands; null when nobody knows it. */
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
