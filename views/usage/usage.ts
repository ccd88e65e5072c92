/** The usage of each item by a business. */
import type { Database } from 'better-sqlite3';
import type { QuotaItem } from '../../schemas/accounts/quotas.js';

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
