/** AI summaries of campaigns: runs, and the conclusions of each about each contact. */
import type { Database } from 'better-sqlite3';
import type { SummaryRunEvent } from '../../actors/summary-run/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { AssessmentFailure, SummaryRunStatus } from '../../schemas/campaigns/summary-run.js';
import { survivorOf } from '../contacts/merges.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * `assessed_as`: the contact that was assessed, which may have been merged since, so that a run may have several assessments of
 * `contact_id`. An assessment without a conclusion is one that the model did not produce; `failure` says why. `iterations`: JSON. Times in ms
 * since the epoch.
 */
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
  assessed_as TEXT NOT NULL,
  conclusion TEXT,
  next_action TEXT,
  failure TEXT,
  recommended INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (run_id, assessed_as)
) WITHOUT ROWID;
CREATE INDEX assessments_by_contact ON assessments (contact_id, run_id);
CREATE INDEX assessments_failed ON assessments (run_id, assessed_as) WHERE failure IS NOT NULL;
CREATE INDEX assessments_recommended ON assessments (run_id, contact_id) WHERE recommended = 1;
`;

/** A stored run. */
export interface RunRow {
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

/** For runs that did not store the reason. */
const NOT_RECORDED: AssessmentFailure = 'reason_not_kept';

const prepare = (db: Database) => ({
  estimate: db.prepare<{
    id: string;
    businessId: string;
    campaignId: string;
    iterations: string;
    contacts: number;
    price: number;
    expiresAt: number;
    at: number;
  }>(
    `INSERT INTO summary_runs (id, business_id, campaign_id, iterations, status, contacts, price, expires_at,
       created_at)
     VALUES (:id, :businessId, :campaignId, :iterations, 'estimated', :contacts, :price, :expiresAt, :at)`,
  ),
  confirm: db.prepare<[number, string]>(
    `UPDATE summary_runs SET status = 'running', confirmed_at = ? WHERE id = ?`,
  ),
  refuse: db.prepare<[string]>(
    `UPDATE summary_runs SET status = 'estimated', confirmed_at = NULL WHERE id = ?`,
  ),
  count: db.prepare<{ id: string; assessed: number; failed: number; recommended: number }>(
    `UPDATE summary_runs SET assessed = assessed + :assessed, failed = failed + :failed,
       recommended = recommended + :recommended WHERE id = :id`,
  ),
  assess: db.prepare<{
    id: string;
    contactId: string;
    assessedAs: string;
    conclusion: string | null;
    nextAction: string | null;
    failure: string | null;
    recommended: number;
    at: number;
  }>(
    `INSERT INTO assessments (run_id, contact_id, assessed_as, conclusion, next_action, failure, recommended, at)
     VALUES (:id, :contactId, :assessedAs, :conclusion, :nextAction, :failure, :recommended, :at) ON CONFLICT DO NOTHING`,
  ),
  end: db.prepare<{ id: string; status: string; at: number }>(
    'UPDATE summary_runs SET ended_at = :at, outcome = :status WHERE id = :id',
  ),
  // A run is shown as completed only once its charge is known.
  settle: db.prepare<[number, string]>('UPDATE summary_runs SET charged = ?, status = outcome WHERE id = ?'),
});

/** Projects summary runs. */
export const projectSummaryRuns = (db: Database): ((stored: Stored<SummaryRunEvent>) => void) => {
  const current = survivorOf(db);
  const { estimate, confirm, refuse, count, assess, end, settle } = prepare(db);
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'summary.estimated': {
        const { campaignId, contacts, priceMicrocredits: price, expiresAt } = event;
        const iterations = JSON.stringify(event.iterationIds);
        estimate.run({ id, businessId, campaignId, iterations, contacts, price, expiresAt, at });
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
        for (const { contactId: assessedAs, assessment, failure: code = NOT_RECORDED } of event.results) {
          if (assessment === null) failed += 1;
          if (assessment?.recommended === true) recommended += 1;
          const { conclusion = null, nextAction = null } = assessment ?? {};
          const failure = assessment === null ? code : null;
          const recommends = assessment?.recommended === true ? 1 : 0;
          const contactId = current(assessedAs);
          const row = { id, contactId, assessedAs, conclusion, nextAction, failure };
          assess.run({ ...row, recommended: recommends, at });
        }
        count.run({ id, assessed: event.results.length - failed, failed, recommended });
        return;
      }
      case 'summary.ended':
        end.run({ id, status: event.status, at });
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
