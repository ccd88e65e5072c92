/** Imports of contacts: their files, their progress, and their results. */
import type { Database } from 'better-sqlite3';
import type { ContactImportEvent } from '../../actors/contact-import/events.js';
import { assertNever } from '../../schemas/assert.js';
import type {
  ContactImportCounts,
  ContactImportJob,
  JobIssue,
  JobStatus,
} from '../../schemas/contacts/job.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `counts`, `issues`: JSON. Times in ms since the epoch. */
export const CONTACT_IMPORT_TABLES = `
CREATE TABLE contact_imports (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued',
  file_name TEXT NOT NULL,
  counts TEXT NOT NULL,
  issues TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX contact_imports_by_age ON contact_imports (business_id, created_at DESC, id DESC);
`;

const NO_COUNTS: ContactImportCounts = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };

/** Projects imports. */
export const projectContactImports = (db: Database): ((stored: Stored<ContactImportEvent>) => void) => {
  const accept = db.prepare<{ businessId: string; id: string; fileName: string; counts: string; at: number }>(
    `INSERT INTO contact_imports (business_id, id, file_name, counts, created_at)
     VALUES (:businessId, :id, :fileName, :counts, :at)`,
  );
  const progress = db.prepare<{ businessId: string; id: string; counts: string }>(
    `UPDATE contact_imports SET status = 'running', counts = :counts WHERE business_id = :businessId AND id = :id`,
  );
  const finish = db.prepare<{
    businessId: string;
    id: string;
    status: string;
    counts: string;
    issues: string;
    at: number;
  }>(
    `UPDATE contact_imports SET status = :status, counts = :counts, issues = :issues, finished_at = :at
     WHERE business_id = :businessId AND id = :id`,
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'import.accepted':
        accept.run({ businessId, id, fileName: event.fileName, counts: JSON.stringify(NO_COUNTS), at });
        return;
      case 'import.progressed':
        progress.run({ businessId, id, counts: JSON.stringify(event.counts) });
        return;
      case 'import.finished': {
        const counts = JSON.stringify(event.counts);
        const issues = JSON.stringify(event.issues);
        finish.run({ businessId, id, status: event.status, counts, issues, at });
        return;
      }
      default:
        assertNever(event);
    }
  };
};

interface ImportRow {
  readonly id: string;
  readonly status: JobStatus;
  readonly file_name: string;
  readonly counts: string;
  readonly issues: string;
  readonly created_at: number;
  readonly finished_at: number | null;
}

const toJob = (row: ImportRow): ContactImportJob => {
  const counts: ContactImportCounts = JSON.parse(row.counts);
  const issues: JobIssue[] = JSON.parse(row.issues);
  return {
    jobId: row.id,
    status: row.status,
    fileName: row.file_name,
    counts,
    issues,
    createdAt: iso(row.created_at),
    finishedAt: isoOrNull(row.finished_at),
  };
};

/** Queries on imports. */
export const contactImportQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId'>, ImportRow>(
    `SELECT * FROM contact_imports WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string], ImportRow>(
    'SELECT * FROM contact_imports WHERE business_id = ? AND id = ?',
  );
  return {
    /** Newest first. */
    contactImports: (businessId: string, { limit, cursor }: PageRequest): Page<ContactImportJob> => {
      const scope = ['contact-imports', businessId];
      const rows = page.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toJob);
    },
    contactImport: (businessId: string, jobId: string): ContactImportJob | null => {
      const row = byId.get(businessId, jobId);
      return row === undefined ? null : toJob(row);
    },
  };
};
