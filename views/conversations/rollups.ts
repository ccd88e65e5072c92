/** Outcomes of the calls and messages with a contact: one row per channel. */
import type { Database } from 'better-sqlite3';

/**
 * `last_outcome`: that of the latest to end; null while none has. `outcome_position`: the position of that end in the order of
 * the journal, because events of calls may arrive out of order. Times in ms since the epoch.
 */
export const ROLLUP_TABLES = `
CREATE TABLE contact_rollups (
  contact_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  last_outcome TEXT,
  outcome_position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (contact_id, channel)
) WITHOUT ROWID;
`;

/** A channel with its own row. */
export type RollupChannel = 'voice' | 'whatsapp' | 'instagram';

/** Writes rollups. */
export const contactRollups = (db: Database) => {
  const begin = db.prepare<{ contactId: string; channel: RollupChannel; at: number }>(
    `INSERT INTO contact_rollups (contact_id, channel, count, last_at) VALUES (:contactId, :channel, 1, :at)
     ON CONFLICT DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)`,
  );
  const end = db.prepare<{ contactId: string; channel: RollupChannel; outcome: string; position: number }>(
    `UPDATE contact_rollups SET last_outcome = :outcome, outcome_position = :position
     WHERE contact_id = :contactId AND channel = :channel AND outcome_position <= :position`,
  );
  const forget = db.prepare<[string]>('DELETE FROM contact_rollups WHERE contact_id = ?');
  return {
    forget: (contactId: string): void => void forget.run(contactId),
    /** One more communication, at `at` ms since the epoch. */
    began: (contactId: string, channel: RollupChannel, at: number): void =>
      void begin.run({ contactId, channel, at }),
    /**
     * The outcome of the latest communication to end; `position`: in the order of the journal, where events may arrive out of
     * order.
     */
    ended: (contactId: string, channel: RollupChannel, outcome: string, position = 0): void =>
      void end.run({ contactId, channel, outcome, position }),
  };
};
