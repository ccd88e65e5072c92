/** A call's events in order, and the details derived from them: transcript, timeline, attempts, notes, turns. */
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../../actors/call/events.js';
import type { VoiceCallDiagnostics } from '../../schemas/calls/diagnostics.js';
import type { VoiceTranscriptTurn } from '../../schemas/calls/voice-call.js';
import { iso, isoOrNull, offset } from '../kernel/dates.js';
import type { Stored } from '../kernel/stored-event.js';
import { archivedHistory } from './archives.js';
import { bodyOf, type HistoryRow, type ShownEvent } from './history-row.js';
import { operatorsOf } from './operators.js';

/** Stores every event of a call. The call's own row must exist. */
export const projectHistory = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const insert = db.prepare<{
    businessId: string;
    id: string;
    seq: number;
    index: number;
    at: number;
    type: string;
    body: string | null;
  }>(
    `INSERT INTO call_history (call, seq, position, at, type, body)
     SELECT row, :seq, :index, :at, :type, :body FROM calls WHERE business_id = :businessId AND id = :id`,
  );
  return ({ businessId, id, seq, index, at, event }) => {
    insert.run({ businessId, id, seq, index, at, type: event.type, body: bodyOf(event) });
  };
};

/** The details derived from a call's events. */
export interface CallHistory {
  readonly transcript: readonly VoiceTranscriptTurn[];
  readonly diagnostics: Omit<VoiceCallDiagnostics, 'testVariables'>;
}

/** The events of the call with this row of which its detail shows more than the name, in their order. */
export const shownEvents = (db: Database): ((row: number) => readonly ShownEvent[]) => {
  const rows = db.prepare<[number], HistoryRow>(
    'SELECT at, type, body FROM call_history WHERE call = ? AND body IS NOT NULL ORDER BY seq, position',
  );
  const archived = archivedHistory(db);
  return (row) => shownIn([...archived(row), ...rows.all(row)]).map(({ event }) => event);
};

/** The history of the call with this row. */
export const callHistory = (db: Database): ((row: number) => CallHistory) => {
  const rows = db.prepare<[number], HistoryRow>(
    'SELECT at, type, body FROM call_history WHERE call = ? ORDER BY seq, position',
  );
  const archived = archivedHistory(db);
  return (row) => historyOf([...archived(row), ...rows.all(row)]);
};

const shownIn = (
  rows: readonly HistoryRow[],
): readonly { readonly at: number; readonly event: ShownEvent }[] =>
  rows.flatMap((row) => {
    if (row.body === null) return [];
    const event: ShownEvent = JSON.parse(row.body);
    return [{ at: row.at, event }];
  });

const historyOf = (rows: readonly HistoryRow[]): CallHistory => {
  const shown = shownIn(rows);
  // Turns of both sides are journalled as they end, which is not always the order in which they began.
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
      ...(turn.keys === true ? { keys: true } : {}),
      ...(turn.sources === undefined ? {} : { sources: [...turn.sources] }),
    })),
    diagnostics: {
      attempts: attemptsOf(rows, shown),
      timeline: rows.map(({ at, type }) => ({ at: iso(at), event: type })),
      ...outreachRulesOf(shown),
      notes: shown.flatMap(({ event }) => (event.type === 'call.noted' ? [event.note] : [])),
      toolUses: toolUsesOf(shown),
      ...modelTokensOf(shown),
      ...operatorsOf(shown),
      turns: turns.map((turn) => ({
        speaker: turn.speaker,
        audioOffsetMs: offset(turn.audioOffsetMs),
        audioEndOffsetMs: offset(turn.audioEndOffsetMs),
        interrupted: turn.interrupted,
        heard: turn.heard,
        latencies: turn.latencies,
        ...(turn.unheard === undefined ? {} : { unheard: turn.unheard }),
        ...(turn.nudge === true ? { nudge: true } : {}),
        ...(turn.disclosure === true ? { disclosure: true } : {}),
      })),
    },
  };
};

const toolUsesOf = (
  shown: readonly { readonly at: number; readonly event: ShownEvent }[],
): VoiceCallDiagnostics['toolUses'] => {
  const ends = new Map(
    shown.flatMap(({ event }) => (event.type === 'call.tool_ended' ? [[event.id, event.end] as const] : [])),
  );
  return shown.flatMap(({ at, event }) => {
    if (event.type !== 'call.tool_begun') return [];
    const { id, name, arguments: args } = event.use;
    const { outcome = null, result = null, durationMs = null } = ends.get(id) ?? {};
    return [{ at: iso(at), name, arguments: args, outcome, result, durationMs }];
  });
};

/** Totals over all sessions of the call; empty where no model reported tokens. */
const modelTokensOf = (
  shown: readonly { readonly event: ShownEvent }[],
): Pick<VoiceCallDiagnostics, 'modelTokens'> => {
  const totals = new Map<string, { inputTokens: number; outputTokens: number }>();
  const used = shown.flatMap(({ event }) => (event.type === 'call.tokens_used' ? event.models : []));
  for (const { model, input, output } of used) {
    const { inputTokens, outputTokens } = totals.get(model) ?? { inputTokens: 0, outputTokens: 0 };
    totals.set(model, { inputTokens: inputTokens + input, outputTokens: outputTokens + output });
  }
  return totals.size === 0 ? {} : { modelTokens: [...totals].map(([model, sums]) => ({ model, ...sums })) };
};

/** The latest evaluation; empty for calls of versions without rules. */
const outreachRulesOf = (
  shown: readonly { readonly event: ShownEvent }[],
): Pick<VoiceCallDiagnostics, 'outreachRules'> => {
  const evaluated = shown.flatMap(({ event }) =>
    (event.type === 'call.placing' || event.type === 'call.ended') && event.rules !== undefined
      ? [event.rules]
      : [],
  );
  const outreachRules = evaluated.at(-1)?.map(({ rule, result, code = null, allowedFrom = null }) => ({
    rule,
    result,
    code,
    allowedFrom: isoOrNull(allowedFrom),
  }));
  return outreachRules === undefined ? {} : { outreachRules };
};

const PROGRESS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'call.placing': 'placing',
    'call.placed': 'placed',
    'call.placement_unknown': 'unknown',
    'call.ringing': 'ringing',
    'call.answered': 'answered',
  } satisfies Partial<Record<CallEvent['type'], string>>),
);

/** Each carrier was tried once. All attempts but the last failed to place the call, and the last has the call's own progress. */
const attemptsOf = (
  rows: readonly HistoryRow[],
  shown: readonly { readonly at: number; readonly event: ShownEvent }[],
): VoiceCallDiagnostics['attempts'] => {
  const progress = rows.flatMap(({ type }) => PROGRESS.get(type) ?? []).at(-1) ?? 'placing';
  const ended = shown.flatMap(({ event }) => (event.type === 'call.ended' ? [event.status] : []))[0];
  const attempts = shown.flatMap(({ at, event }) =>
    event.type === 'call.placing' ? [{ carrier: event.carrier, at: iso(at) }] : [],
  );
  return attempts.map((attempt, index) => ({
    ...attempt,
    outcome: index === attempts.length - 1 ? (ended ?? progress) : 'failed',
  }));
};
