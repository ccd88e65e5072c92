/** The roll-ups: one tally a day for each combination of what figures are grouped by, and what each call or conversation adds to it. */
import type { Database } from 'better-sqlite3';
import type { AnalyticsSubject } from '../../schemas/analytics/analytics.js';
import { type Facts, packFacts, QUARTER_MS, QUARTERS, unpackFacts, withFacts } from './tally.js';

/**
 * `day`: days since the epoch, in UTC. An empty agent or campaign: none is known; version 0: it is not known. `counted`: what is included
 * of a call or conversation, so that it can be replaced; `item`: the number of its row. There is nothing about a person: the roll-ups
 * stay when a contact is deleted.
 */
export const TALLY_TABLES = `
CREATE TABLE analytics_tallies (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  day INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  campaign_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  tally BLOB NOT NULL,
  UNIQUE (business_id, subject, day, agent_id, version, campaign_id, outcome)
);
CREATE TABLE analytics_counted (
  subject TEXT NOT NULL,
  item INTEGER NOT NULL,
  tally INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  facts BLOB NOT NULL,
  PRIMARY KEY (subject, item)
) WITHOUT ROWID;
`;

/** What a call or conversation is counted under. */
export interface CountedUnder {
  readonly businessId: string;
  readonly agentId: string | null;
  readonly version: number | null;
  readonly campaignId: string | null;
  readonly outcome: string;
  /** ms since the epoch. */
  readonly at: number;
}

interface CountedRow {
  readonly tally: number;
  readonly quarter: number;
  readonly facts: Buffer;
}

/** Counts calls or conversations. */
export const counting = (db: Database, subject: AnalyticsSubject) => {
  const before = db.prepare<[string, number], CountedRow>(
    'SELECT tally, quarter, facts FROM analytics_counted WHERE subject = ? AND item = ?',
  );
  const note = db.prepare<CountedRow & { readonly subject: string; readonly item: number }>(
    `INSERT INTO analytics_counted (subject, item, tally, quarter, facts)
     VALUES (:subject, :item, :tally, :quarter, :facts)
     ON CONFLICT DO UPDATE SET tally = :tally, quarter = :quarter, facts = :facts`,
  );
  const forget = db.prepare<[string, number]>('DELETE FROM analytics_counted WHERE subject = ? AND item = ?');
  const tallies = talliesIn(db, subject);
  return {
    /** Whether the item is counted. */
    has: (item: number): boolean => before.get(subject, item) !== undefined,
    /** Counts the item, in place of what was counted of it before. */
    count: (item: number, under: CountedUnder, facts: Facts): void => {
      const counted = before.get(subject, item);
      if (counted !== undefined)
        tallies.change(counted.tally, counted.quarter, unpackFacts(counted.facts), -1);
      const quarter = Math.floor(under.at / QUARTER_MS) % QUARTERS;
      const tally = tallies.rowOf(under);
      tallies.change(tally, quarter, facts, 1);
      note.run({ subject, item, tally, quarter, facts: packFacts(facts) });
    },
    /** What is counted of the item stays, whatever is counted of it later. */
    close: (item: number): void => void forget.run(subject, item),
  };
};

const DAY_MS = QUARTER_MS * QUARTERS;

const talliesIn = (db: Database, subject: AnalyticsSubject) => {
  const find = db
    .prepare<Record<string, string | number>, number>(
      `SELECT row FROM analytics_tallies WHERE business_id = :businessId AND subject = :subject AND day = :day
         AND agent_id = :agentId AND version = :version AND campaign_id = :campaignId AND outcome = :outcome`,
    )
    .pluck();
  const open = db.prepare<Record<string, string | number>>(
    `INSERT INTO analytics_tallies (business_id, subject, day, agent_id, version, campaign_id, outcome, tally)
     VALUES (:businessId, :subject, :day, :agentId, :version, :campaignId, :outcome, x'')`,
  );
  const read = db.prepare<[number], Buffer>('SELECT tally FROM analytics_tallies WHERE row = ?').pluck();
  const write = db.prepare<[Buffer, number]>('UPDATE analytics_tallies SET tally = ? WHERE row = ?');
  return {
    rowOf: ({ businessId, agentId, version, campaignId, outcome, at }: CountedUnder): number => {
      const key = {
        businessId,
        subject,
        day: Math.floor(at / DAY_MS),
        agentId: agentId ?? '',
        version: version ?? 0,
        campaignId: campaignId ?? '',
        outcome,
      };
      return find.get(key) ?? Number(open.run(key).lastInsertRowid);
    },
    change: (row: number, quarter: number, facts: Facts, times: 1 | -1): void => {
      const tally = read.get(row);
      if (tally !== undefined) write.run(withFacts(tally, quarter, facts, times), row);
    },
  };
};
