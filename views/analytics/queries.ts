/** Reads the roll-ups. */
import type { Database, Statement } from 'better-sqlite3';
import type { AnalyticsGroupBy, AnalyticsSubject } from '../../schemas/analytics/analytics.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';

/** Which tallies are read. Absent filters match everything. */
export interface TallyFilter {
  readonly subject: AnalyticsSubject;
  readonly agentId?: string;
  readonly version?: number;
  readonly campaignId?: string;
  readonly channel?: AccountChannel;
  readonly outcome?: string;
}

/** Groups that are columns of a tally; times of the day are inside it. */
export type TallyKey = Exclude<AnalyticsGroupBy, 'hour' | 'day'>;

/** `key`: what it is grouped by. Of a version: the id of its agent, a colon, and the number, 0 if it is not known. */
export interface TallyRow {
  readonly key: string;
  /** The facts of other parts of the tally; null: those are rows of their own. */
  readonly closed: Buffer | null;
  readonly tally: Buffer;
}

const KEYS: Readonly<Record<TallyKey, string>> = {
  outcome: 'outcome',
  agent: 'agent_id',
  version: "agent_id || ':' || version",
  campaign: 'campaign_id',
  channel: 'channel',
};

const CONDITIONS = [
  ['agentId', 'agent_id = :agentId'],
  ['version', 'version = :version'],
  ['campaignId', 'campaign_id = :campaignId'],
  ['channel', 'channel = :channel'],
  ['outcome', 'outcome = :outcome'],
] as const satisfies readonly (readonly [keyof TallyFilter, string])[];

/** How exact the times of tallies are. `halves`: half hours; `whole`: no times. Records may have more of it than is needed. */
export type TallyDetail = 'quarters' | 'halves' | 'whole';

/** Which weeks of which series are read. */
const OF_WEEK = 'business_id = :businessId AND subject = :subject AND week = :week';

/** From the second roll-up (times.ts). */
const timeRowsSql = (detail: 'halves' | 'whole', key: string, conditions: string): string => {
  const waiting = `SELECT ${key} AS key, ${detail === 'whole' ? 'whole' : 'NULL'} AS closed, t.tally
     FROM analytics_time_series s CROSS JOIN analytics_waiting t ON t.series = s.row WHERE ${OF_WEEK}${conditions}`;
  if (detail === 'whole') return waiting;
  return `SELECT ${key} AS key, NULL AS closed, d.tally
     FROM analytics_time_series s CROSS JOIN analytics_days d ON d.row BETWEEN s.row * 7 AND s.row * 7 + 6
     WHERE ${OF_WEEK}${conditions} UNION ALL ${waiting}`;
};

const rowsSql = (isWhole: boolean, key: string, conditions: string): string =>
  `SELECT ${key} AS key, ${isWhole ? 'closed' : 'NULL AS closed'}, tally
   FROM analytics_series s JOIN analytics_tallies t ON t.series = s.row${isWhole ? ' AND t.is_open = 1' : ''}
   WHERE ${OF_WEEK}${conditions}`;

const isInTimes = (filter: TallyFilter, key: TallyKey | null): boolean =>
  filter.agentId === undefined &&
  filter.version === undefined &&
  filter.campaignId === undefined &&
  filter.channel === undefined &&
  (key === null || key === 'outcome');

const tallySql = (detail: TallyDetail, filter: TallyFilter, key: TallyKey | null): string => {
  const conditions = CONDITIONS.filter(([name]) => filter[name] !== undefined).map(
    ([, sql]) => ` AND ${sql}`,
  );
  const column = key === null ? "''" : KEYS[key];
  if (detail === 'quarters' || !isInTimes(filter, key))
    return rowsSql(detail === 'whole', column, conditions.join(''));
  return timeRowsSql(detail, column, conditions.join(''));
};

/** Queries on the roll-ups. */
export const analyticsQueries = (db: Database) => {
  const statements = new Map<string, Statement<[Readonly<Record<string, string | number>>], TallyRow>>();
  const prepared = (sql: string) => {
    const statement =
      statements.get(sql) ?? db.prepare<Readonly<Record<string, string | number>>, TallyRow>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const names = {
    agent: db
      .prepare<[string, string], string>('SELECT name FROM agents WHERE business_id = ? AND id = ?')
      .pluck(),
    campaign: db
      .prepare<[string, string], string>('SELECT name FROM campaigns WHERE business_id = ? AND id = ?')
      .pluck(),
  };
  return {
    /**
     * The tallies of a week, which is numbered from the epoch, in UTC. `key`: null for one group of all. `detail`: what is needed; the
     * less, the less is read.
     */
    tallies: (
      businessId: string,
      { week, detail }: { readonly week: number; readonly detail: TallyDetail },
      filter: TallyFilter,
      key: TallyKey | null,
    ): readonly TallyRow[] => prepared(tallySql(detail, filter, key)).all({ ...filter, week, businessId }),
    /** Null: it belongs to another business, or there is none. */
    analyticsName: (businessId: string, of: 'agent' | 'campaign', id: string): string | null =>
      names[of].get(businessId, id) ?? null,
  };
};
