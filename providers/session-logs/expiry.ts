/**
 * Removes expired session logs: whole days, and whole months before them, without listing what is there. Every node does
 * it, because removing is idempotent.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { providerFailure } from '../provider-failure.js';
import type { BlobStore } from '../recordings/blobs/store.js';
import { DAY_MS, dayOf, logsOf } from './keys.js';

/** After the start of a node, so that it does not compete with what a start needs, ms. */
const FIRST_SWEEP_MS = 60_000;
const SWEEP_EVERY_MS = 6 * 3_600_000;
/** Delay after a sweep that the store did not complete, ms. */
const SWEEP_RETRY_MS = 600_000;
/** How many months back a sweep looks: longer than a log can be kept. */
const MONTHS = 24;

export interface ExpiryDeps {
  readonly blobs: Pick<BlobStore, 'removeAll'>;
  /** Days that a log is kept after its own; 0: none is kept. */
  readonly days: number;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logger: Logger;
}

/** The first day whose logs are kept. */
export const firstKeptDay = ({ days, now }: Pick<ExpiryDeps, 'days' | 'now'>): string =>
  dayOf(days === 0 ? now() + DAY_MS : now() - days * DAY_MS);

/** Days (2026-11-30) and months (2026-10) before the first day that is kept: at most 30 days and {@link MONTHS} months. */
export const expiredBefore = (firstKept: string): readonly string[] => {
  const month = firstKept.slice(0, 7);
  const days = Array.from(
    { length: Number(firstKept.slice(8)) - 1 },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  );
  const first = new Date(`${month}-01T00:00:00Z`);
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const at = new Date(first);
    at.setUTCMonth(first.getUTCMonth() - 1 - index);
    return dayOf(at.getTime()).slice(0, 7);
  });
  return [...days, ...months];
};

/** Removes what has expired. @throws Error when the store is unavailable */
export const sweepSessionLogs = async (deps: ExpiryDeps): Promise<void> => {
  for (const period of expiredBefore(firstKeptDay(deps))) await deps.blobs.removeAll(logsOf(period));
};

/** Sweeps until the returned function is called. */
export const sweepPeriodically = (deps: ExpiryDeps): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    for (let waitMs = FIRST_SWEEP_MS; !signal.aborted; ) {
      await delay(waitMs, undefined, { ref: false, signal });
      waitMs = await sweepSessionLogs(deps).then(
        () => SWEEP_EVERY_MS,
        (error: unknown) => {
          deps.logger.warn({ event: 'session_log.sweep_failed', err: providerFailure(error) });
          return SWEEP_RETRY_MS;
        },
      );
    }
  };
  void run().catch((error: unknown) => {
    if (!signal.aborted) deps.logger.error({ event: 'session_log.sweep_ended', err: providerFailure(error) });
  });
  return () => stop.abort();
};
