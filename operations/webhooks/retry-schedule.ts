/**
 * When the next attempt to deliver a webhook event is made (docs/reference/api.md "Channels, messages, conversations").
 * Pure.
 */
const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
/** Waits after the first attempt, the second …; the last one repeats. */
const WAITS_MS = [5 * S, 30 * S, 2 * MIN, 10 * MIN, 30 * MIN, H, 2 * H, 4 * H] as const;
const LAST_MS = 4 * H;
/** No attempt begins later than this after the event was queued. */
export const GIVE_UP_MS = 72 * H;
/** A tenth more or less, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** ms until the next attempt after `attempts` of them; `random` in [0, 1). */
export const waitAfter = (attempts: number, random: number): number => {
  const wait = WAITS_MS[attempts - 1] ?? LAST_MS;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
};

/** A failed attempt. */
export interface FailedAttempt {
  /** Attempts that have failed, including this one. */
  readonly attempts: number;
  /** Since the event was queued, ms. */
  readonly ageMs: number;
  /** The subscriber's own wish; null: it has none. */
  readonly retryAfterMs: number | null;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * ms until the next attempt; null: none follows, and the event is a dead letter. A subscriber that requests a later time is
 * not disturbed before, but it can neither shorten the schedule nor turn an event into a dead letter: if its time is beyond
 * the last attempt, that attempt is made at the end of the 72 hours.
 */
export const nextWait = ({ attempts, ageMs, retryAfterMs, random }: FailedAttempt): number | null => {
  const scheduledMs = waitAfter(attempts, random);
  const lastMs = GIVE_UP_MS - ageMs;
  if (scheduledMs >= lastMs) return null;
  // Only later, and never before the time that the subscriber named.
  const requestedMs = Math.round((retryAfterMs ?? 0) * (1 + JITTER * random));
  return Math.min(Math.max(scheduledMs, requestedMs), lastMs - 1);
};
