/** What became of the calls and messages to a contact: one row a channel. */
import type { Database } from 'better-sqlite3';

export const ROLLUP_TABLES = `
CREATE TABLE contact_rollups (
  contact_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  last_outcome TEXT,
  PRIMARY KEY (contact_id, channel)
) WITHOUT ROWID;
`;

export type RollupChannel = 'voice' | 'whatsapp' | 'instagram';

export const contactRollups = (db: Database) => {
  const begin = db.prepare<[string, string, number]>(
    `INSERT INTO contact_rollups (contact_id, channel, count, last_at) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)`,
  );
  const end = db.prepare<[string, string, string]>(
    'UPDATE contact_rollups SET last_outcome = ? WHERE contact_id = ? AND channel = ?',
  );
  const forget = db.prepare<[string]>('DELETE FROM contact_rollups WHERE contact_id = ?');
  return {
    forget: (contactId: string): void => void forget.run(contactId),
    /** One more communication, at `at` ms since the epoch. */
    began: (contactId: string, channel: RollupChannel, at: number): void =>
      void begin.run(contactId, channel, at),
    /** How the latest one that ended did. */
    ended: (contactId: string, channel: RollupChannel, outcome: string): void =>
      void end.run(outcome, contactId, channel),
  };
};
