/** Queries on the activities of campaigns and the contacts they were for. */
import type { Database, Statement } from 'better-sqlite3';
import type { ActivityResource } from '../../schemas/campaigns/activity.js';
import { type ListScope, numberOf, pageByNumber } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { ActivityRow } from './activities.js';

/** Omitted fields match all activities. */
export interface ActivityFilter {
  readonly contactId?: string;
  readonly iterationId?: string;
  readonly channel?: string;
  readonly status?: string;
}

/** Each filter with its condition, in a fixed order. */
const CONDITIONS = [
  ['contactId', 'contact_id = :contactId'],
  ['iterationId', 'iteration_id = :iterationId'],
  ['channel', 'channel = :channel'],
  ['status', 'status = :status'],
] as const satisfies readonly (readonly [keyof ActivityFilter, string])[];

type QueryParameters = Readonly<Record<string, string | number>>;

/** Queries on activities. */
export const activityQueries = (db: Database) => {
  const statements = new Map<string, Statement<[QueryParameters], ActivityRow>>();
  const prepared = (sql: string): Statement<[QueryParameters], ActivityRow> => {
    const statement = statements.get(sql) ?? db.prepare<QueryParameters, ActivityRow>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const contacts = db.prepare<
    { campaignId: string; after: string; count: number },
    { readonly contactId: string }
  >(
    `SELECT contact_id AS contactId FROM reached_contacts WHERE campaign_id = :campaignId AND contact_id > :after
     ORDER BY contact_id LIMIT :count`,
  );
  const contactCount = db.prepare<[string], { readonly n: number }>(
    'SELECT contacts AS n FROM campaign_reach WHERE campaign_id = ?',
  );
  return {
    /** Newest first. */
    activities: (
      campaignId: string,
      { limit, cursor }: PageRequest,
      filter: ActivityFilter,
    ): Page<ActivityResource> => {
      const filters = CONDITIONS.map(([name]) => filter[name] ?? null);
      const scope: ListScope = ['activities', campaignId, ...filters];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const filtered = CONDITIONS.filter(([name]) => filter[name] !== undefined);
      const narrowed = filtered.map(([, condition]) => condition);
      const conditions = ['campaign_id = :campaignId', 'row < :before', ...narrowed];
      const sql = `SELECT * FROM activities WHERE ${conditions.join(' AND ')} ORDER BY row DESC LIMIT :count`;
      const rows = prepared(sql).all({ ...filter, campaignId, before, count: limit + 1 });
      return pageByNumber(scope, rows, limit, ({ row }) => row, toActivity);
    },
    /** Contacts with an activity, in the order of their ids, after a given id. */
    activeContacts: (campaignId: string, after: string, limit: number): readonly string[] =>
      contacts.all({ campaignId, after, count: limit }).map(({ contactId }) => contactId),
    activeContactCount: (campaignId: string): number => contactCount.get(campaignId)?.n ?? 0,
  };
};

const toActivity = (row: ActivityRow): ActivityResource => ({
  channel: row.channel,
  callId: row.channel === 'voice' ? row.id : null,
  messageId: row.channel === 'voice' ? null : row.id,
  iterationId: row.iteration_id,
  contactId: row.contact_id,
  contactName: row.contact_name,
  direction: row.direction,
  status: row.status,
  durationSeconds: row.duration_seconds,
  at: iso(row.at),
});
