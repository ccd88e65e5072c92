/** Delays between retries. */

export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** 0.2 s doubling to 10 s: soon enough for a hiccup, rare enough for an outage. */
export const RETRY: Backoff = { firstMs: 200, longestMs: 10_000 };

/**
 * How long to wait after attempt number `attempt` (1 for the first), ms: doubling, and then between half of that and
 * all of it, so that many callers that failed together do not come back together. A whole number: a server that is
 * asked to wait for a fraction of a nanosecond does not wait at all.
 *
 * @param random a number in [0, 1)
 */
export const backoffMs = (attempt: number, random: number, backoff: Backoff = RETRY): number =>
  Math.round(steadyBackoffMs(attempt, backoff) * (0.5 + random / 2));

/** {@link backoffMs} without the random part, ms: for a single caller, or a time that is computed again from a state. */
export const steadyBackoffMs = (attempt: number, { firstMs, longestMs }: Backoff): number =>
  Math.min(firstMs * 2 ** (attempt - 1), longestMs);

/** Resolves after `ms`, or at once when the signal is aborted. Never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
