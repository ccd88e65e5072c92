/** Reads the roll-ups. */
import type { Database, Statement } from 'better-sqlite3';
import type { AnalyticsGroupBy, AnalyticsSubject } from '../../schemas/analytics/analytics.js';

/** Which tallies are read. Absent filters match everything. */
export interface TallyFilter {
  readonly subject: AnalyticsSubject;
  readonly agentId?: string;
  readonly version?: number;
  readonly campaignId?: string;
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
};

const CONDITIONS = [
  ['agentId', 'agent_id = :agentId'],
  ['version', 'version = :version'],
  ['campaignId', 'campaign_id = :campaignId'],
  ['outcome', 'outcome = :outcome'],
] as const satisfies readonly (readonly [keyof TallyFilter, string])[];

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
     * The tallies of a week, which is numbered from the epoch, in UTC. `key`: null for one group of all. `detail`: `whole` adds up what is
     * needed only without its times, which is far less to read.
     */
    tallies: (
      businessId: string,
      { week, detail }: { readonly week: number; readonly detail: 'quarters' | 'whole' },
      filter: TallyFilter,
      key: TallyKey | null,
    ): readonly TallyRow[] => {
      const conditions = CONDITIONS.filter(([name]) => filter[name] !== undefined).map(
        ([, sql]) => ` AND ${sql}`,
      );
      const isWhole = detail === 'whole';
      const sql = `SELECT ${key === null ? "''" : KEYS[key]} AS key, ${isWhole ? 'closed' : 'NULL AS closed'}, tally
                   FROM analytics_series s JOIN analytics_tallies t ON t.series = s.row${isWhole ? ' AND t.is_open = 1' : ''}
                   WHERE business_id = :businessId AND subject = :subject AND week = :week${conditions.join('')}`;
      return prepared(sql).all({ ...filter, week, businessId });
    },
    /** Null: it belongs to another business, or there is none. */
    analyticsName: (businessId: string, of: 'agent' | 'campaign', id: string): string | null =>
      names[of].get(businessId, id) ?? null,
  };
};
