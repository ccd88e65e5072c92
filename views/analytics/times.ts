/**
 * The second roll-up, for what is filtered and grouped by outcome alone: the tallies of each week for each outcome, with one record for each
 * half hour, so that hours and days of a year are few to read. All time zones but those of Nepal, the Chatham Islands and Eucla are
 * offset by whole half hours; figures of others come from the first roll-up. A roll-up by agent as well would be read faster, and cost
 * the projector half as much again (bench:analytics).
 *
 * Records wait until they fill a part, and are merged together: it costs little for each call.
 */
import type { Database } from 'better-sqlite3';
import type { AnalyticsSubject } from '../../schemas/analytics/analytics.js';
import { SLOTS } from './slots.js';
import { addPacked, addTally, factsIn, mergedTally, PART_BYTES, packFacts, QUARTERS_A_DAY } from './tally.js';

/**
 * `whole`: the facts of the merged records, without their times. `analytics_days.row`: seven times that of its series, plus the number of
 * the day in the week, in UTC. `analytics_waiting`: records that are not merged yet.
 */
export const TIME_TABLES = `
CREATE TABLE analytics_time_series (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  week INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  whole BLOB NOT NULL DEFAULT x'',
  UNIQUE (business_id, subject, week, outcome)
);
CREATE TABLE analytics_days (row INTEGER PRIMARY KEY, tally BLOB NOT NULL);
CREATE TABLE analytics_waiting (series INTEGER PRIMARY KEY, tally BLOB NOT NULL);
`;

/** What a time series is of. */
export interface TimeSeries {
  readonly businessId: string;
  readonly subject: AnalyticsSubject;
  readonly week: number;
  readonly outcome: string;
}

/** Finds the number of a time series, or begins it. */
export const timeSeriesIn = (db: Database): ((series: TimeSeries) => number) => {
  const find = db
    .prepare<TimeSeries, number>(
      `SELECT row FROM analytics_time_series WHERE business_id = :businessId AND subject = :subject AND week = :week
         AND outcome = :outcome`,
    )
    .pluck();
  const begin = db
    .prepare<TimeSeries, number>(
      `INSERT INTO analytics_time_series (business_id, subject, week, outcome)
       VALUES (:businessId, :subject, :week, :outcome) RETURNING row`,
    )
    .pluck();
  const wait = db.prepare<[number]>("INSERT INTO analytics_waiting (series, tally) VALUES (?, x'')");
  return (series) => {
    const found = find.get(series);
    if (found !== undefined) return found;
    const row = begin.get(series) ?? 0;
    wait.run(row);
    return row;
  };
};

/** Adds a record to a time series. */
export const addingTimes = (db: Database): ((series: number, record: Buffer) => void) => {
  const extend = db
    .prepare<[Buffer, number], number>(
      'UPDATE analytics_waiting SET tally = CAST(tally || ? AS BLOB) WHERE series = ? RETURNING length(tally)',
    )
    .pluck();
  const read = db.prepare<[number], Buffer>('SELECT tally FROM analytics_waiting WHERE series = ?').pluck();
  const empty = db.prepare<[number]>("UPDATE analytics_waiting SET tally = x'' WHERE series = ?");
  const merge = mergingTimes(db);
  return (series, record) => {
    const bytes = extend.get(record, series) ?? 0;
    if (bytes < PART_BYTES) return;
    merge(series, read.get(series) ?? Buffer.alloc(0));
    empty.run(series);
  };
};

const mergingTimes = (db: Database): ((series: number, tally: Buffer) => void) => {
  const wholeOf = db
    .prepare<[number], Buffer>('SELECT whole FROM analytics_time_series WHERE row = ?')
    .pluck();
  const keepWhole = db.prepare<[Buffer, number]>('UPDATE analytics_time_series SET whole = ? WHERE row = ?');
  const dayOf = db.prepare<[number], Buffer>('SELECT tally FROM analytics_days WHERE row = ?').pluck();
  const keepDay = db.prepare<[number, Buffer]>(
    'INSERT INTO analytics_days (row, tally) VALUES (?, ?) ON CONFLICT DO UPDATE SET tally = excluded.tally',
  );
  return (series, tally) => {
    const days = new Map<number, Map<number, Float64Array>>();
    addTally(tally, (quarter) => {
      const day = Math.floor(quarter / QUARTERS_A_DAY);
      const halves = days.get(day) ?? new Map<number, Float64Array>();
      days.set(day, halves);
      const half = quarter - (quarter % 2);
      const slots = halves.get(half) ?? new Float64Array(SLOTS);
      halves.set(half, slots);
      return slots;
    });
    const whole = new Float64Array(SLOTS);
    addPacked(whole, wholeOf.get(series) ?? Buffer.alloc(0));
    addTally(tally, () => whole);
    keepWhole.run(packFacts(factsIn(whole)), series);
    for (const [day, halves] of days) {
      const row = series * 7 + day;
      keepDay.run(row, mergedTally(dayOf.get(row) ?? Buffer.alloc(0), halves));
    }
  };
};
