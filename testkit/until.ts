/** Waits for a condition, with a deadline instead of a fixed sleep. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The shortest and longest pause between two looks, ms. A look that queries a service costs the service and the caller
 * as much as the tested work, so looks are rarer in a longer wait.
 */
const SOONEST_MS = 5;
const LATEST_MS = 200;
/** How late an event is noticed at most, as a share of the time that it took. */
const LATE_BY = 0.1;

/** Pause before the next look at something awaited for `waitedMs` so far, ms. */
const nextDelay = (waitedMs: number): number => Math.min(LATEST_MS, Math.max(SOONEST_MS, waitedMs * LATE_BY));

/** Resolves with the first value that is not null, undefined or false. @throws Error after `timeoutMs` */
export const until = async <T>(
  description: string,
  probe: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<Exclude<T, null | undefined | false>> => {
  const startedAt = performance.now();
  for (;;) {
    const value = await probe();
    if (isPresent(value)) return value;
    const waited = performance.now() - startedAt;
    if (waited > timeoutMs) throw new Error(`timed out after ${timeoutMs} ms: ${description}`);
    await delay(nextDelay(waited));
  }
};

const isPresent = <T>(value: T): value is Exclude<T, null | undefined | false> =>
  value !== null && value !== undefined && value !== false;
