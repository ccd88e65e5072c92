/** Wakes callers that wait for something to happen. */

export interface Bell {
  /** Wakes all waiters. */
  ring(): void;
  /** Resolves when it rings, after `ms` (null: no limit), or when `signal` is aborted. Never rejects. */
  rung(ms: number | null, signal?: AbortSignal): Promise<void>;
}

export const createBell = (): Bell => {
  const waiting = new Set<() => void>();
  return {
    ring: () => {
      for (const wake of [...waiting]) wake();
    },
    rung: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const done = (): void => {
          if (timer !== null) clearTimeout(timer);
          waiting.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = ms === null ? null : setTimeout(done, ms);
        waiting.add(done);
        signal?.addEventListener('abort', done);
      }),
  };
};
