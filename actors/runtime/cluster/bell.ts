/** Wakes callers that wait for something to happen. */

export interface Bell {
  /** Wakes all waiters. */
  ring(): void;
  /** Resolves when it rings, after `ms` (null: no limit), or when `signal` is aborted. Never rejects. */
  waitForRing(ms: number | null, signal?: AbortSignal): Promise<void>;
}

export const createBell = (): Bell => {
  const waiting = new Set<() => void>();
  return {
    ring: () => {
      for (const wake of [...waiting]) wake();
    },
    waitForRing: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const finish = (): void => {
          if (timer !== null) clearTimeout(timer);
          waiting.delete(finish);
          signal?.removeEventListener('abort', finish);
          resolve();
        };
        const timer = ms === null ? null : setTimeout(finish, ms);
        waiting.add(finish);
        signal?.addEventListener('abort', finish);
      }),
  };
};
