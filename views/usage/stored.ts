/** Bytes that each business stores in the journal: the data of requests, imports and messages. */
import type { Database } from 'better-sqlite3';
import { CALL_KIND } from '../../actors/call/events.js';
import type { MeasuredMessage } from '../kernel/view.js';

/** `journal_bytes`: those of all messages of its actors, except calls. `file_bytes`: those of its files (files.ts). */
export const STORED_TABLES = `
CREATE TABLE stored (
  business_id TEXT PRIMARY KEY,
  journal_bytes INTEGER NOT NULL DEFAULT 0,
  file_bytes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
`;

/**
 * Adds up messages. Those of calls do not count: they are paid for, bounded by lines, and compressed after the call has ended.
 * (An archive of a call would also have to be counted differently on a node that already has the call.)
 */
export const measureStored = (db: Database): ((message: MeasuredMessage) => void) => {
  const add = db.prepare<[string, number]>(
    `INSERT INTO stored (business_id, journal_bytes) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET journal_bytes = journal_bytes + excluded.journal_bytes`,
  );
  return ({ businessId, kind, bytes }) => {
    if (kind !== CALL_KIND.name) add.run(businessId, bytes);
  };
};
