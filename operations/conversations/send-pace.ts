/** Keeps an account's sending rate below its limit at the provider, so that throttling stays the exception. */
import { setTimeout as delay } from 'node:timers/promises';

export interface SendPace {
  /** Resolves when the account may send one more. @throws AbortError */
  slot(accountId: string, signal: AbortSignal): Promise<void>;
}

/** `now` in ms. Accounts do not wait for each other. */
export const createSendPace = (perSecond: number, now: () => number): SendPace => {
  const everyMs = 1_000 / perSecond;
  /** When the next slot of an account is free. */
  const next = new Map<string, number>();
  return {
    slot: async (accountId, signal) => {
      const at = now();
      const free = Math.max(next.get(accountId) ?? 0, at - 1_000);
      next.set(accountId, free + everyMs);
      if (free > at) await delay(free - at, undefined, { signal });
      else signal.throwIfAborted();
    },
  };
};
