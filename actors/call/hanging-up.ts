/** Hang-ups on our side: their reason, and the carrier's answer to each attempt (decide.ts, C6 and C8). */
import { DomainError } from '../../schemas/errors.js';
import { end } from './ending.js';
import type { CallEvent } from './events.js';
import type { CallState } from './state.js';

export const requestHangUp = (
  state: CallState,
  at: number,
  by: Extract<CallEvent, { type: 'call.hangup_requested' }>['by'],
  reason: Extract<CallEvent, { type: 'call.hangup_requested' }>['reason'],
  cancelling: boolean,
): readonly CallEvent[] => {
  if (state.placement.type === 'none') {
    const status = reason === 'cancelled' ? 'cancelled' : 'failed';
    return [
      { type: 'call.hangup_requested', by, reason, cancelling: false },
      end(state, at, status, reason, by),
    ];
  }
  const requested: CallEvent = { type: 'call.hangup_requested', by, reason, cancelling };
  // While the placement is unknown, there is nothing to hang up; `placed` makes the first attempt due.
  return state.placement.type === 'placed' && state.hangUp === null
    ? [requested, { type: 'call.hangup_due', attempt: 1 }]
    : [requested];
};

/** Ends a call without a placement. Otherwise no other carrier is tried from now on. C8 */
export const orderSuppression = (state: CallState, hangUp: boolean, at: number): readonly CallEvent[] => {
  if (state.ended !== null) return [];
  if (state.placement.type === 'none') return [end(state, at, 'cancelled', 'suppressed')];
  return [
    ...(state.isSuppressed ? [] : [{ type: 'call.suppression_ordered' } as const]),
    ...(hangUp && state.hangUp === null ? requestHangUp(state, at, 'system', 'suppressed', false) : []),
  ];
};

export const cancel = (state: CallState, at: number): readonly CallEvent[] => {
  if (state.ended !== null) throw new DomainError('call_already_ended');
  if (state.status === 'cancelling') return [];
  const reason = state.answeredAt === null ? 'cancelled' : 'operator_hangup';
  return requestHangUp(state, at, 'operator', reason, true);
};

export const hangUpResult = (
  state: CallState,
  attempt: number,
  outcome: 'accepted' | 'gone' | 'failed',
): readonly CallEvent[] => {
  if (state.ended !== null || state.hangUp === null || !state.hangUp.owed || state.hangUp.attempt !== attempt)
    return [];
  const attempted: CallEvent = { type: 'call.hangup_attempted', attempt, outcome };
  // The carrier reports that the call has ended: look up how, rather than wait for a callback that may be lost.
  return outcome === 'gone' && !state.checking.owed
    ? [attempted, { type: 'call.check_due', check: state.checking.count + 1 }]
    : [attempted];
};
