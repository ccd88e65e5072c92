/** Small numbers for businesses, for tables with very many rows. They are valid within one file only. */
import type { Database } from 'better-sqlite3';

/** `contacts`: the number of the business's contacts. */
export const TENANT_TABLES = `
CREATE TABLE tenants (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contacts INTEGER NOT NULL DEFAULT 0);
`;

/** Assigns numbers and counts contacts. */
export const tenantRows = (db: Database) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM tenants WHERE id = ?');
  const add = db.prepare<[string]>('INSERT INTO tenants (id) VALUES (?)');
  const count = db.prepare<[number, number]>('UPDATE tenants SET contacts = contacts + ? WHERE row = ?');
  return {
    /** The number of a business, assigned at its first use. */
    rowOf: (businessId: string): number =>
      find.get(businessId)?.row ?? Number(add.run(businessId).lastInsertRowid),
    /** Adds to the number of contacts. */
    count: (tenant: number, more: number): void => void count.run(more, tenant),
  };
};

/** The number of a business; null when none is assigned. */
export const findTenant = (db: Database): ((businessId: string) => number | null) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM tenants WHERE id = ?');
  return (businessId) => find.get(businessId)?.row ?? null;
};
