/** Calls: summaries for lists, and everything that the detail shows. */
import type { CallEvent, CallNote, Turn } from '../actors/call/events.js';
import { assertNever } from '../schemas/assert.js';
import type { Db } from './database.js';
import type { Position } from './position.js';

export const projectCall = (db: Db, { business, id, seq, n, at }: Position, event: CallEvent): void => {
  const set = (assignments: string, ...values: readonly (string | number | null)[]): void => {
    db.prepare(`UPDATE calls SET ${assignments} WHERE business = ? AND id = ?`).run(...values, business, id);
  };
  db.prepare('INSERT OR IGNORE INTO call_timeline (call_id, seq, n, at, event) VALUES (?, ?, ?, ?, ?)').run(
    id,
    seq,
    n,
    at,
    event.type,
  );
  switch (event.type) {
    case 'call.accepted':
      db.prepare(
        `INSERT OR IGNORE INTO calls (id, business, status, agent_id, agent_name, campaign_name, contact_id, contact_name, call_data, callee_number, created_at, carrier)
         VALUES (?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        id,
        business,
        event.agent.agentId,
        event.agent.name,
        event.campaignName,
        event.callee.contactId,
        event.callee.contactName,
        JSON.stringify(event.callee.values),
        event.callee.destination,
        at,
        event.carrier,
      );
      return;
    case 'call.placing':
      set("placing_at = ?, placement = 'placing'", at);
      return;
    case 'call.placed':
      set("placement = 'placed'");
      return;
    case 'call.placement_unknown':
      set("placement = 'unknown'");
      return;
    case 'call.ringing':
      set("status = CASE status WHEN 'queued' THEN 'ringing' ELSE status END");
      return;
    case 'call.answered':
      set(
        "started_at = ?, status = CASE WHEN status IN ('queued', 'ringing') THEN 'answered' ELSE status END",
        at,
      );
      return;
    case 'call.hangup_requested':
      if (event.cancelling) set("status = 'cancelling'");
      return;
    case 'call.ended':
      set(
        'status = ?, ended_at = ?, ended_by = ?, end_reason = ?, duration_seconds = ?',
        event.status,
        at,
        event.endedBy,
        event.endReason,
        event.durationSeconds,
      );
      return;
    case 'call.recording_finished':
      set('recording_filename = ?', event.recording?.filename ?? null);
      return;
    case 'call.settled':
      set('charged = ?', event.chargedMicrocredits);
      return;
    case 'call.turn':
      saveTurn(db, id, event.turn);
      return;
    case 'call.noted':
      saveNote(db, id, seq, n, event.note);
      return;
    case 'call.line_leased':
    case 'call.media_attached':
    case 'call.media_detached':
    case 'call.block_due':
    case 'call.block_reserved':
    case 'call.credit_exhausted':
    case 'call.hangup_due':
    case 'call.hangup_attempted':
    case 'call.check_due':
    case 'call.checked':
      return;
    default:
      assertNever(event);
  }
};

const saveTurn = (db: Db, callId: string, turn: Turn): void => {
  db.prepare('INSERT OR IGNORE INTO call_turns (call_id, turn_id, at, turn) VALUES (?, ?, ?, ?)').run(
    callId,
    turn.turnId,
    turn.at,
    JSON.stringify(turn),
  );
};

const saveNote = (db: Db, callId: string, seq: number, n: number, note: CallNote): void => {
  db.prepare('INSERT OR IGNORE INTO call_notes (call_id, seq, n, note) VALUES (?, ?, ?, ?)').run(
    callId,
    seq,
    n,
    JSON.stringify(note),
  );
};
