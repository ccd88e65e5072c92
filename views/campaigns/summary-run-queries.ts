/** Queries on AI summaries of campaigns. */
import type { Database } from 'better-sqlite3';
import {
  type CampaignSummary,
  type ContactFailure,
  failureMessage,
  MAX_FAILURES,
  type SummaryRunResource,
} from '../../schemas/campaigns/summary-run.js';
import { type ListScope, type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { RunRow } from './summary-runs.js';

/** A run and its scope. */
export interface SummaryRunRecord extends SummaryRunResource {
  /** The iterations of the campaign when the run was estimated. */
  readonly iterationIds: readonly string[];
}

/** A contact's assessment, or the reason why there is none. */
export type Conclusion = {
  readonly contactId: string;
  /** The contact that was assessed: another one if it was merged since. */
  readonly assessedAs: string;
  readonly name: string | null;
  readonly mobile: string | null;
} & (
  | { readonly conclusion: string; readonly nextAction: string | null; readonly failure: null }
  | { readonly conclusion: null; readonly nextAction: null; readonly failure: string }
);

/** Builds runs from their rows. */
const runResources = (db: Database): ((row: RunRow) => SummaryRunResource) => {
  const failed = db.prepare<[string, number], { readonly contactId: string; readonly code: string }>(
    `SELECT contact_id AS contactId, failure AS code FROM assessments
     WHERE run_id = ? AND failure IS NOT NULL ORDER BY assessed_as LIMIT ?`,
  );
  const failuresOf = (runId: string): ContactFailure[] =>
    failed
      .all(runId, MAX_FAILURES)
      .map(({ contactId, code }) => ({ contactId, code, message: failureMessage(code) }));
  return (row) => ({
    summaryRunId: row.id,
    campaignId: row.campaign_id,
    status: row.status,
    contacts: row.contacts,
    assessed: row.assessed,
    failed: row.failed,
    failures: row.failed === 0 ? [] : failuresOf(row.id),
    recommended: row.recommended,
    maxChargeMicrocredits: row.contacts * row.price,
    chargedMicrocredits: row.charged,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    confirmedAt: isoOrNull(row.confirmed_at),
    endedAt: isoOrNull(row.ended_at),
  });
};

/** Queries on runs. */
export const summaryRunQueries = (db: Database) => {
  const toRun = runResources(db);
  const list = db.prepare<PageParameters<'campaignId'>, RunRow>(
    `SELECT * FROM summary_runs WHERE campaign_id = :campaignId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const runById = db.prepare<[string, string], RunRow>(
    'SELECT * FROM summary_runs WHERE campaign_id = ? AND id = ?',
  );
  return {
    /** Newest first. */
    summaryRuns: (campaignId: string, { limit, cursor }: PageRequest): Page<SummaryRunResource> => {
      const scope: ListScope = ['summary-runs', campaignId];
      const rows = list.all({ campaignId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toRun);
    },
    summaryRun: (campaignId: string, runId: string): SummaryRunRecord | null => {
      const row = runById.get(campaignId, runId);
      if (row === undefined) return null;
      const iterationIds: readonly string[] = JSON.parse(row.iterations);
      return { ...toRun(row), iterationIds };
    },
  };
};

interface SummaryRow {
  readonly run_id: string;
  readonly conclusion: string;
  readonly next_action: string;
  readonly recommended: number;
  readonly at: number;
}

/** Queries on the conclusions of runs. */
export const conclusionQueries = (db: Database) => {
  const conclusions = db.prepare<{ runId: string; after: string; count: number }, Conclusion>(
    `SELECT a.contact_id AS contactId, a.assessed_as AS assessedAs, c.name, c.mobile, a.conclusion, a.next_action AS nextAction, a.failure
     FROM assessments a LEFT JOIN contacts c ON c.id = a.contact_id
     WHERE a.run_id = :runId AND a.assessed_as > :after ORDER BY a.assessed_as LIMIT :count`,
  );
  const recommended = db.prepare<
    { runId: string; after: string; count: number },
    { readonly contactId: string }
  >(
    `SELECT DISTINCT contact_id AS contactId FROM assessments
     WHERE run_id = :runId AND contact_id > :after AND recommended = 1 ORDER BY contact_id LIMIT :count`,
  );
  const latest = db.prepare<[string, string], SummaryRow>(
    `SELECT a.run_id, a.conclusion, a.next_action, a.recommended, a.at FROM summary_runs r
     JOIN assessments a ON a.run_id = r.id AND a.contact_id = ?
     WHERE r.campaign_id = ? AND a.conclusion IS NOT NULL ORDER BY r.created_at DESC, r.id DESC, a.at DESC, a.assessed_as LIMIT 1`,
  );
  return {
    /** In the order of the assessed contacts' ids, after a given one; deleted contacts have no name. */
    conclusions: (runId: string, after: string, limit: number): readonly Conclusion[] =>
      conclusions.all({ runId, after, count: limit }),
    /** In the order of their ids, after a given id. */
    recommendedContacts: (runId: string, after: string, limit: number): readonly string[] =>
      recommended.all({ runId, after, count: limit }).map(({ contactId }) => contactId),
    /** The latest conclusion of the campaign about the contact. */
    campaignSummary: (campaignId: string, contactId: string): CampaignSummary | null => {
      const row = latest.get(contactId, campaignId);
      if (row === undefined) return null;
      return {
        campaignId,
        summaryRunId: row.run_id,
        conclusion: row.conclusion,
        nextAction: row.next_action,
        recommended: row.recommended === 1,
        assessedAt: iso(row.at),
      };
    },
  };
};
