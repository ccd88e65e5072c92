/** The live events of a call for open pages (docs/how-to/live-updates.md), from the journal's events alone. Pure. */
import type { CallEvent } from '../../actors/call/events.js';
import type { LiveEvent } from '../../schemas/events/live.js';
import type { CallFacts } from '../../views/calls/index.js';
import { iso, offset } from '../../views/kernel/dates.js';

/** Null if the event is not published. `at`: time of the commit, ms since the epoch. */
export const callLiveEvent = (call: CallFacts, event: CallEvent, at: number): LiveEvent | null => {
  const facts = { occurredAt: iso(at), ...call };
  switch (event.type) {
    case 'call.accepted':
      return { type: 'call.accepted', ...facts, status: 'queued' };
    case 'call.placed':
      return { type: 'call.placed', ...facts, status: 'queued' };
    case 'call.ringing':
      return { type: 'call.ringing', ...facts, status: 'ringing' };
    case 'call.answered':
      return {
        type: 'call.answered',
        ...facts,
        occurredAt: iso(event.answeredAt ?? at),
        status: 'answered',
      };
    case 'call.hangup_requested':
      return event.cancelling ? { type: 'call.cancelling', ...facts, status: 'cancelling' } : null;
    case 'call.turn': {
      const { turnId, speaker, text, at: spokenAt, interrupted, heard, latencies } = event.turn;
      const turn = {
        turnId,
        speaker,
        text,
        createdAt: iso(spokenAt),
        audioOffsetMs: offset(event.turn.audioOffsetMs),
        audioEndOffsetMs: offset(event.turn.audioEndOffsetMs),
        interrupted,
        heard,
        latencies,
      };
      return { type: 'call.turn', ...facts, turn };
    }
    case 'call.tool_begun': {
      const { id, name, arguments: args } = event.use;
      return {
        type: 'call.tool_begun',
        ...facts,
        toolUse: { useId: id, at: iso(at), name, arguments: { ...args } },
      };
    }
    case 'call.tool_ended': {
      const { outcome, result, durationMs } = event.end;
      return { type: 'call.tool_ended', ...facts, toolUse: { useId: event.id, outcome, result, durationMs } };
    }
    case 'call.noted': {
      const { code, atMs } = event.note;
      return { type: 'call.noted', ...facts, note: { code, atMs } };
    }
    case 'call.taken_over': {
      const { type, id } = event.by;
      return { type: 'call.taken_over', ...facts, by: { type, id } };
    }
    case 'call.handed_back':
      return { type: 'call.handed_back', ...facts, reason: event.reason };
    case 'call.ended': {
      const { status, endedBy, endReason, durationSeconds } = event;
      return { type: 'call.ended', ...facts, status, endedBy, endReason, durationSeconds };
    }
    case 'call.recording_finished':
      return { type: 'call.recorded', ...facts, recordingAvailable: event.recording !== null };
    case 'call.settled': {
      const { blocks, chargedMicrocredits } = event;
      return { type: 'call.charged', ...facts, blocks, chargedMicrocredits };
    }
    default:
      return null;
  }
};
