/** Quotas of businesses that differ from the installation's. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import { isQuotaItem, type QuotaChoices } from '../../schemas/accounts/quotas.js';
import type { Stored } from '../kernel/stored-event.js';

export const QUOTA_TABLES = `
CREATE TABLE quotas (
  business_id TEXT NOT NULL,
  item TEXT NOT NULL,
  most INTEGER NOT NULL,
  PRIMARY KEY (business_id, item)
) WITHOUT ROWID;
`;

/** Projects the quotas that operators set. */
export const projectQuotas = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const set = db.prepare<[string, string, number]>(
    `INSERT INTO quotas (business_id, item, most) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET most = excluded.most`,
  );
  const clear = db.prepare<[string, string]>('DELETE FROM quotas WHERE business_id = ? AND item = ?');
  return ({ businessId, event }) => {
    if (event.type !== 'quota.set') return;
    if (event.limit === null) clear.run(businessId, event.item);
    else set.run(businessId, event.item, event.limit);
  };
};

/** Queries on quotas. */
export const quotaQueries = (db: Database) => {
  const all = db.prepare<[string], { item: string; most: number }>(
    'SELECT item, most FROM quotas WHERE business_id = ?',
  );
  return {
    /** The quotas that differ from the installation's. */
    quotasOf: (businessId: string): QuotaChoices =>
      Object.fromEntries(
        all.all(businessId).flatMap(({ item, most }) => (isQuotaItem(item) ? [[item, most]] : [])),
      ),
  };
};
