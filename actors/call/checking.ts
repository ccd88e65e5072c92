/** Look-ups of a call at its carrier: how often, and when a report of no such call is accepted. */
import { type Backoff, steadyBackoffMs } from '../runtime/backoff.js';
import { type CallState, isPutThrough } from './state.js';

/**
 * A carrier that still reports no such call this long after the placement request, ms, has not placed it: a request is
 * in flight for seconds. Inconclusive look-ups continue for longer (timers.ts).
 */
const NOT_PLACED_MS = 120_000;
/**
 * A carrier that no longer has a call is believed after this many look-ups over this long, ms: a single answer may come
 * from a lagging replica, but not all answers of two minutes.
 */
const GONE = { looks: 3, forMs: 120_000 } as const;
/** Interval between look-ups of a live call, in case its callbacks are lost, ms. */
const CHECK_EVERY_MS = { ringing: 20_000, answered: 30_000, detached: 5_000 } as const;
/** The same for a call whose placement is unknown. */
const UNKNOWN: Backoff = { firstMs: 2_000, longestMs: 15_000 };

/** Delay from this look-up to the next, ms. */
export const checkEvery = (state: CallState): number => {
  const isDetached = state.media !== null && state.media.detachedAt !== null;
  if (state.hangUp !== null || (isDetached && !isPutThrough(state))) return CHECK_EVERY_MS.detached;
  if (state.placement.type !== 'placed') return steadyBackoffMs(state.checking.count + 1, UNKNOWN);
  return state.answeredAt === null ? CHECK_EVERY_MS.ringing : CHECK_EVERY_MS.answered;
};

/** Whether a look-up at `at` that finds no such call proves that it was never placed. */
export const isNotPlaced = ({ placement, answeredAt }: CallState, at: number): boolean =>
  (placement.type === 'placing' || placement.type === 'unknown') &&
  answeredAt === null &&
  at - placement.since >= NOT_PLACED_MS;

/** Whether a look-up at `at` that finds no such call proves that an existing call has ended. */
export const isGone = ({ placement, answeredAt, checking: { missing } }: CallState, at: number): boolean =>
  (placement.type === 'placed' || answeredAt !== null) &&
  missing !== null &&
  missing.looks + 1 >= GONE.looks &&
  at - missing.since >= GONE.forMs;
