/** Looking a call up at its carrier: how often, and when a carrier that knows of no such call is believed. */
import { type CallState, isPutThrough } from './state.js';

/**
 * A carrier that answers and still has no such call so long after it was asked to place it has not placed it, ms: a
 * request is on its way for seconds. One that cannot say is asked for longer (timers.ts).
 */
const NOT_PLACED_MS = 120_000;
/**
 * A carrier that has lost a call that it had is believed after so many looks over so long, ms: one of its answers may
 * come from a replica that is behind, all of them for two minutes do not.
 */
const GONE = { looks: 3, forMs: 120_000 } as const;
/** A live call is looked up this often, in case its callbacks are lost, ms. */
const CHECK_EVERY_MS = { unknown: 15_000, ringing: 20_000, answered: 30_000, detached: 5_000 } as const;

/** How long after this look the next one is due, ms. */
export const checkEvery = (state: CallState): number => {
  const isDetached = state.media !== null && state.media.detachedAt !== null;
  if (state.hangUp !== null || (isDetached && !isPutThrough(state))) return CHECK_EVERY_MS.detached;
  if (state.placement.type !== 'placed') {
    return Math.min(CHECK_EVERY_MS.unknown, 2_000 * 2 ** Math.min(state.checking.count, 8));
  }
  return state.answeredAt === null ? CHECK_EVERY_MS.ringing : CHECK_EVERY_MS.answered;
};

/** Whether a look at `at` that finds no such call proves that it was never placed. */
export const isNotPlaced = ({ placement, answeredAt }: CallState, at: number): boolean =>
  (placement.type === 'placing' || placement.type === 'unknown') &&
  answeredAt === null &&
  at - placement.since >= NOT_PLACED_MS;

/** Whether a look at `at` that finds no such call proves that one that there was is over. */
export const isGone = ({ placement, answeredAt, checking: { missing } }: CallState, at: number): boolean =>
  (placement.type === 'placed' || answeredAt !== null) &&
  missing !== null &&
  missing.looks + 1 >= GONE.looks &&
  at - missing.since >= GONE.forMs;
