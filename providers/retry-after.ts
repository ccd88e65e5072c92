/** `Retry-After`, as providers send it with an unsuccessful response. Pure. */

/** Default upper bound, ms: for most requests a longer wait is as good as never. */
const MAX_MS = 60 * 60_000;

/**
 * The delay in ms from `now` (ms since the epoch). The header holds seconds or a date (RFC 9110 section 10.2.3); null if it
 * is missing or cannot be parsed. A longer delay counts as `maxMs`.
 */
export const readRetryAfter = (
  header: string | null | undefined,
  now: number,
  maxMs: number = MAX_MS,
): number | null => {
  if (header === null || header === undefined || header === '') return null;
  const ms = /^\d{1,9}(?:\.\d{1,9})?$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(maxMs, Math.max(0, ms));
};
