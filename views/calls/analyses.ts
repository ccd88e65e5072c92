/**
 * Analyses of calls. The findings have a table of their own, and the list of calls shows their outcome. When views are rebuilt, an
 * archived call may come after its analysis, so each of the two looks the other up.
 */
import type { Database } from 'better-sqlite3';
import type { AnalysisEvent } from '../../actors/analysis/events.js';
import type { CallAnalysis, CallOutcome, Findings } from '../../schemas/analysis/call-analysis.js';
import type { RunFilter } from '../../schemas/calls/filters.js';
import {
  ANALYSIS_COLUMNS,
  type AnalysisRow,
  analysisFrom,
  analysisWriter,
  type OutcomeRow,
  outcomeFrom,
  SHOW_OUTCOME,
  type ToAnalyse,
} from '../kernel/analyses.js';
import type { Stored } from '../kernel/stored-event.js';
import { conditionsOf, type QueryParameters } from './filter.js';

export const ANALYSIS_TABLES = `
CREATE TABLE call_analyses (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,${ANALYSIS_COLUMNS},
  PRIMARY KEY (business_id, call_id)
) WITHOUT ROWID;
`;

/** Shows the outcome of a call in the list of calls; nothing happens if one of the two is not known yet. */
export const outcomeOfCall = (db: Database): ((businessId: string, callId: string) => void) => {
  const show = db.prepare<[string, string]>(
    `UPDATE calls SET ${SHOW_OUTCOME}
     FROM call_analyses a WHERE a.business_id = calls.business_id AND a.call_id = calls.id
       AND calls.business_id = ? AND calls.id = ?`,
  );
  return (businessId, callId) => {
    show.run(businessId, callId);
  };
};

/** Projects analyses. */
export const projectAnalyses = (db: Database): ((stored: Stored<AnalysisEvent>) => void) => {
  const write = analysisWriter<Findings>(db, { table: 'call_analyses', key: 'call_id' });
  const show = outcomeOfCall(db);
  return (stored) => {
    if (write(stored)) show(stored.businessId, stored.id);
  };
};

/** The analysis of a call; null: it was not analysed. */
export const callAnalysis = (db: Database): ((businessId: string, callId: string) => CallAnalysis | null) => {
  const byCall = db.prepare<[string, string], AnalysisRow>(
    'SELECT * FROM call_analyses WHERE business_id = ? AND call_id = ?',
  );
  return (businessId, callId) => {
    const row = byCall.get(businessId, callId);
    return row === undefined ? null : analysisFrom<Findings>(row);
  };
};

/** The calls that a run covers. */
export interface CallsToAnalyse extends ToAnalyse {
  readonly filter?: RunFilter;
}

/** A call that the run has analysed stays among them, although its outcome may not match any more. */
const sourceSql = (conditions: readonly string[]): string => `
  FROM calls c LEFT JOIN call_analyses a ON a.business_id = c.business_id AND a.call_id = c.id
  WHERE c.business_id = :businessId AND c.agent_id = :agentId AND c.created_at >= :from AND c.created_at < :to
    AND c.ended_at IS NOT NULL AND c.customer_turns > 0 AND c.consultation_of IS NULL
    AND (a.settings_id IS NULL OR a.settings_id <> :settingsId OR a.run_id = :analysisRunId)
    ${conditions.length === 0 ? '' : `AND (a.run_id IS :analysisRunId OR EXISTS (SELECT 1 FROM calls WHERE calls.row = c.row AND ${conditions.join(' AND ')}))`}`;

/** Queries on analyses. A run covers ended calls in which the customer spoke. */
export const analysisQueries = (db: Database) => {
  const prepared = ({ filter = {}, ...calls }: CallsToAnalyse) => {
    const { conditions, parameters } = conditionsOf(filter);
    return { source: sourceSql(conditions), values: { ...parameters, ...calls } };
  };
  return {
    /** Null: the call was not analysed. */
    analysisOf: callAnalysis(db),
    /** At most `limit`. */
    countCallsToAnalyse: (businessId: string, calls: CallsToAnalyse, limit: number): number => {
      const { source, values } = prepared(calls);
      const count = db
        .prepare<QueryParameters, number>(`SELECT count(*) FROM (SELECT 1 ${source} LIMIT :limit)`)
        .pluck();
      return count.get({ ...values, businessId, limit }) ?? 0;
    },
    /** Newest first, after the call `cursor`. `isDone`: the run has analysed it. */
    callsToAnalyse: (
      businessId: string,
      calls: CallsToAnalyse,
      cursor: string | null,
      limit: number,
    ): readonly { readonly callId: string; readonly isDone: boolean }[] => {
      const { source, values } = prepared(calls);
      const page = db.prepare<
        Readonly<Record<string, string | number | null>>,
        { readonly callId: string; readonly isDone: number }
      >(
        `SELECT c.id AS callId, a.run_id IS :analysisRunId AS isDone ${source}
           AND (:cursor IS NULL OR (c.created_at, c.id) <
             (SELECT created_at, id FROM calls WHERE business_id = :businessId AND id = :cursor))
         ORDER BY c.created_at DESC, c.id DESC LIMIT :limit`,
      );
      return page
        .all({ ...values, businessId, cursor, limit })
        .map(({ callId, isDone }) => ({ callId, isDone: isDone === 1 }));
    },
  };
};

/** Queries on what was found about a contact or in a campaign. */
export const findingQueries = (db: Database) => {
  const refused = db
    .prepare<{ readonly businessId: string; readonly contactId: string; readonly since: number }, number>(
      `SELECT 1 FROM calls WHERE business_id = :businessId AND contact_id = :contactId AND created_at >= :since
         AND wants_no_contact = 1 LIMIT 1`,
    )
    .pluck();
  const ofCampaign = db.prepare<
    {
      readonly businessId: string;
      readonly campaignId: string;
      readonly createdAt: number;
      readonly callId: string;
      readonly limit: number;
    },
    { readonly callId: string; readonly createdAt: number; readonly findings: string }
  >(
    `SELECT c.id AS callId, c.created_at AS createdAt, a.findings FROM calls c
     JOIN call_analyses a ON a.business_id = c.business_id AND a.call_id = c.id
     WHERE c.business_id = :businessId AND c.campaign_id = :campaignId AND a.findings IS NOT NULL
       AND (c.created_at, c.id) < (:createdAt, :callId) ORDER BY c.created_at DESC, c.id DESC LIMIT :limit`,
  );
  const latestOfMember = db
    .prepare<
      { readonly businessId: string; readonly campaignId: string; readonly contactId: string },
      string
    >(
      `SELECT c.id FROM calls c JOIN call_analyses a ON a.business_id = c.business_id AND a.call_id = c.id
       WHERE c.business_id = :businessId AND c.contact_id = :contactId AND c.campaign_id = :campaignId
         AND a.findings IS NOT NULL ORDER BY c.created_at DESC, c.id DESC LIMIT 1`,
    )
    .pluck();
  const outcome = db.prepare<[string, string], OutcomeRow>(
    `SELECT analysis_status, success, sentiment, wants_human, wants_no_contact, wants_call_back FROM calls
     WHERE business_id = ? AND id = ?`,
  );
  return {
    /** Null: the call was not analysed. */
    outcomeOfCall: (businessId: string, callId: string): CallOutcome | null => {
      const row = outcome.get(businessId, callId);
      return row === undefined ? null : outcomeFrom(row);
    },
    /** The findings about calls of a campaign, the newest first, after a call; `after` null: from the first. */
    findingsOfCampaign: (
      businessId: string,
      campaignId: string,
      after: { readonly createdAt: number; readonly callId: string } | null,
      limit: number,
    ): readonly { readonly callId: string; readonly createdAt: number; readonly findings: Findings }[] =>
      ofCampaign
        .all({
          businessId,
          campaignId,
          createdAt: after?.createdAt ?? Number.MAX_SAFE_INTEGER,
          callId: after?.callId ?? '',
          limit,
        })
        .map(({ findings, ...call }) => {
          const found: Findings = JSON.parse(findings);
          return { ...call, findings: found };
        }),
    /** The last analysed call to a contact in a campaign; null: none. */
    analysedCallOf: (businessId: string, campaignId: string, contactId: string): string | null =>
      latestOfMember.get({ businessId, campaignId, contactId }) ?? null,
    /** Whether the contact requested in a call since then, ms since the epoch, not to be contacted again. */
    refusedInCall: (businessId: string, contactId: string, since: number): boolean =>
      refused.get({ businessId, contactId, since }) !== undefined,
  };
};
