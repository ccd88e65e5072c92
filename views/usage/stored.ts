/** Bytes of the journal by business: what requests, imports and messages have written. */
import type { Database } from 'better-sqlite3';
import { CALL_KIND } from '../../actors/call/events.js';
import type { MeasuredMessage } from '../kernel/view.js';

/** `bytes`: of all messages of its actors but calls. */
export const STORED_TABLES = `
CREATE TABLE stored (business_id TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
`;

/**
 * Adds up messages. Calls do not count: they are paid for, bounded by lines, and compressed when they have ended (an
 * archive of a call would have to be counted in another way on a node that was there before it).
 */
export const measureStored = (db: Database): ((message: MeasuredMessage) => void) => {
  const add = db.prepare<[string, number]>(
    `INSERT INTO stored (business_id, bytes) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes`,
  );
  return ({ businessId, kind, bytes }) => {
    if (kind !== CALL_KIND.name) add.run(businessId, bytes);
  };
};
