/**
 * When a webhook is attempted: at 0 s, 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h … for 72 h
 * (docs/reference/api.md "Channels, messages, conversations").
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
