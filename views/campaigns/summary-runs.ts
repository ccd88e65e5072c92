/** AI summaries of campaigns: runs, and what each concluded about each contact. */
import type { Database } from 'better-sqlite3';
import type { SummaryRunEvent } from '../../actors/summary-run/events.js';
import { assertNever } from '../../schemas/assert.js';
import {
  type AssessmentFailure,
  type CampaignSummary,
  type ContactFailure,
  failureMessage,
  MAX_FAILURES,
  type SummaryRunResource,
  type SummaryRunStatus,
} from '../../schemas/summary-run.js';
import { type ListScope, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** An assessment without a conclusion is one that the model did not give; `failure` says why. */
export const SUMMARY_RUN_TABLES = `
CREATE TABLE summary_runs (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  iterations TEXT NOT NULL,
  status TEXT NOT NULL,
  contacts INTEGER NOT NULL,
  price INTEGER NOT NULL,
  assessed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  recommended INTEGER NOT NULL DEFAULT 0,
  charged INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  ended_at INTEGER,
  outcome TEXT,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX summary_runs_by_campaign ON summary_runs (campaign_id, created_at DESC, id DESC);
CREATE TABLE assessments (
  run_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  conclusion TEXT,
  next_action TEXT,
  failure TEXT,
  recommended INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (run_id, contact_id)
) WITHOUT ROWID;
CREATE INDEX assessments_failed ON assessments (run_id, contact_id) WHERE failure IS NOT NULL;
`;

/** Of runs that did not keep why. */
const NOT_KEPT: AssessmentFailure = 'reason_not_kept';

export const projectSummaryRuns = (db: Database): ((stored: Stored<SummaryRunEvent>) => void) => {
  const estimate = db.prepare<[string, string, string, string, number, number, number, number]>(
    `INSERT INTO summary_runs (id, business_id, campaign_id, iterations, status, contacts, price, expires_at,
       created_at) VALUES (?, ?, ?, ?, 'estimated', ?, ?, ?, ?)`,
  );
  const confirm = db.prepare<[number, string]>(
    `UPDATE summary_runs SET status = 'running', confirmed_at = ? WHERE id = ?`,
  );
  const refuse = db.prepare<[string]>(
    `UPDATE summary_runs SET status = 'estimated', confirmed_at = NULL WHERE id = ?`,
  );
  const count = db.prepare<[number, number, number, string]>(
    `UPDATE summary_runs SET assessed = assessed + ?, failed = failed + ?, recommended = recommended + ?
     WHERE id = ?`,
  );
  const assess = db.prepare<[string, string, string | null, string | null, string | null, number, number]>(
    `INSERT INTO assessments (run_id, contact_id, conclusion, next_action, failure, recommended, at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const end = db.prepare<[number, string, string]>(
    'UPDATE summary_runs SET ended_at = ?, outcome = ? WHERE id = ?',
  );
  // What is charged is known by then: a run that shows itself as completed has its price.
  const settle = db.prepare<[number, string]>(
    'UPDATE summary_runs SET charged = ?, status = outcome WHERE id = ?',
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'summary.estimated': {
        const { campaignId, iterationIds, contacts, priceMicrocredits, expiresAt } = event;
        const iterations = JSON.stringify(iterationIds);
        estimate.run(id, businessId, campaignId, iterations, contacts, priceMicrocredits, expiresAt, at);
        return;
      }
      case 'summary.confirmed':
        confirm.run(at, id);
        return;
      case 'summary.unfunded':
        refuse.run(id);
        return;
      case 'summary.page_assessed': {
        let recommended = 0;
        let failed = 0;
        for (const { contactId, assessment, failure = NOT_KEPT } of event.results) {
          if (assessment === null) failed += 1;
          if (assessment?.recommended === true) recommended += 1;
          const { conclusion = null, nextAction = null } = assessment ?? {};
          const why = assessment === null ? failure : null;
          const recommends = assessment?.recommended === true ? 1 : 0;
          assess.run(id, contactId, conclusion, nextAction, why, recommends, at);
        }
        count.run(event.results.length - failed, failed, recommended, id);
        return;
      }
      case 'summary.ended':
        end.run(at, event.status, id);
        return;
      case 'summary.settled':
        settle.run(event.chargedMicrocredits, id);
        return;
      case 'summary.funded':
        return;
      default:
        assertNever(event);
    }
  };
};

interface RunRow {
  readonly id: string;
  readonly campaign_id: string;
  readonly iterations: string;
  readonly status: SummaryRunStatus;
  readonly contacts: number;
  readonly price: number;
  readonly assessed: number;
  readonly failed: number;
  readonly recommended: number;
  readonly charged: number;
  readonly expires_at: number;
  readonly confirmed_at: number | null;
  readonly ended_at: number | null;
  readonly created_at: number;
}

export interface SummaryRunRecord extends SummaryRunResource {
  /** Of the campaign, when the run was estimated. */
  readonly iterationIds: readonly string[];
}

/** A contact's assessment, or why there is none. */
export type Conclusion = {
  readonly contactId: string;
  readonly name: string | null;
  readonly mobile: string | null;
} & (
  | { readonly conclusion: string; readonly nextAction: string | null; readonly failure: null }
  | { readonly conclusion: null; readonly nextAction: null; readonly failure: string }
);

export const summaryRunQueries = (db: Database) => {
  const list = db.prepare<[string, number, string, number], RunRow>(
    `SELECT * FROM summary_runs WHERE campaign_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const one = db.prepare<[string, string], RunRow>(
    'SELECT * FROM summary_runs WHERE campaign_id = ? AND id = ?',
  );
  const conclusions = db.prepare<[string, string, number], Conclusion>(
    `SELECT a.contact_id AS contactId, c.name, c.mobile, a.conclusion, a.next_action AS nextAction, a.failure
     FROM assessments a LEFT JOIN contacts c ON c.id = a.contact_id
     WHERE a.run_id = ? AND a.contact_id > ? ORDER BY a.contact_id LIMIT ?`,
  );
  const recommended = db.prepare<[string, string, number], { readonly contactId: string }>(
    `SELECT contact_id AS contactId FROM assessments WHERE run_id = ? AND contact_id > ? AND recommended = 1
     ORDER BY contact_id LIMIT ?`,
  );
  const latest = db.prepare<
    [string, string],
    {
      readonly run_id: string;
      readonly conclusion: string;
      readonly next_action: string;
      readonly recommended: number;
      readonly at: number;
    }
  >(
    `SELECT a.run_id, a.conclusion, a.next_action, a.recommended, a.at FROM summary_runs r
     JOIN assessments a ON a.run_id = r.id AND a.contact_id = ?
     WHERE r.campaign_id = ? AND a.conclusion IS NOT NULL ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
  );
  const failed = db.prepare<[string, number], { readonly contactId: string; readonly code: string }>(
    `SELECT contact_id AS contactId, failure AS code FROM assessments
     WHERE run_id = ? AND failure IS NOT NULL ORDER BY contact_id LIMIT ?`,
  );
  const toRun = (row: RunRow): SummaryRunResource => {
    const failures =
      row.failed === 0
        ? []
        : failed
            .all(row.id, MAX_FAILURES)
            .map(
              ({ contactId, code }): ContactFailure => ({ contactId, code, message: failureMessage(code) }),
            );
    return {
      summaryRunId: row.id,
      campaignId: row.campaign_id,
      status: row.status,
      contacts: row.contacts,
      assessed: row.assessed,
      failed: row.failed,
      failures,
      recommended: row.recommended,
      maxChargeMicrocredits: row.contacts * row.price,
      chargedMicrocredits: row.charged,
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
      confirmedAt: isoOrNull(row.confirmed_at),
      endedAt: isoOrNull(row.ended_at),
    };
  };
  return {
    /** Newest first. */
    summaryRuns: (campaignId: string, { limit, cursor }: PageRequest): Page<SummaryRunResource> => {
      const scope: ListScope = ['summary-runs', campaignId];
      const from = positionOf(scope, cursor);
      return pageOf(scope, list.all(campaignId, from.createdAt, from.id, limit + 1), limit, toRun);
    },
    summaryRun: (campaignId: string, runId: string): SummaryRunRecord | null => {
      const row = one.get(campaignId, runId);
      if (row === undefined) return null;
      const iterationIds: readonly string[] = JSON.parse(row.iterations);
      return { ...toRun(row), iterationIds };
    },
    /** In the order of the contacts' ids, after one; contacts that are gone have no name. */
    conclusions: (runId: string, after: string, limit: number): readonly Conclusion[] =>
      conclusions.all(runId, after, limit),
    recommendedContacts: (runId: string, after: string, limit: number): readonly string[] =>
      recommended.all(runId, after, limit).map(({ contactId }) => contactId),
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
