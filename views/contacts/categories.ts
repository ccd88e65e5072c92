/** Contact categories and their members. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { CategoryResource } from '../../schemas/contacts/contact.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import type { Page, PageRequest, PlacedContact } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `contacts`: the number of members. Times in ms since the epoch. */
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

/** Projects the categories of a business. */
export const projectCategories = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<{ businessId: string; categoryId: string; name: string; at: number }>(
    `INSERT INTO categories (business_id, id, name, created_at)
     VALUES (:businessId, :categoryId, :name, :at)`,
  );
  const remove = db.prepare<[string, string]>('DELETE FROM categories WHERE business_id = ? AND id = ?');
  const leave = db.prepare<[string]>('DELETE FROM contact_categories WHERE category = ?');
  return ({ businessId, at, event }) => {
    switch (event.type) {
      case 'category.created':
        create.run({ businessId, categoryId: event.categoryId, name: event.name, at });
        return;
      case 'category.deleted':
        remove.run(businessId, event.categoryId);
        leave.run(event.categoryId);
        return;
      // The other events do not concern categories.
      default:
        return;
    }
  };
};

/** Writes the members of categories. A contact is identified by its row. */
export const categoryMembers = (db: Database) => {
  const put = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO contact_categories (category, contact) VALUES (?, ?)',
  );
  const putAll = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO contact_categories (category, contact) SELECT ?, value FROM json_each(?)',
  );
  const drop = db.prepare<[string, number]>(
    'DELETE FROM contact_categories WHERE category = ? AND contact = ?',
  );
  const add = db.prepare<{ businessId: string; category: string; more: number }>(
    'UPDATE categories SET contacts = contacts + :more WHERE business_id = :businessId AND id = :category',
  );
  const count = (businessId: string, category: string, more: number): void =>
    void add.run({ businessId, category, more });
  return {
    join: (businessId: string, category: string, contact: number): void =>
      count(businessId, category, put.run(category, contact).changes),
    leave: (businessId: string, category: string, contact: number): void =>
      count(businessId, category, -drop.run(category, contact).changes),
    /** Adds members without counting them. */
    put: (category: string, contacts: readonly number[]): void =>
      void putAll.run(category, JSON.stringify(contacts)),
    /** Adds to the number of members. */
    count,
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

/** Queries on categories. */
export const categoryQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId'>, CategoryRow>(
    `SELECT id, name, created_at, contacts FROM categories
     WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string], CategoryRow>(
    'SELECT id, name, created_at, contacts FROM categories WHERE business_id = ? AND id = ?',
  );
  return {
    /** Newest first. */
    categories: (businessId: string, { limit, cursor }: PageRequest): Page<CategoryResource> => {
      const scope = ['categories', businessId];
      const rows = page.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toResource);
    },
    category: (businessId: string, categoryId: string): CategoryResource | null => {
      const row = byId.get(businessId, categoryId);
      return row === undefined ? null : toResource(row);
    },
  };
};

/** Queries on the members of categories. */
export const memberQueries = (db: Database) => {
  const partitions = db.prepare<[string], { partition: string }>(
    `SELECT DISTINCT substr(c.id, 1, 3) AS partition FROM contact_categories m
     JOIN contacts c ON c.row = m.contact WHERE m.category = ?`,
  );
  const onlyHere = db.prepare<[string], { count: number }>(
    `SELECT count(*) AS count FROM contact_categories m JOIN contacts c ON c.row = m.contact
     WHERE m.category = ? AND (SELECT count(*) FROM json_each(c.categories) j
                               JOIN categories k ON k.id = j.value) <= 1`,
  );
  const members = db.prepare<{ category: string; after: number; count: number }, PlacedContact>(
    `SELECT m.contact AS row, c.id AS contactId FROM contact_categories m JOIN contacts c ON c.row = m.contact
     WHERE m.category = :category AND m.contact > :after ORDER BY m.contact LIMIT :count`,
  );
  return {
    /** Contacts in any of the categories, each once, after a given row; in the order of their creation. */
    contactsInCategories: (
      _businessId: string,
      categoryIds: readonly string[],
      after: number,
      limit: number,
    ): readonly PlacedContact[] => {
      const found = new Map<number, PlacedContact>();
      for (const category of categoryIds)
        for (const placed of members.all({ category, after, count: limit })) found.set(placed.row, placed);
      return [...found.values()].toSorted((a, b) => a.row - b.row).slice(0, limit);
    },
    /** The partitions that hold contacts of the category. */
    partitionsOfCategory: (categoryId: string): readonly string[] =>
      partitions.all(categoryId).map(({ partition }) => partition),
    /** The number of contacts that would have no category left without this one. */
    onlyInCategory: (categoryId: string): number => onlyHere.get(categoryId)?.count ?? 0,
  };
};
