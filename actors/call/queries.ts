/** Query results and command replies of a call. */
import { DomainError } from '../../schemas/errors.js';
import type { AcceptedCall, AttachedMedia, CallDetails, CallEnd, OrderedCall } from './commands.js';
import type { NoteToAgent, RecordedToolUse, ToolUseEnd } from './events.js';
import type { Accepted, CallState, ToolUseOfCall } from './state.js';

/** @throws DomainError call_not_found */
export const details = (state: CallState): CallDetails => {
  const { callee, consultationOf } = acceptanceOf(state);
  return {
    ...acceptedCall(state),
    contactId: callee.contactId,
    ended: callEnd(state),
    hangupRequested: state.hangUp !== null,
    settled: state.settled,
    transfer:
      state.transfer === null ? null : { useId: state.transfer.useId, outcome: state.transfer.outcome },
    recordingFinished: state.ended !== null && (state.media === null || state.recordingFinished),
    toolsDone: state.toolUses.flatMap(({ name, end }) => (end?.outcome === 'done' ? [name] : [])),
    ...(consultationOf === null ? {} : { consultationOf }),
  };
};

/** @throws DomainError call_not_found */
export const acceptedCall = (state: CallState): AcceptedCall => ({
  callId: state.callId,
  destination: acceptanceOf(state).callee.destination,
  status: state.status,
});

/** @throws DomainError call_not_found */
export const orderedCall = (state: CallState): OrderedCall => {
  acceptanceOf(state);
  const { ended, placement } = state;
  const placingAt = placement.type === 'none' ? null : placement.since;
  if (placingAt === null) return { standing: ended === null ? 'placing' : 'not_placed', placingAt };
  if (ended !== null) return { standing: 'over', placingAt };
  return { standing: placement.type === 'placing' ? 'placing' : 'at_carrier', placingAt };
};

/** @throws DomainError call_not_found, call_not_live */
export const attachedMedia = (state: CallState): AttachedMedia => {
  const { agent, callee, consultationOf } = acceptanceOf(state);
  const { media, greetingBegun, disclosed, turns, transfer } = state;
  if (media === null) throw new DomainError('call_not_live');
  const returned = transfer !== null && transfer.outcome === 'returned' ? transfer : null;
  const toolUses = state.toolUses.map((use) =>
    recorded(use.id === returned?.useId ? { ...use, end: NOT_CONNECTED } : use),
  );
  const isBack =
    returned !== null && turns.every(({ speaker, at }) => speaker === 'customer' || at < returned.at);
  return {
    agent,
    values: callee.values,
    contactId: callee.contactId,
    mediaStartedAt: media.startedAt,
    greetingBegun,
    disclosed: disclosed !== null,
    turns,
    followsLost: media.followsLost,
    toolUses,
    isBack,
    notes: state.notes,
    ...(consultationOf === null ? {} : { consultationOf }),
  };
};

const UNFINISHED: ToolUseEnd = {
  outcome: 'unknown',
  result: 'The result was lost. It is not known whether it was done.',
  durationMs: 0,
};

const NOT_CONNECTED: ToolUseEnd = {
  outcome: 'failed',
  result: 'The transfer was not answered. The customer is back on the line with you: let them know.',
  durationMs: 0,
};

const recorded = ({ id, name, arguments: args, at, end }: ToolUseOfCall): RecordedToolUse => {
  const { outcome, result, durationMs } = end ?? UNFINISHED;
  return { id, name, arguments: args, at, outcome, result, durationMs };
};

/** The note to the agent with this id, whether new or repeated. @throws DomainError call_not_found */
export const recordedNote = ({ notes }: CallState, id: string): NoteToAgent => {
  const found = notes.find(({ noteId }) => noteId === id);
  if (found === undefined) throw new DomainError('call_not_found');
  return found;
};

/** Null while the call is live. */
export const callEnd = ({ ended }: CallState): CallEnd | null => {
  if (ended === null) return null;
  const { status, endedBy, endReason, durationSeconds, carrierCostMicrocredits } = ended;
  return { status, endedBy, endReason, durationSeconds, carrierCostMicrocredits };
};

const acceptanceOf = ({ accepted }: CallState): Accepted => {
  if (accepted === null) throw new DomainError('call_not_found');
  return accepted;
};
