/** Small numbers for businesses, for tables with very many rows. Known to the tables of one file only. */
import type { Database } from 'better-sqlite3';

/** `contacts`: how many the business has. */
export const TENANT_TABLES = `
CREATE TABLE tenants (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contacts INTEGER NOT NULL DEFAULT 0);
`;

/** Gives out numbers, and counts. */
export const tenantRows = (db: Database) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM tenants WHERE id = ?');
  const add = db.prepare<[string]>('INSERT INTO tenants (id) VALUES (?)');
  const count = db.prepare<[number, number]>('UPDATE tenants SET contacts = contacts + ? WHERE row = ?');
  return {
    /** The number of a business, given out at its first use. */
    rowOf: (businessId: string): number =>
      find.get(businessId)?.row ?? Number(add.run(businessId).lastInsertRowid),
    /** So many contacts more. */
    count: (tenant: number, more: number): void => void count.run(more, tenant),
  };
};

/** The number of a business; null when none was given out. */
export const findTenant = (db: Database): ((businessId: string) => number | null) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM tenants WHERE id = ?');
  return (businessId) => find.get(businessId)?.row ?? null;
};
