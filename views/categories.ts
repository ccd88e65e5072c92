/** Contact categories with the number of contacts in each. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../actors/business/events.js';
import type { CategoryResource } from '../schemas/contact.js';
import { pageOf, positionOf } from './cursor.js';
import type { Stored } from './stored-event.js';
import type { Page, PageRequest } from './views.js';

export const CATEGORY_TABLES = `
CREATE TABLE categories (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX categories_by_age ON categories (business_id, created_at DESC, id DESC);
`;

export const projectCategories = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<[string, string, string, number]>(
    'INSERT INTO categories (business_id, id, name, created_at) VALUES (?, ?, ?, ?)',
  );
  return ({ businessId, at, event }) => {
    if (event.type === 'category.created') create.run(businessId, event.categoryId, event.name, at);
  };
};

interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly contacts: number;
}

export const categoryQueries = (db: Database) => {
  const page = db.prepare<[string, number, string, number], CategoryRow>(
    `SELECT id, name, created_at,
            (SELECT count(*) FROM contact_categories m WHERE m.business_id = c.business_id AND m.category_id = c.id) AS contacts
     FROM categories c WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  return {
    categories: (businessId: string, { limit, cursor }: PageRequest): Page<CategoryResource> => {
      const scope = ['categories', businessId];
      const { createdAt, id } = positionOf(scope, cursor);
      const rows = page.all(businessId, createdAt, id, limit + 1);
      return pageOf(scope, rows, limit, (row) => ({
        id: row.id,
        name: row.name,
        contactCount: row.contacts,
      }));
    },
  };
};
