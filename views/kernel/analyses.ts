/** Analyses as stored: what calls and conversations have in common. Each view has a table of its own with these columns. */
import type { Database } from 'better-sqlite3';
import type { AnalysisEvent } from '../../actors/analysis/events.js';
import {
  type AnalysisStatus,
  analysisMessage,
  type CallOutcome,
  type FindingsFrom,
  type Sentiment,
  successOf,
} from '../../schemas/analysis/call-analysis.js';
import { assertNever } from '../../schemas/assert.js';
import { isoOrNull } from './dates.js';
import type { Stored } from './stored-event.js';

/** The outcome, as lists show it and filter by it. */
export const OUTCOME_COLUMNS = `
  analysis_status TEXT,
  success INTEGER,
  sentiment TEXT,
  wants_human INTEGER NOT NULL DEFAULT 0,
  wants_no_contact INTEGER NOT NULL DEFAULT 0,
  wants_call_back INTEGER NOT NULL DEFAULT 0`;

/**
 * `settings_id`: the criteria and fields of the latest completed analysis. `findings`: JSON. `run_id`: null for an analysis without a run.
 * Times in ms since the epoch, amounts in microcredits.
 */
export const ANALYSIS_COLUMNS = `
  status TEXT NOT NULL,
  settings_id TEXT,
  run_id TEXT,
  success INTEGER,
  sentiment TEXT,
  wants_human INTEGER NOT NULL DEFAULT 0,
  wants_no_contact INTEGER NOT NULL DEFAULT 0,
  wants_call_back INTEGER NOT NULL DEFAULT 0,
  findings TEXT,
  failure TEXT,
  analysed_at INTEGER,
  charged INTEGER NOT NULL DEFAULT 0`;

/** What a run covers: the work of an agent in a period. Times in ms since the epoch, `to` excluded. */
export interface ToAnalyse {
  readonly agentId: string;
  readonly from: number;
  readonly to: number;
  /** What was analysed with these settings is left out, except by this run. */
  readonly settingsId: string;
  readonly analysisRunId: string;
}

/** Copies the outcome of an analysis `a` to the row of what was analysed. */
export const SHOW_OUTCOME = `analysis_status = a.status, success = a.success, sentiment = a.sentiment, wants_human = a.wants_human,
       wants_no_contact = a.wants_no_contact, wants_call_back = a.wants_call_back`;

/** A table of analyses, and its column with the id of the analysis. */
export interface AnalysisTable {
  readonly table: 'call_analyses' | 'conversation_analyses';
  readonly key: 'call_id' | 'id';
}

interface Found {
  readonly businessId: string;
  readonly id: string;
  readonly settingsId: string;
  readonly runId: string | null;
  readonly success: number | null;
  readonly sentiment: Sentiment;
  readonly human: number;
  readonly noContact: number;
  readonly callBack: number;
  readonly findings: string;
  readonly at: number;
}

/** Stores one event of an analysis. Returns whether that may change its outcome. */
export const analysisWriter = <Findings extends FindingsFrom<unknown>>(
  db: Database,
  { table, key }: AnalysisTable,
): ((stored: Stored<AnalysisEvent<Findings>>) => boolean) => {
  const ofIt = `WHERE business_id = :businessId AND ${key} = :id`;
  const begin = db.prepare<[string, string]>(
    `INSERT INTO ${table} (business_id, ${key}, status) VALUES (?, ?, 'running') ON CONFLICT DO NOTHING`,
  );
  // Findings of an earlier analysis stay.
  const fail = db.prepare<{ businessId: string; id: string; failure: string; at: number }>(
    `UPDATE ${table} SET status = 'failed', failure = :failure, analysed_at = :at ${ofIt} AND findings IS NULL`,
  );
  const complete = db.prepare<Found>(
    `UPDATE ${table} SET status = 'completed', settings_id = :settingsId, run_id = :runId, success = :success,
       sentiment = :sentiment, wants_human = :human, wants_no_contact = :noContact, wants_call_back = :callBack, findings = :findings,
       failure = NULL, analysed_at = :at ${ofIt}`,
  );
  const charge = db.prepare<{ businessId: string; id: string; microcredits: number }>(
    `UPDATE ${table} SET charged = charged + :microcredits ${ofIt}`,
  );

  const store = (
    { businessId, id, at }: Stored<AnalysisEvent<Findings>>,
    { settingsId, runId, findings }: Pick<Found, 'settingsId' | 'runId'> & { readonly findings: Findings },
  ): void => {
    const success = successOf(findings);
    const wants = new Set(findings.requests.map(({ request }) => request));
    complete.run({
      businessId,
      id,
      settingsId,
      runId,
      success: success === null ? null : Number(success),
      sentiment: findings.sentiment,
      human: Number(wants.has('human')),
      noContact: Number(wants.has('no_contact')),
      callBack: Number(wants.has('call_back')),
      findings: JSON.stringify(findings),
      at,
    });
  };

  return (stored) => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'analysis.prepared':
      case 'analysis.requested':
        begin.run(businessId, id);
        return true;
      case 'analysis.ended': {
        const { settingsId, result } = event;
        if (result.type === 'failed') fail.run({ businessId, id, failure: result.failure, at });
        else store(stored, { settingsId, runId: null, findings: result.findings });
        return true;
      }
      case 'analysis.repeated':
        begin.run(businessId, id);
        store(stored, { settingsId: event.settingsId, runId: event.analysisRunId, findings: event.findings });
        charge.run({ businessId, id, microcredits: event.chargedMicrocredits });
        return true;
      case 'analysis.settled':
        charge.run({ businessId, id, microcredits: event.chargedMicrocredits });
        return false;
      case 'analysis.funded':
      case 'analysis.reported':
        return false;
      default:
        return assertNever(event);
    }
  };
};

/** The columns of a stored analysis that are shown. */
export interface AnalysisRow {
  readonly status: AnalysisStatus;
  readonly success: number | null;
  readonly findings: string | null;
  readonly failure: string | null;
  readonly run_id: string | null;
  readonly analysed_at: number | null;
  readonly charged: number;
}

/** `findings`: as they were stored. */
export const analysisFrom = <Findings>(row: AnalysisRow) => {
  const findings: Findings | null = row.findings === null ? null : JSON.parse(row.findings);
  return {
    status: row.status,
    success: row.success === null ? null : row.success === 1,
    findings,
    failure: row.failure === null ? null : { code: row.failure, message: analysisMessage(row.failure) },
    analysisRunId: row.run_id,
    analyzedAt: isoOrNull(row.analysed_at),
    chargedMicrocredits: row.charged,
  };
};

/** The columns of an outcome. `analysis_status` null: not analysed. */
export interface OutcomeRow {
  readonly analysis_status: AnalysisStatus | null;
  readonly success: number | null;
  readonly sentiment: Sentiment | null;
  readonly wants_human: number;
  readonly wants_no_contact: number;
  readonly wants_call_back: number;
}

export const outcomeFrom = (row: OutcomeRow): CallOutcome | null => {
  if (row.analysis_status === null) return null;
  return {
    status: row.analysis_status,
    success: row.success === null ? null : row.success === 1,
    sentiment: row.sentiment,
    requests: [
      ...(row.wants_human === 1 ? (['human'] as const) : []),
      ...(row.wants_no_contact === 1 ? (['no_contact'] as const) : []),
      ...(row.wants_call_back === 1 ? (['call_back'] as const) : []),
    ],
  };
};
