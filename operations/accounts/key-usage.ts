/** Records the last use of each key with its business, at most once a minute. */
import { business } from '../../actors/business/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';

/** Precision of the last use, ms. */
const KEY_USE_INTERVAL_MS = 60_000;
/** Keys remembered at a time; a forgotten key is recorded once more. */
const MAX_KEYS = 10_000;

export interface KeyUsage {
  /** `at`: ms since the epoch. If recording fails, a later use is recorded instead; never throws. */
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
