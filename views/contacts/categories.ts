/** Contact categories with the number of contacts in each. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { CategoryResource } from '../../schemas/contact.js';
import { pageOf, positionOf } from '../kernel/cursor.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

export const CATEGORY_TABLES = `
CREATE TABLE categories (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  contacts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX categories_by_id ON categories (id);
CREATE INDEX categories_by_age ON categories (business_id, created_at DESC, id DESC);
`;

export const projectCategories = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<[string, string, string, number]>(
    'INSERT INTO categories (business_id, id, name, created_at) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM categories WHERE business_id = ? AND id = ?');
  const leave = db.prepare<[string]>('DELETE FROM contact_categories WHERE category = ?');
  return ({ businessId, at, event }) => {
    if (event.type === 'category.created') create.run(businessId, event.categoryId, event.name, at);
    if (event.type === 'category.deleted') {
      remove.run(businessId, event.categoryId);
      leave.run(event.categoryId);
    }
  };
};

interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly contacts: number;
}

const toResource = (row: CategoryRow): CategoryResource => ({
  id: row.id,
  name: row.name,
  contactCount: row.contacts,
});

export const categoryQueries = (db: Database) => {
  const page = db.prepare<[string, number, string, number], CategoryRow>(
    `SELECT id, name, created_at, contacts FROM categories WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const byId = db.prepare<[string, string], CategoryRow>(
    'SELECT id, name, created_at, contacts FROM categories WHERE business_id = ? AND id = ?',
  );
  return {
    categories: (businessId: string, { limit, cursor }: PageRequest): Page<CategoryResource> => {
      const scope = ['categories', businessId];
      const { createdAt, id } = positionOf(scope, cursor);
      const rows = page.all(businessId, createdAt, id, limit + 1);
      return pageOf(scope, rows, limit, toResource);
    },
    category: (businessId: string, categoryId: string): CategoryResource | null => {
      const row = byId.get(businessId, categoryId);
      return row === undefined ? null : toResource(row);
    },
  };
};
