/** Queries on calls: the list, and the details of one. */
import type { Database, Statement } from 'better-sqlite3';
import { BLOCK_SECONDS } from '../../schemas/accounts/prices.js';
import { type Disclosure, NO_DISCLOSURE } from '../../schemas/agents/disclosure.js';
import type { CallAnalysis } from '../../schemas/analysis/call-analysis.js';
import type { VoiceCallDiagnostics } from '../../schemas/calls/diagnostics.js';
import type { CallFilter } from '../../schemas/calls/filters.js';
import type { CallReview } from '../../schemas/calls/review.js';
import type { VoiceCallSummary, VoiceTranscriptTurn } from '../../schemas/calls/voice-call.js';
import { VOICEMAIL_END_REASONS } from '../../schemas/calls/voice-call.js';
import { outcomeFrom } from '../kernel/analyses.js';
import { type ListScope, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { callAnalysis } from './analyses.js';
import { conditionsOf, type QueryParameters } from './filter.js';
import { callHistory } from './history.js';
import { callNotes } from './reviews.js';
import type { CallRow } from './tables.js';
import { waveformFrom } from './waveform.js';

/** All that is shown of a call. */
export interface CallDetail {
  readonly call: VoiceCallSummary;
  readonly transcript: readonly VoiceTranscriptTurn[];
  readonly diagnostics: VoiceCallDiagnostics;
  readonly recordingFilename: string | null;
  /** Null: it was not analysed. */
  readonly analysis: CallAnalysis | null;
  readonly review: CallReview;
}

/** The immutable facts of a call. */
export interface CallFacts {
  readonly callId: string;
  readonly agentId: string;
  readonly contactId: string | null;
  /** E.164. */
  readonly calleeNumber: string;
  readonly campaignId: string | null;
  readonly iterationId: string | null;
}

/** Averages over the latest calls of an agent. */
export interface LengthOfCalls {
  /** The number of calls in the sample. */
  readonly calls: number;
  /** Connected seconds; 0 if the call was not answered. */
  readonly seconds: number;
  /** Started blocks of a connected call; 0 if it was not answered. */
  readonly blocks: number;
  /** Share of calls that were answered, 0 to 1. */
  readonly reached: number;
  /** Share of calls that a person answered, as far as known: not a machine, 0 to 1. */
  readonly people: number;
}

/** A large enough sample to predict the next calls. */
const LATEST_CALLS = 100;

const disclosureOf = ({ has_disclosure, disclosed_at_ms, disclosure_proof }: CallRow): Disclosure => {
  if (has_disclosure === 0) return NO_DISCLOSURE;
  return {
    status: disclosed_at_ms === null ? 'not_heard' : 'heard',
    heardAtMs: disclosed_at_ms,
    proof: disclosure_proof,
  };
};

/** A call as lists show it. */
export const toSummary = (row: CallRow): VoiceCallSummary => {
  const callData: Record<string, string> = JSON.parse(row.call_data);
  const tags: string[] = JSON.parse(row.tags);
  return {
    id: row.id,
    status: row.status,
    agentName: row.agent_name,
    agentVersion: row.agent_version,
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
    disclosure: disclosureOf(row),
    consultationOf: row.consultation_of,
    outcome: outcomeFrom(row),
    tags,
    score: row.score,
    reviewed: row.reviewed === 1,
    interrupted: row.interrupted === 1,
    toolFailed: row.tool_failed === 1,
    slowestAnswer: row.slowest_ms === null ? null : { ms: row.slowest_ms, atMs: row.slowest_at_ms },
    waveform: waveformFrom(row.waveform),
  };
};

/** As a list in SQL. */
const VOICEMAIL_REASONS = VOICEMAIL_END_REASONS.map((reason) => `'${reason}'`).join(', ');
const NO_CALLS: LengthOfCalls = { calls: 0, seconds: 0, blocks: 0, reached: 0, people: 0 };

/** Queries on calls. */
export const callQueries = (db: Database) => {
  const statements = new Map<string, Statement<[QueryParameters], CallRow>>();
  const prepared = (sql: string): Statement<[QueryParameters], CallRow> => {
    const statement = statements.get(sql) ?? db.prepare<QueryParameters, CallRow>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const byId = db.prepare<[string, string], CallRow>('SELECT * FROM calls WHERE business_id = ? AND id = ?');
  const facts = db.prepare<[string, string], CallFacts>(
    `SELECT id AS callId, agent_id AS agentId, contact_id AS contactId, callee_number AS calleeNumber,
       campaign_id AS campaignId, iteration_id AS iterationId FROM calls WHERE business_id = ? AND id = ?`,
  );
  const live = db.prepare<[], { readonly count: number }>(
    `SELECT count(*) AS count FROM businesses JOIN calls ON calls.business_id = businesses.id
       AND calls.status IN ('ringing', 'answered', 'cancelling')`,
  );
  const called = db.prepare<
    { businessId: string; createdAt: number; id: string; limit: number },
    { readonly createdAt: number; readonly id: string; readonly number: string }
  >(
    `SELECT created_at AS createdAt, id, callee_number AS number FROM calls
     WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
  );
  const history = callHistory(db);
  const analysisOf = callAnalysis(db);
  const notesOf = callNotes(db);
  const lengths = db.prepare<
    { businessId: string; agentId: string; count: number; block: number },
    { readonly [name in keyof LengthOfCalls]: number | null }
  >(
    `SELECT count(*) AS calls, avg(duration_seconds) AS seconds, avg(answered_at IS NOT NULL) AS reached,
       avg(answered_at IS NOT NULL AND coalesce(end_reason, '') NOT IN (${VOICEMAIL_REASONS})) AS people,
       avg((duration_seconds + :block - 1) / :block) AS blocks
     FROM (SELECT duration_seconds, answered_at, end_reason FROM calls
           WHERE business_id = :businessId AND agent_id = :agentId AND ended_at IS NOT NULL AND consultation_of IS NULL
           ORDER BY created_at DESC, id DESC LIMIT :count)`,
  );

  return {
    /** The numbers of calls, the latest first, before a given call; null: from the latest on. */
    calledNumbers: (
      businessId: string,
      before: { readonly createdAt: number; readonly id: string } | null,
      limit: number,
    ) => {
      const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
      return called.all({ businessId, createdAt, id, limit });
    },
    lengthOfCalls: (businessId: string, agentId: string): LengthOfCalls => {
      const found = lengths.get({ businessId, agentId, count: LATEST_CALLS, block: BLOCK_SECONDS });
      const { calls, seconds, blocks, reached, people } = found ?? NO_CALLS;
      return {
        calls: calls ?? 0,
        seconds: seconds ?? 0,
        blocks: blocks ?? 0,
        reached: reached ?? 0,
        people: people ?? 0,
      };
    },
    /** Calls of all businesses that have been placed and have not ended. */
    liveCalls: (): number => live.get()?.count ?? 0,
    callFacts: (businessId: string, callId: string): CallFacts | null =>
      facts.get(businessId, callId) ?? null,
    /** Newest first; a page of large calls holds fewer than requested. */
    calls: (
      businessId: string,
      { limit, cursor }: PageRequest,
      filter: CallFilter,
    ): Page<VoiceCallSummary> => {
      const { values, conditions, parameters } = conditionsOf(filter);
      const scope: ListScope = ['calls', businessId, ...values];
      const where = ['business_id = :businessId', ...conditions].join(' AND ');
      const sql = `SELECT * FROM calls WHERE ${where} AND (created_at, id) < (:createdAt, :id)
                   ORDER BY created_at DESC, id DESC LIMIT :count`;
      const position = positionOf(scope, cursor);
      const rows = prepared(sql).iterate({ ...parameters, businessId, ...position, count: limit + 1 });
      return pageWithin(scope, rows, limit, ({ call_data }) => call_data.length, toSummary);
    },
    call: (businessId: string, callId: string): CallDetail | null => {
      const row = byId.get(businessId, callId);
      if (row === undefined) return null;
      const { transcript, diagnostics } = history(row.row);
      const call = toSummary(row);
      const testVariables: VoiceCallDiagnostics['testVariables'] = JSON.parse(row.test_variables);
      return {
        call,
        recordingFilename: row.recording_filename,
        transcript,
        diagnostics: { ...diagnostics, testVariables },
        analysis: analysisOf(businessId, callId),
        review: {
          tags: call.tags ?? [],
          score: call.score ?? null,
          reviewed: row.reviewed === 1,
          notes: notesOf(businessId, callId),
        },
      };
    },
  };
};
