/** The call actor: one voice call from acceptance to settlement. */
import type { Actor } from '../runtime/actor.js';
import type { CallCommand, CallEffect, CallQueries, CallReplies } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { CALL_EVENTS, type CallEvent } from './events.js';
import { acceptedCall, attachedMedia, callEnd, details, noteTold, orderedCall } from './queries.js';
import { type CallState, evolve, initial, isOver } from './state.js';
import { timers } from './timers.js';

/** The reply to a session's command: whether the call has ended. */
const toSession = (state: CallState) => ({ ended: callEnd(state) });

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
    detach_media: toSession,
    begin_greeting: toSession,
    disclose: toSession,
    record_turn: toSession,
    note: toSession,
    begin_tool: toSession,
    end_tool: toSession,
    join_line: toSession,
    leave_line: toSession,
    take_over: toSession,
    hand_back: toSession,
    note_to_agent: (state, { noteId }) => noteTold(state, noteId),
    transfer: toSession,
    hang_up: toSession,
  },
  queries: (state) => ({ get: () => details(state), ordered: () => orderedCall(state) }),
  archive: {
    after: ['call.settled', 'call.recording_finished'],
    isOver,
  },
};
