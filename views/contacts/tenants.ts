/** Small numbers for businesses, for tables with very many rows. Known to this file's tables only. */
import type { Database } from 'better-sqlite3';

export const TENANT_TABLES = `
CREATE TABLE tenants (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contacts INTEGER NOT NULL DEFAULT 0);
`;

/** The number of a business, given out at its first use. */
export const tenantRows = (db: Database): ((businessId: string) => number) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM tenants WHERE id = ?');
  const add = db.prepare<[string]>('INSERT INTO tenants (id) VALUES (?)');
  return (businessId) => find.get(businessId)?.row ?? Number(add.run(businessId).lastInsertRowid);
};

/** The number of a business; null when none was given out. */
export const findTenant = (db: Database): ((businessId: string) => number | null) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM tenants WHERE id = ?');
  return (businessId) => find.get(businessId)?.row ?? null;
};
