/** The usage of each item by a business, and the bytes that it stores in the journal. */
import type { Database } from 'better-sqlite3';
import { CALL_KIND } from '../../actors/call/events.js';
import type { QuotaItem } from '../../schemas/accounts/quotas.js';
import type { MeasuredMessage } from '../kernel/view.js';

/** `journal_bytes`: those of all messages of its actors, except calls. `file_bytes`: those of its files (files.ts). */
export const STORED_TABLES = `
CREATE TABLE stored (
  business_id TEXT PRIMARY KEY,
  journal_bytes INTEGER NOT NULL DEFAULT 0,
  file_bytes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
`;

/**
 * Adds up messages. Those of calls do not count: they are paid for, bounded by lines, and compressed after the call has ended.
 * (An archive of a call would also have to be counted differently on a node that already has the call.)
 */
export const measureStored = (db: Database): ((message: MeasuredMessage) => void) => {
  const add = db.prepare<[string, number]>(
    `INSERT INTO stored (business_id, journal_bytes) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET journal_bytes = journal_bytes + excluded.journal_bytes`,
  );
  return ({ businessId, kind, bytes }) => {
    if (kind !== CALL_KIND.name) add.run(businessId, bytes);
  };
};

/** Counts walk an index of one business; contacts are counted as they are added and removed. */
const COUNTS: Readonly<Record<Exclude<QuotaItem, 'webhook_hosts'>, string>> = {
  stored_bytes: 'SELECT journal_bytes + file_bytes AS used FROM stored WHERE business_id = ?',
  agents: "SELECT count(*) AS used FROM agents WHERE business_id = ? AND status = 'active'",
  contacts: 'SELECT contacts AS used FROM tenants WHERE id = ?',
  contact_categories: 'SELECT count(*) AS used FROM categories WHERE business_id = ?',
  data_sources: "SELECT count(*) AS used FROM data_sources WHERE business_id = ? AND status = 'active'",
  campaigns: 'SELECT count(*) AS used FROM campaigns WHERE business_id = ?',
  webhook_subscriptions:
    "SELECT count(*) AS used FROM subscriptions WHERE business_id = ? AND status <> 'revoked'",
  api_keys: 'SELECT count(*) AS used FROM keys WHERE business_id = ? AND revoked_at IS NULL',
};

/** Queries on usage. */
export const usageQueries = (db: Database) => {
  const counts = new Map(
    Object.entries(COUNTS).map(
      ([item, sql]) => [item, db.prepare<[string], { readonly used: number }>(sql)] as const,
    ),
  );
  const addresses = db.prepare<[string], { readonly callback_url: string }>(
    "SELECT callback_url FROM subscriptions WHERE business_id = ? AND status <> 'revoked'",
  );
  const hosts = (businessId: string): ReadonlySet<string> =>
    new Set(addresses.all(businessId).map(({ callback_url: url }) => new URL(url).host));
  return {
    /** The hosts (with their ports) that receive webhooks of the business. */
    webhookHosts: hosts,
    usage: (businessId: string, item: QuotaItem): number =>
      item === 'webhook_hosts' ? hosts(businessId).size : (counts.get(item)?.get(businessId)?.used ?? 0),
  };
};
