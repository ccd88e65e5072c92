/** `Retry-After`, as providers send it with an answer that is no success. Pure. */

/** Longer is as good as never, ms. */
const MOST_MS = 60 * 60_000;

/**
 * As ms from `now` (ms since the epoch), by RFC 9110 section 10.2.3: seconds, or a date; null where there is none that can be
 * read.
 */
export const readRetryAfter = (header: string | null | undefined, now: number): number | null => {
  if (header === null || header === undefined || header === '') return null;
  const ms = /^\d{1,9}(?:\.\d{1,9})?$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(MOST_MS, Math.max(0, ms));
};
