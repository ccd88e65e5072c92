/** Jobs that change or delete many contacts: their progress and their results. */
import type { Database } from 'better-sqlite3';
import type { ContactJobEvent, ContactJobProgress } from '../../actors/contact-job/events.js';
import { assertNever } from '../../schemas/assert.js';
import type {
  ContactJob,
  ContactJobAction,
  ContactJobCounts,
  ContactJobStatus,
} from '../../schemas/contacts/selection.js';
import { CONTACT_PARTITIONS } from '../../schemas/ids.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `partitions`: finished ones. `counts`: JSON. Times in ms since the epoch. */
export const CONTACT_JOB_TABLES = `
CREATE TABLE contact_jobs (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  action TEXT NOT NULL,
  dry_run INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued',
  partitions INTEGER NOT NULL DEFAULT 0,
  counts TEXT NOT NULL DEFAULT '{"matched":0,"changed":0,"skipped":0}',
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX contact_jobs_by_age ON contact_jobs (business_id, created_at DESC, id DESC);
`;

/** Projects jobs. */
export const projectContactJobs = (db: Database): ((stored: Stored<ContactJobEvent>) => void) => {
  const accept = db.prepare<{ businessId: string; id: string; action: string; dryRun: number; at: number }>(
    `INSERT INTO contact_jobs (business_id, id, action, dry_run, created_at)
     VALUES (:businessId, :id, :action, :dryRun, :at)`,
  );
  const update = db.prepare<{
    businessId: string;
    id: string;
    status: ContactJobStatus;
    partitions: number;
    counts: string;
    finishedAt: number | null;
  }>(
    `UPDATE contact_jobs SET status = :status, partitions = :partitions, counts = :counts, finished_at = :finishedAt
     WHERE business_id = :businessId AND id = :id`,
  );
  return ({ businessId, id, at, event }) => {
    const set = (
      status: ContactJobStatus,
      { partitions, counts }: ContactJobProgress,
      finishedAt: number | null,
    ): void =>
      void update.run({ businessId, id, status, partitions, counts: JSON.stringify(counts), finishedAt });
    switch (event.type) {
      case 'job.accepted':
        accept.run({ businessId, id, action: event.action, dryRun: +event.dryRun, at });
        return;
      case 'job.progressed':
        set('running', event, null);
        return;
      case 'job.finished':
        set(event.status, event, at);
        return;
      case 'job.cancellation_requested':
        return;
      default:
        assertNever(event);
    }
  };
};

interface JobRow {
  readonly id: string;
  readonly action: ContactJobAction;
  readonly dry_run: number;
  readonly status: ContactJobStatus;
  readonly partitions: number;
  readonly counts: string;
  readonly created_at: number;
  readonly finished_at: number | null;
}

/** The progress of a job that has finished so many partitions. */
export const progressPercent = (partitions: number): number =>
  Math.floor((partitions * 100) / CONTACT_PARTITIONS);

const toJob = (row: JobRow): ContactJob => {
  const counts: ContactJobCounts = JSON.parse(row.counts);
  return {
    jobId: row.id,
    action: row.action,
    dryRun: row.dry_run === 1,
    status: row.status,
    progressPercent: progressPercent(row.partitions),
    counts,
    createdAt: iso(row.created_at),
    finishedAt: isoOrNull(row.finished_at),
  };
};

/** Queries on jobs. */
export const contactJobQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId'>, JobRow>(
    `SELECT * FROM contact_jobs WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string], JobRow>(
    'SELECT * FROM contact_jobs WHERE business_id = ? AND id = ?',
  );
  return {
    /** Newest first. */
    contactJobs: (businessId: string, { limit, cursor }: PageRequest): Page<ContactJob> => {
      const scope = ['contact-jobs', businessId];
      const rows = page.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toJob);
    },
    contactJob: (businessId: string, jobId: string): ContactJob | null => {
      const row = byId.get(businessId, jobId);
      return row === undefined ? null : toJob(row);
    },
  };
};
