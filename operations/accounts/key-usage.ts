/** When keys were last used, told to their business no more than once a minute each. */
import { business } from '../../actors/business/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';

/** How exact the last use is, ms. */
const KEY_USE_INTERVAL_MS = 60_000;
/** Keys remembered at a time; one that is forgotten is told of once more. */
const MAX_KEYS = 10_000;

export interface KeyUsage {
  /** `at`: ms since the epoch. What cannot be told is told with a later use; never throws. */
  note(businessId: string, keyId: string, at: number): void;
}

export const createKeyUsage = (actors: ActorAsker): KeyUsage => {
  const told = new Map<string, number>();
  return {
    note: (businessId, keyId, at) => {
      const last = told.get(keyId);
      if (last !== undefined && at - last < KEY_USE_INTERVAL_MS) return;
      told.delete(keyId);
      told.set(keyId, at);
      const oldest = told.keys().next();
      if (told.size > MAX_KEYS && !oldest.done) told.delete(oldest.value);
      const target = { business: businessId, id: businessId };
      actors
        .ask(business, target, { type: 'key_used', keyId, usedAt: at })
        .catch(() => void told.delete(keyId));
    },
  };
};
