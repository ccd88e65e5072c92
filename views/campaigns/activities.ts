/** What happened under campaigns: calls and messages, newest first. */
import type { Database } from 'better-sqlite3';
import type { ActivityResource, CampaignChannel } from '../../schemas/campaign.js';
import { type ListScope, numberOf, pageByNumber } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';

/** `row`: in the order of the journal. `id`: of the call or the message. */
export const ACTIVITY_TABLES = `
CREATE TABLE activities (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  campaign_id TEXT NOT NULL,
  iteration_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  contact_name TEXT,
  direction TEXT NOT NULL,
  status TEXT NOT NULL,
  duration_seconds INTEGER,
  at INTEGER NOT NULL
);
CREATE INDEX activities_by_campaign ON activities (campaign_id, row);
CREATE INDEX activities_by_contact ON activities (campaign_id, contact_id, row);
CREATE TABLE reached_contacts (
  campaign_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (campaign_id, contact_id)
) WITHOUT ROWID;
CREATE TABLE campaign_reach (
  campaign_id TEXT PRIMARY KEY,
  contacts INTEGER NOT NULL
) WITHOUT ROWID;
`;

interface ActivityRow {
  readonly row: number;
  readonly id: string;
  readonly iteration_id: string;
  readonly channel: CampaignChannel;
  readonly contact_id: string;
  readonly contact_name: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly status: string;
  readonly duration_seconds: number | null;
  readonly at: number;
}

export interface NewActivity {
  readonly row: number;
  readonly id: string;
  readonly campaignId: string;
  readonly iterationId: string;
  readonly channel: CampaignChannel;
  readonly contactId: string;
  readonly contactName: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly status: string;
  /** ms since the epoch. */
  readonly at: number;
}

export const keepActivities = (db: Database) => {
  const insert = db.prepare<
    [number, string, string, string, string, string, string | null, string, string, number]
  >(
    `INSERT INTO activities (row, id, campaign_id, iteration_id, channel, contact_id, contact_name, direction,
       status, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const reach = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO reached_contacts (campaign_id, contact_id) VALUES (?, ?)',
  );
  const count = db.prepare<[string]>(
    `INSERT INTO campaign_reach (campaign_id, contacts) VALUES (?, 1)
     ON CONFLICT DO UPDATE SET contacts = contacts + 1`,
  );
  const update = db.prepare<[string, string]>('UPDATE activities SET status = ? WHERE id = ?');
  const last = db.prepare<[string, number, string]>(
    'UPDATE activities SET status = ?, duration_seconds = ? WHERE id = ?',
  );
  return {
    begin: (one: NewActivity): void => {
      insert.run(
        ...([one.row, one.id, one.campaignId, one.iterationId, one.channel, one.contactId] as const),
        ...([one.contactName, one.direction, one.status, one.at] as const),
      );
      if (reach.run(one.campaignId, one.contactId).changes > 0) count.run(one.campaignId);
    },
    /** One that is none of a campaign is passed over. */
    moved: (id: string, status: string): void => void update.run(status, id),
    ended: (id: string, status: string, durationSeconds: number): void =>
      void last.run(status, durationSeconds, id),
  };
};

/** Which activities; what is left out is all of them. */
export interface ActivityFilter {
  readonly contactId?: string;
  readonly iterationId?: string;
  readonly channel?: string;
  readonly status?: string;
}

const CONDITIONS = [
  ['contactId', 'contact_id = ?'],
  ['iterationId', 'iteration_id = ?'],
  ['channel', 'channel = ?'],
  ['status', 'status = ?'],
] as const satisfies readonly (readonly [keyof ActivityFilter, string])[];

export const activityQueries = (db: Database) => {
  const prepare = (sql: string) => db.prepare<(string | number)[], ActivityRow>(sql);
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const contacts = db.prepare<[string, string, number], { readonly contactId: string }>(
    `SELECT contact_id AS contactId FROM reached_contacts WHERE campaign_id = ? AND contact_id > ?
     ORDER BY contact_id LIMIT ?`,
  );
  const contactCount = db.prepare<[string], { readonly n: number }>(
    'SELECT contacts AS n FROM campaign_reach WHERE campaign_id = ?',
  );
  return {
    activities: (
      campaignId: string,
      { limit, cursor }: PageRequest,
      filter: ActivityFilter,
    ): Page<ActivityResource> => {
      const scope: ListScope = [
        'activities',
        campaignId,
        ...CONDITIONS.map(([name]) => filter[name] ?? null),
      ];
      const from = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const conditions = ['campaign_id = ?', 'row < ?'];
      const values: (string | number)[] = [campaignId, from];
      for (const [name, condition] of CONDITIONS) {
        const value = filter[name];
        if (value === undefined) continue;
        conditions.push(condition);
        values.push(value);
      }
      const sql = `SELECT * FROM activities WHERE ${conditions.join(' AND ')} ORDER BY row DESC LIMIT ?`;
      const statement = statements.get(sql) ?? prepare(sql);
      statements.set(sql, statement);
      const rows = statement.all(...values, limit + 1);
      return pageByNumber(scope, rows, limit, ({ row }) => row, toActivity);
    },
    /** Contacts that were reached for, in the order of their ids, after one. */
    activeContacts: (campaignId: string, after: string, limit: number): readonly string[] =>
      contacts.all(campaignId, after, limit).map(({ contactId }) => contactId),
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
