/** The roll-ups: the tallies of each week for each combination of what figures are grouped by, and what a call or conversation adds to them. */
import type { Database } from 'better-sqlite3';
import type { AnalyticsSubject } from '../../schemas/analytics/analytics.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { SLOTS } from './slots.js';
import {
  addPacked,
  addTally,
  difference,
  type Facts,
  factsIn,
  factsOf,
  PART_BYTES,
  packFacts,
  QUARTER_MS,
  QUARTERS_A_WEEK,
  recordOf,
  unpackFacts,
  WEEK_MS,
} from './tally.js';
import { addingTimes, timeSeriesIn } from './times.js';

/**
 * `week`: since the epoch, in UTC. An empty agent or campaign: none is known; version 0: it is not known; an empty
 * channel: calls. A series has a tally in parts, of
 * which one is open, so that little is written to count a call. `closed`: the facts of the other parts, without their times, so that little
 * is read of whole weeks. `of_…`: the numbers of its series in the other roll-up (times.ts). `counted`: what is included of a call or conversation, so that it can be corrected; `item`: the
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
  channel TEXT NOT NULL,
  outcome TEXT NOT NULL,
  of_all INTEGER NOT NULL,
  closed BLOB NOT NULL DEFAULT x'',
  UNIQUE (business_id, subject, week, agent_id, version, campaign_id, channel, outcome)
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

/** What a call or conversation is counted under. */
export interface CountedUnder {
  readonly businessId: string;
  readonly agentId: string | null;
  readonly version: number | null;
  readonly campaignId: string | null;
  /** Null: of calls. */
  readonly channel: AccountChannel | null;
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
  const byRow = db.prepare<[number], Series>(`SELECT ${SERIES_COLUMNS} FROM analytics_series WHERE row = ?`);
  const seriesOf = seriesIn(db, subject);
  const add = adding(db);
  const correct = (before: CountedRow, facts: Facts): void => {
    const series = byRow.get(before.series);
    if (series !== undefined) add(series, before.quarter, difference(unpackFacts(before.facts), facts));
  };
  return {
    /** Whether the item is counted. */
    has: (item: number): boolean => find.get(subject, item) !== undefined,
    /** Counts the item, in place of what was counted of it before. */
    count: (item: number, under: CountedUnder, facts: Facts): void => {
      const series = seriesOf(under);
      const quarter = Math.floor(under.at / QUARTER_MS) % QUARTERS_A_WEEK;
      const before = find.get(subject, item);
      const isSame = before?.series === series.row && before.quarter === quarter;
      if (before !== undefined) correct(before, isSame ? facts : []);
      if (!isSame) add(series, quarter, facts);
      note.run(subject, item, series.row, quarter, packFacts(facts));
    },
    /** Replaces one count of the item; nothing happens if it is not counted. */
    replace: (item: number, slot: number, count: number): void => {
      const before = find.get(subject, item);
      if (before === undefined) return;
      const facts = factsOf(new Map(unpackFacts(before.facts)).set(slot, count));
      correct(before, facts);
      note.run(subject, item, before.series, before.quarter, packFacts(facts));
    },
    /** What is counted of the item stays, whatever is counted of it later. */
    close: (item: number): void => void forget.run(subject, item),
  };
};

/** A series, with that of the other roll-up that it belongs to. */
interface Series {
  readonly row: number;
  readonly ofAll: number;
}

const SERIES_COLUMNS = 'row, of_all AS ofAll';

const seriesIn = (db: Database, subject: AnalyticsSubject): ((under: CountedUnder) => Series) => {
  type Key = [string, string, number, string, number, string, string, string];
  const find = db.prepare<Key, Series>(
    `SELECT ${SERIES_COLUMNS} FROM analytics_series WHERE business_id = ? AND subject = ? AND week = ? AND agent_id = ? AND version = ?
       AND campaign_id = ? AND channel = ? AND outcome = ?`,
  );
  const open = db.prepare<[...Key, number]>(
    `INSERT INTO analytics_series (business_id, subject, week, agent_id, version, campaign_id, channel, outcome, of_all)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const timeSeriesOf = timeSeriesIn(db);
  return ({ businessId, agentId, version, campaignId, channel, outcome, at }) => {
    const week = Math.floor(at / WEEK_MS);
    const agent = agentId ?? '';
    const key: Key = [
      ...([businessId, subject, week] as const),
      ...([agent, version ?? 0, campaignId ?? '', channel ?? '', outcome] as const),
    ];
    const found = find.get(...key);
    if (found !== undefined) return found;
    const ofAll = timeSeriesOf({ businessId, subject, week, outcome });
    return { row: Number(open.run(...key, ofAll).lastInsertRowid), ofAll };
  };
};

const adding = (db: Database): ((series: Series, quarter: number, facts: Facts) => void) => {
  const append = appending(db);
  const addTimes = addingTimes(db);
  return ({ row, ofAll }, quarter, facts) => {
    if (facts.length === 0) return;
    const record = recordOf(quarter, facts);
    append(row, record);
    addTimes(ofAll, record);
  };
};

const appending = (db: Database): ((series: number, record: Buffer) => void) => {
  const extend = db.prepare<{ readonly series: number; readonly record: Buffer; readonly room: number }>(
    `UPDATE analytics_tallies SET tally = CAST(tally || :record AS BLOB)
     WHERE series = :series AND is_open = 1 AND length(tally) <= :room`,
  );
  const open = db
    .prepare<[number], number>('SELECT row FROM analytics_tallies WHERE series = ? AND is_open = 1')
    .pluck();
  const begin = db.prepare<[number, Buffer]>('INSERT INTO analytics_tallies (series, tally) VALUES (?, ?)');
  const close = closing(db);
  return (series, record) => {
    if (extend.run({ series, record, room: PART_BYTES - record.length }).changes > 0) return;
    const part = open.get(series);
    if (part !== undefined) close(series, part);
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
    keep.run(packFacts(factsIn(slots)), series);
    mark.run(part);
  };
};
