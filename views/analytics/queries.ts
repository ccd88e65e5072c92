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
  readonly day: number;
  readonly key: string;
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
    /** The tallies of days, in their order; days are numbered from the epoch, in UTC. `key`: null for one group of all. */
    tallies: (
      businessId: string,
      days: { readonly from: number; readonly to: number },
      filter: TallyFilter,
      key: TallyKey | null,
    ): readonly TallyRow[] => {
      const conditions = CONDITIONS.filter(([name]) => filter[name] !== undefined).map(([, sql]) => sql);
      const sql = `SELECT day, ${key === null ? "''" : KEYS[key]} AS key, tally FROM analytics_tallies
                   WHERE ${['business_id = :businessId', 'subject = :subject', 'day >= :from', 'day < :to', ...conditions].join(' AND ')}
                   ORDER BY day`;
      return prepared(sql).all({ ...filter, ...days, businessId });
    },
    /** Null: it belongs to another business, or there is none. */
    analyticsName: (businessId: string, of: 'agent' | 'campaign', id: string): string | null =>
      names[of].get(businessId, id) ?? null,
  };
};
