/** The look-ups of a call at its carrier, folded from its events. */
import type { CallEvent } from './events.js';

/** Look-ups at the carrier, the fallback for lost callbacks. */
export interface Checking {
  readonly count: number;
  readonly owed: boolean;
  readonly nextAt: number;
  /** Consecutive look-ups in which the carrier reported no such call, the first at `since`; null: none. */
  readonly missing: { readonly since: number; readonly looks: number } | null;
}

type CheckEvent = Extract<CallEvent, { readonly type: 'call.check_due' | 'call.checked' }>;

/** The look-ups after one of their events, committed at `at`, ms since the epoch. */
export const checkingAfter = (checking: Checking, event: CheckEvent, at: number): Checking => {
  if (event.type === 'call.check_due') return { ...checking, count: event.check, owed: true };
  const { check: count, nextCheckAt: nextAt, outcome = 'unknown' } = event;
  return { count, owed: false, nextAt, missing: missingAfter(checking.missing, outcome, at) };
};

/** An inconclusive look-up changes nothing. */
const missingAfter = (
  missing: Checking['missing'],
  outcome: 'found' | 'not_found' | 'unknown',
  at: number,
): Checking['missing'] => {
  if (outcome === 'unknown') return missing;
  if (outcome === 'found') return null;
  return { since: missing?.since ?? at, looks: (missing?.looks ?? 0) + 1 };
};
