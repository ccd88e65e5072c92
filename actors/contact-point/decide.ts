/**
 * Decisions of a contact point: whether a call may be placed, and how a suppression is ordered among the calls.
 *
 * It guarantees:
 * P1. A call is placed only after the point has cleared it, once it has a line. From `point.suppressing` on, the point
 *     clears no call that the suppression covers.
 * P2. `point.suppressed` is written once each call that was cleared before is ordered against the suppression: it ended
 *     unplaced, it has ended, or its placement request has an outcome or can no longer be sent. So no `call.placing` follows
 *     that commit, and no placement request follows an acknowledgement, which waits for it.
 * P3. The ordering survives a crash between any two steps: each call is owed an `order_call` until it answers, and a call
 *     that was already ordered gives the same answer.
 * P4. Lifting one suppression leaves those of other purposes and sources. Deleting a contact lifts none.
 * P5. An attempt counts from its clearance, and is returned if the call ends without being placed. A request for clearance
 *     that arrives after the return counts nothing.
 * P6. At most {@link MAX_OUTSTANDING} calls are outstanding: further calls are refused, and no outstanding call is
 *     forgotten.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { Clearance, ContactPointCommand } from './commands.js';
import type { ContactPointEvent } from './events.js';
import { type ContactPointState, covers, evolve, isOf, MAX_OUTSTANDING, OUTSTANDING_MS } from './state.js';

type ClearCommand = Extract<ContactPointCommand, { type: 'clear' }>;

/** Calls older than this have ended, ms: the longest call, the longest wait for its end, and a margin. */
const CALL_AGE_MS = 5 * 3_600_000;

export const decide = (
  state: ContactPointState,
  { command, at }: Envelope<ContactPointCommand | TimerDue>,
): readonly ContactPointEvent[] => {
  switch (command.type) {
    case 'suppress':
      return withCompletion(state, suppressing(state, command, at), at);
    case 'lift':
      return state.suppressions.some(isOf(command.purpose, command.source))
        ? [{ ...command, type: 'point.lifted' }]
        : [];
    case 'clear':
      return clearanceOf(state, command).cleared && !isKnown(state, command.callId)
        ? [{ type: 'point.cleared', callId: command.callId, purpose: command.purpose }]
        : [];
    case 'return_clearance':
      return state.returned.includes(command.callId)
        ? []
        : [{ type: 'point.clearance_returned', callId: command.callId }];
    case 'call_ordered': {
      const { callId, standing } = command;
      return Object.hasOwn(state.ordering, callId)
        ? withCompletion(state, [{ type: 'point.call_ordered', callId, standing }], at)
        : [];
    }
    case 'timer_due':
      return [];
    default:
      return assertNever(command);
  }
};

const isCleared = ({ attempts }: ContactPointState, callId: string): boolean =>
  attempts.some((attempt) => attempt.callId === callId);

/** P5 */
const isKnown = (state: ContactPointState, callId: string): boolean =>
  isCleared(state, callId) || state.returned.includes(callId);

/** P1 */
const suppressing = (
  state: ContactPointState,
  { type: _type, ...command }: Extract<ContactPointCommand, { type: 'suppress' }>,
  at: number,
): readonly ContactPointEvent[] => {
  const calls = state.attempts
    .filter((attempt) => covers(command.purpose, attempt.purpose) && attempt.at > at - CALL_AGE_MS)
    .map(({ callId }) => callId)
    // A call that is already being ordered is not ordered again, unless it must now be hung up.
    .filter((callId) => command.hangUp || !Object.hasOwn(state.ordering, callId));
  return [{ ...command, type: 'point.suppressing', calls }];
};

/** P2 */
const withCompletion = (
  before: ContactPointState,
  events: readonly ContactPointEvent[],
  at: number,
): readonly ContactPointEvent[] => {
  const state = events.reduce((folded, event) => evolve(folded, event, at), before);
  if (Object.keys(state.ordering).length > 0) return events;
  const completed = state.suppressions
    .filter(({ isComplete }) => !isComplete)
    .map(
      ({ purpose, source }): ContactPointEvent => ({
        type: 'point.suppressed',
        purpose,
        source,
        atCarrier: state.atCarrier,
      }),
    );
  return [...events, ...completed];
};

/** The point's answer to this call; the same before and after its clearance. P1, P5, P6 */
export const clearanceOf = (state: ContactPointState, command: Omit<ClearCommand, 'type'>): Clearance => {
  const { callId, purpose, at, limit } = command;
  if (state.suppressions.some((suppression) => covers(suppression.purpose, purpose)))
    return { cleared: false, refusedBy: 'suppression', allowedFrom: null };
  // A call that has returned its clearance has ended, and ignores the answer. A refusal would count against its recipient.
  if (isKnown(state, callId)) return { cleared: true };
  const outstanding = state.attempts.filter((attempt) => attempt.at > at - OUTSTANDING_MS);
  const [oldest] = outstanding;
  if (oldest !== undefined && outstanding.length >= MAX_OUTSTANDING)
    return { cleared: false, refusedBy: 'attempts', allowedFrom: oldest.at + OUTSTANDING_MS };
  if (limit === null) return { cleared: true };
  const counted = state.attempts.filter((attempt) => attempt.at > limit.since);
  if (counted.length < limit.attempts) return { cleared: true };
  if (limit.until !== undefined) return { cleared: false, refusedBy: 'attempts', allowedFrom: limit.until };
  // Allowed once enough attempts have left the period for one more to fit.
  const leaving = counted[counted.length - limit.attempts];
  const allowedFrom = leaving === undefined ? null : leaving.at + (at - limit.since);
  return { cleared: false, refusedBy: 'attempts', allowedFrom };
};
