/** Outcomes of the calls and messages with a contact: one row per channel, and the latest of all channels for sorting. */
import type { Database } from 'better-sqlite3';

/**
 * `contact_latest`: the latest communication of each contact that has any; `contact` and `tenant` are numbers of the contacts
 * view.
 *
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
CREATE TABLE contact_latest (
  contact INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  last_at INTEGER NOT NULL
);
CREATE INDEX contact_latest_by_time ON contact_latest (tenant, last_at);
`;

/** A channel with its own row. */
export type RollupChannel = 'voice' | 'whatsapp' | 'instagram';

/** Writes rollups. */
export const contactRollups = (db: Database) => {
  const begin = db.prepare<{ contactId: string; channel: RollupChannel; at: number }>(
    `INSERT INTO contact_rollups (contact_id, channel, count, last_at) VALUES (:contactId, :channel, 1, :at)
     ON CONFLICT DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)`,
  );
  const latest = db.prepare<{ contactId: string; at: number }>(
    `INSERT INTO contact_latest (contact, tenant, last_at) SELECT row, tenant, :at FROM contacts WHERE id = :contactId
     ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at)`,
  );
  const forgetLatest = db.prepare<[string]>(
    'DELETE FROM contact_latest WHERE contact = (SELECT row FROM contacts WHERE id = ?)',
  );
  const end = db.prepare<{ contactId: string; channel: RollupChannel; outcome: string; position: number }>(
    `UPDATE contact_rollups SET last_outcome = :outcome, outcome_position = :position
     WHERE contact_id = :contactId AND channel = :channel AND outcome_position <= :position`,
  );
  // The later end decides the outcome; ends of messages have no position, so their latest communication does.
  const absorb = db.prepare<{ from: string; to: string }>(
    `INSERT INTO contact_rollups (contact_id, channel, count, last_at, last_outcome, outcome_position)
     SELECT :to, channel, count, last_at, last_outcome, outcome_position FROM contact_rollups
       WHERE contact_id = :from
     ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at),
       last_outcome = CASE
         WHEN last_outcome IS NULL THEN excluded.last_outcome
         WHEN excluded.last_outcome IS NULL THEN last_outcome
         WHEN (excluded.outcome_position, excluded.last_at) > (outcome_position, last_at) THEN excluded.last_outcome
         ELSE last_outcome END,
       outcome_position = max(outcome_position, excluded.outcome_position)`,
  );
  const absorbLatest = db.prepare<{ from: string; to: string }>(
    `INSERT INTO contact_latest (contact, tenant, last_at)
     SELECT t.row, t.tenant, l.last_at FROM contacts f JOIN contact_latest l ON l.contact = f.row JOIN contacts t ON t.id = :to
     WHERE f.id = :from
     ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at)`,
  );
  const forget = db.prepare<[string]>('DELETE FROM contact_rollups WHERE contact_id = ?');
  return {
    /** The contact is still in its table. */
    forget: (contactId: string): void => {
      forget.run(contactId);
      forgetLatest.run(contactId);
    },
    /** Adds the communication with a contact to that of another one; both are still in their table. */
    moveAll: (from: string, to: string): void => {
      absorb.run({ from, to });
      absorbLatest.run({ from, to });
      forget.run(from);
      forgetLatest.run(from);
    },
    /** One more communication, at `at` ms since the epoch. */
    began: (contactId: string, channel: RollupChannel, at: number): void => {
      begin.run({ contactId, channel, at });
      latest.run({ contactId, at });
    },
    /**
     * The outcome of the latest communication to end; `position`: in the order of the journal, where events may arrive out of
     * order.
     */
    ended: (contactId: string, channel: RollupChannel, outcome: string, position = 0): void =>
      void end.run({ contactId, channel, outcome, position }),
  };
};
