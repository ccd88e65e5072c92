/**
 * Analyses of calls. The findings have a table of their own, and the list of calls shows their outcome. When views are rebuilt, an
 * archived call may come after its analysis, so each of the two looks the other up.
 */
import type { Database } from 'better-sqlite3';
import type { AnalysisEvent } from '../../actors/analysis/events.js';
import {
  type AnalysisStatus,
  analysisMessage,
  type CallAnalysis,
  type Findings,
  type Sentiment,
  successOf,
} from '../../schemas/analysis/call-analysis.js';
import { assertNever } from '../../schemas/assert.js';
import { isoOrNull } from '../kernel/dates.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * `settings_id`: the criteria and fields of the latest completed analysis. `findings`: JSON. `run_id`: null for the analysis at the end of
 * the call. Times in ms since the epoch, amounts in microcredits.
 */
export const ANALYSIS_TABLES = `
CREATE TABLE call_analyses (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
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
  charged INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, call_id)
) WITHOUT ROWID;
`;

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

/** Shows the outcome of a call in the list of calls; nothing happens if one of the two is not known yet. */
export const outcomeOfCall = (db: Database): ((businessId: string, callId: string) => void) => {
  const show = db.prepare<[string, string]>(
    `UPDATE calls SET analysis_status = a.status, success = a.success, sentiment = a.sentiment, wants_human = a.wants_human,
       wants_no_contact = a.wants_no_contact, wants_call_back = a.wants_call_back
     FROM call_analyses a WHERE a.business_id = calls.business_id AND a.call_id = calls.id
       AND calls.business_id = ? AND calls.id = ?`,
  );
  return (businessId, callId) => {
    show.run(businessId, callId);
  };
};

/** Projects analyses. */
export const projectAnalyses = (db: Database): ((stored: Stored<AnalysisEvent>) => void) => {
  const begin = db.prepare<[string, string]>(
    `INSERT INTO call_analyses (business_id, call_id, status) VALUES (?, ?, 'running') ON CONFLICT DO NOTHING`,
  );
  // Findings of an earlier analysis stay.
  const fail = db.prepare<{ businessId: string; id: string; failure: string; at: number }>(
    `UPDATE call_analyses SET status = 'failed', failure = :failure, analysed_at = :at
     WHERE business_id = :businessId AND call_id = :id AND findings IS NULL`,
  );
  const complete = db.prepare<Found>(
    `INSERT INTO call_analyses (business_id, call_id, status, settings_id, run_id, success, sentiment, wants_human, wants_no_contact,
       wants_call_back, findings, analysed_at)
     VALUES (:businessId, :id, 'completed', :settingsId, :runId, :success, :sentiment, :human, :noContact, :callBack, :findings, :at)
     ON CONFLICT DO UPDATE SET status = 'completed', settings_id = :settingsId, run_id = :runId, success = :success,
       sentiment = :sentiment, wants_human = :human, wants_no_contact = :noContact, wants_call_back = :callBack, findings = :findings,
       failure = NULL, analysed_at = :at`,
  );
  const charge = db.prepare<[number, string, string]>(
    'UPDATE call_analyses SET charged = charged + ? WHERE business_id = ? AND call_id = ?',
  );
  const show = outcomeOfCall(db);

  const store = (
    { businessId, id, at }: Stored<AnalysisEvent>,
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
        break;
      case 'analysis.ended': {
        const { settingsId, result } = event;
        if (result.type === 'failed') fail.run({ businessId, id, failure: result.failure, at });
        else store(stored, { settingsId, runId: null, findings: result.findings });
        break;
      }
      case 'analysis.repeated':
        store(stored, { settingsId: event.settingsId, runId: event.analysisRunId, findings: event.findings });
        charge.run(event.chargedMicrocredits, businessId, id);
        break;
      case 'analysis.settled':
        charge.run(event.chargedMicrocredits, businessId, id);
        return;
      case 'analysis.funded':
        return;
      default:
        assertNever(event);
    }
    show(businessId, id);
  };
};

interface AnalysisRow {
  readonly status: AnalysisStatus;
  readonly success: number | null;
  readonly findings: string | null;
  readonly failure: string | null;
  readonly run_id: string | null;
  readonly analysed_at: number | null;
  readonly charged: number;
}

/** The analysis of a call; null: it was not analysed. */
export const callAnalysis = (db: Database): ((businessId: string, callId: string) => CallAnalysis | null) => {
  const byCall = db.prepare<[string, string], AnalysisRow>(
    `SELECT status, success, findings, failure, run_id, analysed_at, charged FROM call_analyses
     WHERE business_id = ? AND call_id = ?`,
  );
  return (businessId, callId) => {
    const row = byCall.get(businessId, callId);
    if (row === undefined) return null;
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
};

/** The calls of a run: ended calls in a period in which the customer spoke. Times in ms since the epoch, `to` excluded. */
export interface CallsToAnalyse {
  readonly agentId: string;
  readonly from: number;
  readonly to: number;
  /** Calls that were analysed with these settings are left out, except by this run. */
  readonly settingsId: string;
  readonly analysisRunId: string;
}

/** Queries on analyses. */
export const analysisQueries = (db: Database) => {
  const source = `FROM calls c LEFT JOIN call_analyses a ON a.business_id = c.business_id AND a.call_id = c.id
     WHERE c.business_id = :businessId AND c.agent_id = :agentId AND c.created_at >= :from AND c.created_at < :to
       AND c.ended_at IS NOT NULL AND c.customer_turns > 0 AND c.consultation_of IS NULL
       AND (a.settings_id IS NULL OR a.settings_id <> :settingsId OR a.run_id = :analysisRunId)`;
  const count = db.prepare<
    CallsToAnalyse & { readonly businessId: string; readonly limit: number },
    { readonly calls: number }
  >(`SELECT count(*) AS calls FROM (SELECT 1 ${source} LIMIT :limit)`);
  const page = db.prepare<
    CallsToAnalyse & { readonly businessId: string; readonly cursor: string | null; readonly limit: number },
    { readonly callId: string; readonly isDone: number }
  >(
    `SELECT c.id AS callId, a.run_id IS :analysisRunId AS isDone ${source}
       AND (:cursor IS NULL OR (c.created_at, c.id) <
         (SELECT created_at, id FROM calls WHERE business_id = :businessId AND id = :cursor))
     ORDER BY c.created_at DESC, c.id DESC LIMIT :limit`,
  );
  return {
    /** Null: the call was not analysed. */
    analysisOf: callAnalysis(db),
    /** At most `limit`. */
    countCallsToAnalyse: (businessId: string, calls: CallsToAnalyse, limit: number): number =>
      count.get({ ...calls, businessId, limit })?.calls ?? 0,
    /** Newest first, after the call `cursor`. `isDone`: the run has analysed it. */
    callsToAnalyse: (
      businessId: string,
      calls: CallsToAnalyse,
      cursor: string | null,
      limit: number,
    ): readonly { readonly callId: string; readonly isDone: boolean }[] =>
      page
        .all({ ...calls, businessId, cursor, limit })
        .map(({ callId, isDone }) => ({ callId, isDone: isDone === 1 })),
  };
};
