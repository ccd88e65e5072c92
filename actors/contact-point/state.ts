/** A contact point, folded from its events. */
import { assertNever } from '../../schemas/assert.js';
import { MAX_LIMIT, type StandingSuppression } from './commands.js';
import type { ContactPointEvent, SuppressionPurpose, SuppressionSource } from './events.js';

/**
 * How long after its clearance a call may still write `call.placing` and have its request sent, ms: a minute
 * (actors/call/clearing.ts), ten seconds (operations/effects/call/carrier.ts) and the request's own deadline, with a
 * margin for clock differences.
 */
export const OUTSTANDING_MS = 180_000;
/** Most calls that may be outstanding at a time. */
export const MAX_OUTSTANDING = 1_000;
/** Returned clearances kept: a request for clearance is late by seconds. */
const MAX_RETURNED = 100;
/** Attempts are forgotten after this long, ms. */
const REMEMBERED_MS = 31 * 24 * 3_600_000;

/** A cleared call. */
interface Attempt {
  readonly callId: string;
  readonly purpose: SuppressionPurpose;
  /** ms since the epoch. */
  readonly at: number;
}

/** A call to be ordered against a suppression. */
interface Ordering {
  readonly hangUp: boolean;
  /** Identifies the effect. */
  readonly number: number;
}

export interface ContactPointState {
  readonly suppressions: readonly StandingSuppression[];
  /** In the order of clearance. */
  readonly attempts: readonly Attempt[];
  /** The latest calls that returned their clearance, or ended before they had it. */
  readonly returned: readonly string[];
  readonly ordering: Readonly<Record<string, Ordering>>;
  /** The calls ordered so far that are at the carrier. */
  readonly atCarrier: readonly string[];
  readonly orderings: number;
}

export const initial = (): ContactPointState => ({
  suppressions: [],
  attempts: [],
  returned: [],
  ordering: {},
  atCarrier: [],
  orderings: 0,
});

/** Whether a suppression has this purpose and source. */
export const isOf =
  (purpose: SuppressionPurpose, source: SuppressionSource) =>
  (suppression: Pick<StandingSuppression, 'purpose' | 'source'>): boolean =>
    suppression.purpose === purpose && suppression.source === source;

/** Whether a suppression for `scope` refuses outreach for `purpose`. */
export const covers = (scope: SuppressionPurpose, purpose: SuppressionPurpose): boolean =>
  scope === 'service' || scope === purpose;

export const evolve = (state: ContactPointState, event: ContactPointEvent, at: number): ContactPointState => {
  switch (event.type) {
    case 'point.suppressing': {
      const { type: _type, calls, hangUp, ...suppression } = event;
      const others = state.suppressions.filter(
        (existing) => !isOf(suppression.purpose, suppression.source)(existing),
      );
      const ordering = { ...state.ordering };
      for (const [index, callId] of calls.entries())
        ordering[callId] = { hangUp, number: state.orderings + index + 1 };
      return {
        ...state,
        suppressions: [...others, { ...suppression, at, isComplete: false, atCarrier: [] }],
        ordering,
        orderings: state.orderings + calls.length,
      };
    }
    case 'point.call_ordered': {
      const { [event.callId]: _ordered, ...ordering } = state.ordering;
      const atCarrier =
        event.standing === 'at_carrier' ? [...state.atCarrier, event.callId] : state.atCarrier;
      return { ...state, ordering, atCarrier };
    }
    case 'point.suppressed':
      return {
        ...state,
        atCarrier: Object.keys(state.ordering).length === 0 ? [] : state.atCarrier,
        suppressions: state.suppressions.map((suppression) =>
          isOf(event.purpose, event.source)(suppression)
            ? { ...suppression, isComplete: true, atCarrier: event.atCarrier }
            : suppression,
        ),
      };
    case 'point.lifted': {
      const isLifted = isOf(event.purpose, event.source);
      return { ...state, suppressions: state.suppressions.filter((suppression) => !isLifted(suppression)) };
    }
    case 'point.cleared': {
      const attempt = { callId: event.callId, purpose: event.purpose, at };
      return { ...state, attempts: [...remembered(state.attempts, at), attempt] };
    }
    case 'point.clearance_returned':
      return {
        ...state,
        attempts: state.attempts.filter(({ callId }) => callId !== event.callId),
        returned: [...state.returned, event.callId].slice(-MAX_RETURNED),
      };
    default:
      return assertNever(event);
  }
};

/** The attempts that may be outstanding, and the latest of the others. */
const remembered = (attempts: readonly Attempt[], now: number): readonly Attempt[] => {
  const past = attempts.filter(({ at }) => at <= now - OUTSTANDING_MS && at > now - REMEMBERED_MS);
  const outstanding = attempts.filter(({ at }) => at > now - OUTSTANDING_MS);
  return [...past.slice(-MAX_LIMIT), ...outstanding];
};
