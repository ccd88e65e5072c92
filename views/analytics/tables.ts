/** The roll-ups: the tallies of each week for each combination of what figures are grouped by, and what a call or conversation adds to them. */
import type { Database } from 'better-sqlite3';
import type { AnalyticsSubject } from '../../schemas/analytics/analytics.js';
import { SLOTS } from './slots.js';
import {
  addPacked,
  addTally,
  difference,
  type Facts,
  factsOf,
  packFacts,
  QUARTER_MS,
  QUARTERS_A_WEEK,
  recordOf,
  unpackFacts,
  WEEK_MS,
} from './tally.js';

/**
 * `week`: since the epoch, in UTC. An empty agent or campaign: none is known; version 0: it is not known. A series has a tally in parts, of
 * which one is open, so that little is written to count a call. `closed`: the facts of the other parts, without their times, so that little
 * is read of whole weeks. `counted`: what is included of a call or conversation, so that it can be corrected; `item`: the
 * number of its row. There is nothing about a person: the roll-ups stay when a contact is deleted.
 */
export const TALLY_TABLES = `
CREATE TABLE analytics_series (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  week INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  campaign_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  closed BLOB NOT NULL DEFAULT x'',
  UNIQUE (business_id, subject, week, agent_id, version, campaign_id, outcome)
);
CREATE TABLE analytics_tallies (
  row INTEGER PRIMARY KEY,
  series INTEGER NOT NULL,
  is_open INTEGER NOT NULL DEFAULT 1,
  tally BLOB NOT NULL
);
CREATE INDEX analytics_tallies_of_series ON analytics_tallies (series, is_open);
CREATE TABLE analytics_counted (
  subject TEXT NOT NULL,
  item INTEGER NOT NULL,
  series INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  facts BLOB NOT NULL,
  PRIMARY KEY (subject, item)
) WITHOUT ROWID;
`;

/** The size at which another part is begun: it fits into a page of the file. */
const PART_BYTES = 3_000;

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
  readonly series: number;
  readonly quarter: number;
  readonly facts: Buffer;
}

/** Counts calls or conversations. */
export const counting = (db: Database, subject: AnalyticsSubject) => {
  const find = db.prepare<[string, number], CountedRow>(
    'SELECT series, quarter, facts FROM analytics_counted WHERE subject = ? AND item = ?',
  );
  const note = db.prepare<[string, number, number, number, Buffer]>(
    `INSERT INTO analytics_counted (subject, item, series, quarter, facts) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET series = excluded.series, quarter = excluded.quarter, facts = excluded.facts`,
  );
  const forget = db.prepare<[string, number]>('DELETE FROM analytics_counted WHERE subject = ? AND item = ?');
  const seriesOf = seriesIn(db, subject);
  const append = appending(db);
  return {
    /** Whether the item is counted. */
    has: (item: number): boolean => find.get(subject, item) !== undefined,
    /** Counts the item, in place of what was counted of it before. */
    count: (item: number, under: CountedUnder, facts: Facts): void => {
      const series = seriesOf(under);
      const quarter = Math.floor(under.at / QUARTER_MS) % QUARTERS_A_WEEK;
      const before = find.get(subject, item);
      if (before === undefined) append(series, quarter, facts);
      else if (before.series === series && before.quarter === quarter)
        append(series, quarter, difference(unpackFacts(before.facts), facts));
      else {
        append(before.series, before.quarter, difference(unpackFacts(before.facts), []));
        append(series, quarter, facts);
      }
      note.run(subject, item, series, quarter, packFacts(facts));
    },
    /** What is counted of the item stays, whatever is counted of it later. */
    close: (item: number): void => void forget.run(subject, item),
  };
};

const seriesIn = (db: Database, subject: AnalyticsSubject): ((under: CountedUnder) => number) => {
  const find = db
    .prepare<[string, string, number, string, number, string, string], number>(
      `SELECT row FROM analytics_series WHERE business_id = ? AND subject = ? AND week = ? AND agent_id = ? AND version = ?
         AND campaign_id = ? AND outcome = ?`,
    )
    .pluck();
  const open = db.prepare<[string, string, number, string, number, string, string]>(
    `INSERT INTO analytics_series (business_id, subject, week, agent_id, version, campaign_id, outcome)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ businessId, agentId, version, campaignId, outcome, at }) => {
    const week = Math.floor(at / WEEK_MS);
    const key = [businessId, subject, week, agentId ?? '', version ?? 0, campaignId ?? '', outcome] as const;
    return find.get(...key) ?? Number(open.run(...key).lastInsertRowid);
  };
};

const appending = (db: Database): ((series: number, quarter: number, facts: Facts) => void) => {
  const open = db.prepare<[number], { readonly row: number; readonly bytes: number }>(
    'SELECT row, length(tally) AS bytes FROM analytics_tallies WHERE series = ? AND is_open = 1',
  );
  const begin = db.prepare<[number, Buffer]>('INSERT INTO analytics_tallies (series, tally) VALUES (?, ?)');
  const extend = db.prepare<[Buffer, number]>(
    'UPDATE analytics_tallies SET tally = CAST(tally || ? AS BLOB) WHERE row = ?',
  );
  const close = closing(db);
  return (series, quarter, facts) => {
    if (facts.length === 0) return;
    const record = recordOf(quarter, facts);
    const part = open.get(series);
    if (part !== undefined && part.bytes + record.length <= PART_BYTES) {
      extend.run(record, part.row);
      return;
    }
    if (part !== undefined) close(series, part.row);
    begin.run(series, record);
  };
};

const closing = (db: Database): ((series: number, part: number) => void) => {
  const read = db.prepare<[number], { readonly tally: Buffer; readonly closed: Buffer }>(
    'SELECT tally, closed FROM analytics_tallies t JOIN analytics_series s ON s.row = t.series WHERE t.row = ?',
  );
  const mark = db.prepare<[number]>('UPDATE analytics_tallies SET is_open = 0 WHERE row = ?');
  const keep = db.prepare<[Buffer, number]>('UPDATE analytics_series SET closed = ? WHERE row = ?');
  return (series, part) => {
    const found = read.get(part);
    if (found === undefined) return;
    const slots = new Float64Array(SLOTS);
    addPacked(slots, found.closed);
    addTally(found.tally, () => slots);
    keep.run(packFacts(factsOf(new Map(slots.entries()))), series);
    mark.run(part);
  };
};
