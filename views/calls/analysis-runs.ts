/** Runs that analyse ended calls of an agent again. */
import type { Database } from 'better-sqlite3';
import type { AnalysisRunEvent } from '../../actors/analysis-run/events.js';
import type { AnalysisRunResource, AnalysisRunStatus } from '../../schemas/analysis/run.js';
import { assertNever } from '../../schemas/assert.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** Times in ms since the epoch, amounts in microcredits. */
export const ANALYSIS_RUN_TABLES = `
CREATE TABLE analysis_runs (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  status TEXT NOT NULL,
  of_what TEXT NOT NULL,
  calls INTEGER NOT NULL,
  price INTEGER NOT NULL,
  analysed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  charged INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX analysis_runs_by_agent ON analysis_runs (business_id, agent_id, created_at DESC, id DESC);
`;

const OF_RUN = 'WHERE business_id = :businessId AND id = :id';

/** Projects runs. */
export const projectAnalysisRuns = (db: Database): ((stored: Stored<AnalysisRunEvent>) => void) => {
  const estimate = db.prepare<{
    businessId: string;
    id: string;
    agentId: string;
    what: string;
    calls: number;
    price: number;
    expiresAt: number;
    at: number;
  }>(
    `INSERT INTO analysis_runs (business_id, id, agent_id, status, of_what, calls, price, expires_at, created_at)
     VALUES (:businessId, :id, :agentId, 'estimated', :what, :calls, :price, :expiresAt, :at)`,
  );
  const move = db.prepare<{ businessId: string; id: string; status: AnalysisRunStatus }>(
    `UPDATE analysis_runs SET status = :status ${OF_RUN}`,
  );
  const count = db.prepare<{ businessId: string; id: string; analysed: number; failed: number }>(
    `UPDATE analysis_runs SET analysed = analysed + :analysed, failed = failed + :failed ${OF_RUN}`,
  );
  const end = db.prepare<{ businessId: string; id: string; outcome: string; at: number }>(
    `UPDATE analysis_runs SET outcome = :outcome, ended_at = :at ${OF_RUN}`,
  );
  // A run is shown as completed only once its charge is known.
  const settle = db.prepare<{ businessId: string; id: string; charged: number }>(
    `UPDATE analysis_runs SET status = outcome, charged = :charged ${OF_RUN}`,
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'analysis_run.estimated': {
        const { agentId, what = 'calls', calls, priceMicrocredits: price, expiresAt } = event;
        estimate.run({ businessId, id, agentId, what, calls, price, expiresAt, at });
        return;
      }
      case 'analysis_run.confirmed':
        move.run({ businessId, id, status: 'running' });
        return;
      case 'analysis_run.unfunded':
        move.run({ businessId, id, status: 'estimated' });
        return;
      case 'analysis_run.page_analysed':
        count.run({ businessId, id, analysed: event.analysed, failed: event.failures.length });
        return;
      case 'analysis_run.ended':
        end.run({ businessId, id, outcome: event.status, at });
        return;
      case 'analysis_run.settled':
        settle.run({ businessId, id, charged: event.chargedMicrocredits });
        return;
      case 'analysis_run.funded':
        return;
      default:
        assertNever(event);
    }
  };
};

interface RunRow {
  readonly id: string;
  readonly agent_id: string;
  readonly status: AnalysisRunStatus;
  readonly of_what: AnalysisRunResource['of'];
  readonly calls: number;
  readonly price: number;
  readonly analysed: number;
  readonly failed: number;
  readonly charged: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly created_at: number;
}

const toRun = (row: RunRow): AnalysisRunResource => ({
  analysisRunId: row.id,
  agentId: row.agent_id,
  status: row.status,
  of: row.of_what,
  calls: row.calls,
  analyzed: row.analysed,
  failed: row.failed,
  maxChargeMicrocredits: row.calls * row.price,
  chargedMicrocredits: row.charged,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  endedAt: isoOrNull(row.ended_at),
});

/** Queries on runs. */
export const analysisRunQueries = (db: Database) => {
  const byId = db.prepare<[string, string, string], RunRow>(
    'SELECT * FROM analysis_runs WHERE business_id = ? AND agent_id = ? AND id = ?',
  );
  const list = db.prepare<PageParameters<'businessId' | 'agentId'>, RunRow>(
    `SELECT * FROM analysis_runs WHERE business_id = :businessId AND agent_id = :agentId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    analysisRun: (businessId: string, agentId: string, runId: string): AnalysisRunResource | null => {
      const row = byId.get(businessId, agentId, runId);
      return row === undefined ? null : toRun(row);
    },
    /** Newest first. */
    analysisRuns: (
      businessId: string,
      agentId: string,
      { limit, cursor }: PageRequest,
    ): Page<AnalysisRunResource> => {
      const scope = ['analysis-runs', businessId, agentId];
      const rows = list.all({ businessId, agentId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toRun);
    },
  };
};
