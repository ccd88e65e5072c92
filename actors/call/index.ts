/** The call actor: one voice call from acceptance to settlement. */
import type { Actor } from '../runtime/actor.js';
import type { CallCommand, CallEffect, CallQueries, CallReplies } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { CALL_EVENTS, type CallEvent } from './events.js';
import { acceptedCall, attachedMedia, callEnd, details, orderedCall, recordedNote } from './queries.js';
import { type CallState, evolve, initial, isFinished } from './state.js';
import { timers } from './timers.js';

/** The reply to a session's command: whether the call has ended. */
const sessionReply = (state: CallState) => ({ ended: callEnd(state) });

export const call: Actor<CallState, CallCommand, CallEvent, CallEffect, CallReplies, CallQueries> = {
  kind: 'call',
  events: CALL_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {
    start: acceptedCall,
    cancel: ({ status }) => ({ status }),
    order_suppression: orderedCall,
    attach_media: attachedMedia,
    detach_media: sessionReply,
    begin_greeting: sessionReply,
    disclose: sessionReply,
    record_turn: sessionReply,
    note: sessionReply,
    begin_tool: sessionReply,
    end_tool: sessionReply,
    join_line: sessionReply,
    leave_line: sessionReply,
    take_over: sessionReply,
    hand_back: sessionReply,
    note_to_agent: (state, { noteId }) => recordedNote(state, noteId),
    transfer: sessionReply,
    hang_up: sessionReply,
  },
  queries: (state) => ({ get: () => details(state), ordered: () => orderedCall(state) }),
  archive: {
    after: ['call.settled', 'call.recording_finished'],
    isFinished,
  },
};
