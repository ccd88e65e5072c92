/** A call's events in order, and what its detail tells of them: transcript, timeline, attempts, notes, turns. */
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../actors/call/events.js';
import type { VoiceCallDiagnostics, VoiceTranscriptTurn } from '../schemas/voice-call.js';
import { iso, offset } from './dates.js';
import type { Stored } from './stored-event.js';

/** `call` is the row of the call; an event's body is kept where the detail shows more than its name. */
export const CALL_HISTORY_TABLES = `
CREATE TABLE call_history (
  call INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT,
  PRIMARY KEY (call, seq, position)
) WITHOUT ROWID;
`;

type ShownEvent = Extract<
  CallEvent,
  { readonly type: 'call.placing' | 'call.turn' | 'call.noted' | 'call.ended' }
>;

const SHOWN: Readonly<Record<ShownEvent['type'], true>> = {
  'call.placing': true,
  'call.turn': true,
  'call.noted': true,
  'call.ended': true,
};

export const recordHistory = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const insert = db.prepare<[number, number, number, string, string | null, string, string]>(
    `INSERT INTO call_history (call, seq, position, at, type, body)
     SELECT row, ?, ?, ?, ?, ? FROM calls WHERE business_id = ? AND id = ?`,
  );
  return ({ businessId, id, seq, index, at, event }) => {
    const body = Object.hasOwn(SHOWN, event.type) ? JSON.stringify(event) : null;
    insert.run(seq, index, at, event.type, body, businessId, id);
  };
};

interface HistoryRow {
  readonly at: number;
  readonly type: CallEvent['type'];
  readonly body: string | null;
}

export interface CallHistory {
  readonly transcript: readonly VoiceTranscriptTurn[];
  readonly diagnostics: Omit<VoiceCallDiagnostics, 'testVariables'>;
}

export const callHistory = (db: Database): ((row: number) => CallHistory) => {
  const rows = db.prepare<[number], HistoryRow>(
    'SELECT at, type, body FROM call_history WHERE call = ? ORDER BY seq, position',
  );
  return (row) => tell(rows.all(row));
};

const tell = (rows: readonly HistoryRow[]): CallHistory => {
  const shown = rows.flatMap((row) => {
    if (row.body === null) return [];
    const event: ShownEvent = JSON.parse(row.body);
    return [{ at: row.at, event }];
  });
  // Both sides of a conversation are journalled as they end, which is not always the order in which they began.
  const turns = shown
    .flatMap(({ event }) => (event.type === 'call.turn' ? [event.turn] : []))
    .sort((a, b) => a.at - b.at || (a.audioOffsetMs ?? 0) - (b.audioOffsetMs ?? 0));
  return {
    transcript: turns.map((turn) => ({
      speaker: turn.speaker,
      text: turn.text,
      createdAt: iso(turn.at),
      audioOffsetMs: offset(turn.audioOffsetMs),
      audioEndOffsetMs: offset(turn.audioEndOffsetMs),
    })),
    diagnostics: {
      attempts: attemptsOf(rows, shown),
      timeline: rows.map(({ at, type }) => ({ at: iso(at), event: type })),
      notes: shown.flatMap(({ event }) => (event.type === 'call.noted' ? [event.note] : [])),
      turns: turns.map((turn) => ({
        speaker: turn.speaker,
        audioOffsetMs: offset(turn.audioOffsetMs),
        audioEndOffsetMs: offset(turn.audioEndOffsetMs),
        interrupted: turn.interrupted,
        heard: turn.heard,
        latencies: turn.latencies,
      })),
    },
  };
};

const PROGRESS: Readonly<Partial<Record<CallEvent['type'], string>>> = {
  'call.placing': 'placing',
  'call.placed': 'placed',
  'call.placement_unknown': 'unknown',
  'call.ringing': 'ringing',
  'call.answered': 'answered',
};

/** A call is placed once (docs/contract.md "Placement"), so its one attempt has got as far as the call has. */
const attemptsOf = (
  rows: readonly HistoryRow[],
  shown: readonly { readonly at: number; readonly event: ShownEvent }[],
): VoiceCallDiagnostics['attempts'] => {
  const progress = rows.flatMap(({ type }) => PROGRESS[type] ?? []).at(-1) ?? 'placing';
  const ended = shown.flatMap(({ event }) => (event.type === 'call.ended' ? [event.status] : []))[0];
  return shown.flatMap(({ at, event }) =>
    event.type === 'call.placing'
      ? [{ carrier: event.carrier, at: iso(at), outcome: ended ?? progress }]
      : [],
  );
};
