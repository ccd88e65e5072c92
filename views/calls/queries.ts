/** Voice calls: one row a call for the list, and its history for the detail (history.ts). */
import type { Database, Statement } from 'better-sqlite3';
import type { CallEvent } from '../../actors/call/events.js';
import { CONTACTS_SOURCE_NAME } from '../../schemas/ids.js';
import type {
  EndedBy,
  VoiceCallDiagnostics,
  VoiceCallStatus,
  VoiceCallSummary,
  VoiceTranscriptTurn,
} from '../../schemas/voice-call.js';
import { keepActivities } from '../campaigns/activities.js';
import { projectTimeline } from '../conversations/timeline.js';
import { type ListScope, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';
import { callHistory, recordHistory } from './history.js';

export const CALL_TABLES = `
CREATE TABLE calls (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued',
  agent_id TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  campaign_id TEXT,
  campaign_name TEXT,
  iteration_id TEXT,
  contact_id TEXT,
  contact_name TEXT,
  callee_number TEXT NOT NULL,
  source_name TEXT,
  call_data TEXT NOT NULL,
  test_variables TEXT NOT NULL,
  duration_seconds INTEGER NOT NULL DEFAULT 0,
  answered_at INTEGER,
  ended_at INTEGER,
  recording_filename TEXT,
  turns INTEGER NOT NULL DEFAULT 0,
  charged_microcredits INTEGER NOT NULL DEFAULT 0,
  ended_by TEXT,
  end_reason TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, id)
);
CREATE INDEX calls_by_age ON calls (business_id, created_at DESC, id DESC);
CREATE INDEX calls_by_status ON calls (business_id, status, created_at DESC, id DESC);
CREATE INDEX calls_by_agent ON calls (business_id, agent_id, created_at DESC, id DESC);
CREATE INDEX calls_by_campaign ON calls (business_id, campaign_id, created_at DESC, id DESC) WHERE campaign_id IS NOT NULL;
CREATE INDEX calls_by_contact ON calls (business_id, contact_id, created_at DESC, id DESC) WHERE contact_id IS NOT NULL;
`;

/** Status moves as in actors/call/state.ts: late events never move a call backwards. */
export const projectCalls = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const activities = keepActivities(db);
  const keepHistory = recordHistory(db);
  const keepTimeline = projectTimeline(db);
  const accept = db.prepare<
    [
      ...[string, string, string, string, string | null, string | null, string | null],
      ...[string | null, string | null, string, string | null, string, string, number],
    ]
  >(
    `INSERT INTO calls (business_id, id, agent_id, agent_name, campaign_id, campaign_name, iteration_id,
       contact_id, contact_name, callee_number, source_name, call_data, test_variables, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = <P extends unknown[]>(set: string): Statement<[...P, string, string]> =>
    db.prepare<[...P, string, string]>(`UPDATE calls SET ${set} WHERE business_id = ? AND id = ?`);
  const ring = update<[]>(`status = CASE status WHEN 'queued' THEN 'ringing' ELSE status END`);
  const answer = update<[number]>(
    `answered_at = coalesce(answered_at, ?),
     status = CASE WHEN status IN ('queued', 'ringing') THEN 'answered' ELSE status END`,
  );
  const cancel = update<[]>(`status = 'cancelling'`);
  const speak = update<[]>('turns = turns + 1');
  const end = update<[string, string, string, number, number]>(
    'status = ?, ended_by = ?, end_reason = ?, duration_seconds = ?, ended_at = ?',
  );
  const record = update<[string | null]>('recording_filename = ?');
  const settle = update<[number]>('charged_microcredits = ?');

  const status = db.prepare<
    [string, string],
    { readonly status: string; readonly campaign_id: string | null }
  >('SELECT status, campaign_id FROM calls WHERE business_id = ? AND id = ?');
  /** As the call's own row says it. */
  const moved = ({ businessId, id }: Stored<unknown>): void => {
    const call = status.get(businessId, id);
    if (call?.campaign_id != null) activities.moved(id, call.status);
  };

  const projectRow = (stored: Stored<CallEvent>): void => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'call.accepted': {
        const { agent, callee } = event;
        const { contactId, contactName, destination, callData, replaced = [] } = callee;
        // Calls of earlier versions do not say it.
        const { sourceName = contactId === null ? null : CONTACTS_SOURCE_NAME } = callee;
        const tested: VoiceCallDiagnostics['testVariables'] = replaced.map(({ alias, was }) => ({
          alias,
          replaced: was,
        }));
        const texts = [JSON.stringify(callData), JSON.stringify(tested)] as const;
        const { agentId, name } = agent;
        accept.run(
          ...([
            businessId,
            id,
            agentId,
            name,
            event.campaign?.campaignId ?? null,
            event.campaign?.campaignName ?? null,
            event.campaign?.iterationId ?? null,
          ] as const),
          ...([contactId, contactName, destination, sourceName, ...texts, at] as const),
        );
        if (event.campaign != null && contactId !== null)
          activities.begin({
            row: rowNumber(stored),
            id,
            channel: 'voice',
            contactId,
            contactName,
            at,
            campaignId: event.campaign.campaignId,
            iterationId: event.campaign.iterationId,
            direction: 'outbound',
            status: 'queued',
          });
        return;
      }
      case 'call.ringing':
        ring.run(businessId, id);
        moved(stored);
        return;
      case 'call.answered':
        answer.run(at, businessId, id);
        moved(stored);
        return;
      case 'call.hangup_requested':
        if (event.cancelling) cancel.run(businessId, id);
        moved(stored);
        return;
      case 'call.turn':
        speak.run(businessId, id);
        return;
      case 'call.ended':
        end.run(event.status, event.endedBy, event.endReason, event.durationSeconds, at, businessId, id);
        activities.ended(id, event.status, event.durationSeconds);
        return;
      case 'call.recording_finished':
        record.run(event.recording?.filename ?? null, businessId, id);
        return;
      case 'call.settled':
        settle.run(event.chargedMicrocredits, businessId, id);
        return;
      default:
        return;
    }
  };

  return (stored) => {
    projectRow(stored);
    keepHistory(stored);
    keepTimeline(stored);
  };
};

export interface CallFilter {
  readonly status?: string;
  readonly agentId?: string;
  readonly contactId?: string;
  readonly campaignId?: string;
  /** Created at or after, ms since the epoch. */
  readonly from?: number;
  /** Created before, ms since the epoch. */
  readonly to?: number;
}

export interface CallDetail {
  readonly call: VoiceCallSummary;
  readonly transcript: readonly VoiceTranscriptTurn[];
  readonly diagnostics: VoiceCallDiagnostics;
  readonly recordingFilename: string | null;
}

/** What of a call is the same for ever. */
export interface CallFacts {
  readonly callId: string;
  readonly agentId: string;
  readonly contactId: string | null;
  /** E.164. */
  readonly calleeNumber: string;
  readonly campaignId: string | null;
  readonly iterationId: string | null;
}

interface CallRow {
  readonly row: number;
  readonly id: string;
  readonly status: VoiceCallStatus;
  readonly agent_name: string;
  readonly campaign_name: string | null;
  readonly contact_id: string | null;
  readonly contact_name: string | null;
  readonly callee_number: string;
  readonly source_name: string | null;
  readonly call_data: string;
  readonly test_variables: string;
  readonly duration_seconds: number;
  readonly answered_at: number | null;
  readonly ended_at: number | null;
  readonly recording_filename: string | null;
  readonly turns: number;
  readonly charged_microcredits: number;
  readonly ended_by: EndedBy | null;
  readonly end_reason: string | null;
  readonly created_at: number;
}

const toSummary = (row: CallRow): VoiceCallSummary => {
  const callData: Record<string, string> = JSON.parse(row.call_data);
  return {
    id: row.id,
    status: row.status,
    agentName: row.agent_name,
    campaignName: row.campaign_name,
    contactId: row.contact_id,
    contactName: row.contact_name,
    sourceName: row.source_name,
    callData,
    calleeNumber: row.callee_number,
    durationSeconds: row.duration_seconds,
    startedAt: isoOrNull(row.answered_at),
    endedAt: isoOrNull(row.ended_at),
    recordingAvailable: row.recording_filename !== null,
    transcriptAvailable: row.turns > 0,
    createdAt: iso(row.created_at),
    chargedMicrocredits: row.charged_microcredits,
    endedBy: row.ended_by,
    endReason: row.end_reason,
  };
};

/** Each filter with its condition, in a fixed order. */
const CONDITIONS = [
  ['status', 'status = ?'],
  ['agentId', 'agent_id = ?'],
  ['contactId', 'contact_id = ?'],
  ['campaignId', 'campaign_id = ?'],
  ['from', 'created_at >= ?'],
  ['to', 'created_at < ?'],
] as const satisfies readonly (readonly [keyof CallFilter, string])[];

export const callQueries = (db: Database) => {
  const statements = new Map<string, Statement<(string | number)[], CallRow>>();
  const prepared = (sql: string): Statement<(string | number)[], CallRow> => {
    const statement = statements.get(sql) ?? db.prepare<(string | number)[], CallRow>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const byId = db.prepare<[string, string], CallRow>('SELECT * FROM calls WHERE business_id = ? AND id = ?');
  const facts = db.prepare<[string, string], CallFacts>(
    `SELECT id AS callId, agent_id AS agentId, contact_id AS contactId, callee_number AS calleeNumber,
       campaign_id AS campaignId, iteration_id AS iterationId FROM calls WHERE business_id = ? AND id = ?`,
  );
  const history = callHistory(db);

  return {
    callFacts: (businessId: string, callId: string): CallFacts | null =>
      facts.get(businessId, callId) ?? null,
    calls: (
      businessId: string,
      { limit, cursor }: PageRequest,
      filter: CallFilter,
    ): Page<VoiceCallSummary> => {
      const scope: ListScope = ['calls', businessId, ...CONDITIONS.map(([name]) => filter[name] ?? null)];
      const { createdAt, id } = positionOf(scope, cursor);
      const conditions = ['business_id = ?'];
      const values: (string | number)[] = [businessId];
      for (const [name, condition] of CONDITIONS) {
        const value = filter[name];
        if (value === undefined) continue;
        conditions.push(condition);
        values.push(value);
      }
      const sql = `SELECT * FROM calls WHERE ${conditions.join(' AND ')} AND (created_at, id) < (?, ?)
                   ORDER BY created_at DESC, id DESC LIMIT ?`;
      const rows = prepared(sql).iterate(...values, createdAt, id, limit + 1);
      return pageWithin(scope, rows, limit, ({ call_data }) => call_data.length, toSummary);
    },
    call: (businessId: string, callId: string): CallDetail | null => {
      const row = byId.get(businessId, callId);
      if (row === undefined) return null;
      const { transcript, diagnostics } = history(row.row);
      const testVariables: VoiceCallDiagnostics['testVariables'] = JSON.parse(row.test_variables);
      return {
        call: toSummary(row),
        recordingFilename: row.recording_filename,
        transcript,
        diagnostics: { ...diagnostics, testVariables },
      };
    },
  };
};
