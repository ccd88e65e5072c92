/**
 * Bytes of the files that each business uploads. A file counts from the event that reports it until the one that reports its
 * removal. Files without a request of the business do not count: customers and calls could otherwise fill its quota.
 *
 * A file counts once, however often its event is applied. Events of builds that did not record the size of an upload count as
 * nothing. Files of Data Sources are never removed, so they count permanently.
 */
import type { Database } from 'better-sqlite3';
import type { ContactImportEvent } from '../../actors/contact-import/events.js';
import type { DataSourceEvent } from '../../actors/data-source/events.js';
import type { Stored } from '../kernel/stored-event.js';

/** `id`: that of the import or the version that the file belongs to; these ids never collide. */
export const FILE_TABLES = `
CREATE TABLE stored_files (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
`;

/** The files of businesses, and their total. */
interface Files {
  /** Stores a file; it replaces an earlier one with the same id. */
  keep(businessId: string, id: string, bytes: number | undefined): void;
  /** Removes a file; a missing one changes nothing. */
  remove(businessId: string, id: string): void;
}

const filesIn = (db: Database): Files => {
  const find = db.prepare<[string, string], { readonly bytes: number }>(
    'SELECT bytes FROM stored_files WHERE business_id = ? AND id = ?',
  );
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO stored_files (business_id, id, bytes) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes`,
  );
  const drop = db.prepare<[string, string]>('DELETE FROM stored_files WHERE business_id = ? AND id = ?');
  const add = db.prepare<[string, number]>(
    `INSERT INTO stored (business_id, file_bytes) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET file_bytes = file_bytes + excluded.file_bytes`,
  );
  const sizeOf = (businessId: string, id: string): number => find.get(businessId, id)?.bytes ?? 0;
  return {
    keep: (businessId, id, bytes = 0) => {
      const before = sizeOf(businessId, id);
      if (bytes === before) return;
      put.run(businessId, id, bytes);
      add.run(businessId, bytes - before);
    },
    remove: (businessId, id) => {
      const before = sizeOf(businessId, id);
      if (before === 0) return;
      drop.run(businessId, id);
      add.run(businessId, -before);
    },
  };
};

/** An import removes its file before it finishes. */
export const projectImportFiles = (db: Database): ((stored: Stored<ContactImportEvent>) => void) => {
  const files = filesIn(db);
  return ({ businessId, id, event }) => {
    if (event.type === 'import.accepted') files.keep(businessId, id, event.bytes);
    if (event.type === 'import.finished') files.remove(businessId, id);
  };
};

/** Files of versions stay, also those of versions that failed or were superseded. */
export const projectSourceFiles = (db: Database): ((stored: Stored<DataSourceEvent>) => void) => {
  const files = filesIn(db);
  return ({ businessId, event }) => {
    if (event.type === 'version.received' || event.type === 'document.received')
      files.keep(businessId, event.versionId, event.bytes);
  };
};
