/** How far looking a call up at its carrier has come, folded from its events. */
import type { CallEvent } from './events.js';

/** Looking the call up at the carrier, as a net under lost callbacks. */
export interface Checking {
  readonly count: number;
  readonly owed: boolean;
  readonly nextAt: number;
  /** Looks in a row to which the carrier said that it has no such call, `since` the first; null: it has not. */
  readonly missing: { readonly since: number; readonly looks: number } | null;
}

type CheckEvent = Extract<CallEvent, { readonly type: 'call.check_due' | 'call.checked' }>;

/** After one of its events, committed at `at`, ms since the epoch. */
export const checkingAfter = (checking: Checking, event: CheckEvent, at: number): Checking => {
  if (event.type === 'call.check_due') return { ...checking, count: event.check, owed: true };
  const { check: count, nextCheckAt: nextAt, outcome = 'unknown' } = event;
  return { count, owed: false, nextAt, missing: missingAfter(checking.missing, outcome, at) };
};

/** A carrier that could not say changes nothing. */
const missingAfter = (
  missing: Checking['missing'],
  outcome: 'found' | 'not_found' | 'unknown',
  at: number,
): Checking['missing'] => {
  if (outcome === 'unknown') return missing;
  if (outcome === 'found') return null;
  return { since: missing?.since ?? at, looks: (missing?.looks ?? 0) + 1 };
};
