/** Records the last use of each key with its business, at most once a minute. */
import { business } from '../../actors/business/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';

/** Precision of the last use, ms. */
const KEY_USE_INTERVAL_MS = 60_000;
/** Keys remembered at a time; a forgotten key is recorded once more. */
const MAX_KEYS = 10_000;

export interface KeyUsage {
  /** `at`: ms since the epoch. If recording fails, a later use is recorded instead; never throws. */
  note(businessId: string, keyId: string, at: number): void;
}

export const createKeyUsage = (actors: ActorClient): KeyUsage => {
  const lastReported = new Map<string, number>();
  return {
    note: (businessId, keyId, at) => {
      const last = lastReported.get(keyId);
      if (last !== undefined && at - last < KEY_USE_INTERVAL_MS) return;
      lastReported.delete(keyId);
      lastReported.set(keyId, at);
      const oldest = lastReported.keys().next();
      if (lastReported.size > MAX_KEYS && !oldest.done) lastReported.delete(oldest.value);
      const target = { business: businessId, id: businessId };
      actors
        .ask(business, target, { type: 'key_used', keyId, usedAt: at })
        .catch(() => void lastReported.delete(keyId));
    },
  };
};
