/** Contacts with their categories and what became of the calls to them. */
import type { BusinessEvent } from '../actors/business/events.js';
import type { ContactEvent } from '../actors/contact/events.js';
import type { CategoryResource, ContactResource } from '../schemas/contact.js';
import { listName } from './cursor.js';
import type { Db } from './database.js';
import { pageOf } from './page.js';
import type { Position } from './position.js';
import type { Page, PageRequest } from './views.js';

export const projectContact = (db: Db, { business, id, at }: Position, event: ContactEvent): void => {
  db.prepare(
    'INSERT OR IGNORE INTO contacts (id, business, name, mobile, fields, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(id, business, event.name, event.mobile, JSON.stringify(event.fields), at, at);
  const belong = db.prepare(
    'INSERT OR IGNORE INTO contact_categories (business, contact_id, category_id) VALUES (?, ?, ?)',
  );
  for (const categoryId of event.categoryIds) belong.run(business, id, categoryId);
};

export const projectCategory = (db: Db, { business, at }: Position, event: BusinessEvent): void => {
  if (event.type !== 'category.created') return;
  db.prepare('INSERT OR IGNORE INTO categories (id, business, name, created_at) VALUES (?, ?, ?, ?)').run(
    event.categoryId,
    business,
    event.name,
    at,
  );
};

interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly created_at: number;
  readonly updated_at: number;
}

interface CategoryRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly contacts: number;
}

const NOTHING_YET = { count: 0, lastAt: null, lastOutcome: null } as const;

export const contactQueries = (db: Db) => {
  const one = db.prepare<[string, string], ContactRow>(
    'SELECT * FROM contacts WHERE business = ? AND id = ?',
  );
  const page = db.prepare<
    [{ business: string; createdAt: number; id: string; search: string | null; limit: number }],
    ContactRow
  >(
    `SELECT * FROM contacts WHERE business = @business AND (created_at, id) < (@createdAt, @id)
       AND (@search IS NULL OR name LIKE @search ESCAPE '\\' OR mobile LIKE @search ESCAPE '\\')
     ORDER BY created_at DESC, id DESC LIMIT @limit`,
  );
  const categoriesOf = db.prepare<[string, string], { id: string; name: string }>(
    'SELECT c.id, c.name FROM contact_categories cc JOIN categories c ON c.business = cc.business AND c.id = cc.category_id WHERE cc.business = ? AND cc.contact_id = ? ORDER BY c.name',
  );
  const countCalls = db.prepare<[string, string], { n: number }>(
    'SELECT count(*) AS n FROM calls WHERE business = ? AND contact_id = ?',
  );
  const lastCall = db.prepare<[string, string], { created_at: number; status: string }>(
    'SELECT created_at, status FROM calls WHERE business = ? AND contact_id = ? ORDER BY created_at DESC LIMIT 1',
  );
  const categoryPage = db.prepare<
    [{ business: string; createdAt: number; id: string; limit: number }],
    CategoryRow
  >(
    `SELECT *, (SELECT count(*) FROM contact_categories cc WHERE cc.business = categories.business AND cc.category_id = categories.id) AS contacts
     FROM categories WHERE business = @business AND (created_at, id) < (@createdAt, @id) ORDER BY created_at DESC, id DESC LIMIT @limit`,
  );

  const resource = (businessId: string, row: ContactRow): ContactResource => {
    const last = lastCall.get(businessId, row.id);
    const voice =
      last === undefined
        ? NOTHING_YET
        : {
            count: countCalls.get(businessId, row.id)?.n ?? 0,
            lastAt: new Date(last.created_at).toISOString(),
            lastOutcome: last.status,
          };
    return {
      id: row.id,
      name: row.name,
      mobile: row.mobile,
      fields: JSON.parse(row.fields),
      categories: categoriesOf.all(businessId, row.id),
      communicationBlocked: false,
      rollups: { voice, whatsapp: NOTHING_YET, instagram: NOTHING_YET },
      createdAt: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
    };
  };

  return {
    contact: (businessId: string, contactId: string): ContactResource | null => {
      const row = one.get(businessId, contactId);
      return row === undefined ? null : resource(businessId, row);
    },
    contacts: (businessId: string, request: PageRequest, search: string | null): Page<ContactResource> =>
      pageOf(
        listName('contacts', businessId, search),
        request,
        (after, limit) =>
          page.all({
            business: businessId,
            ...after,
            search: search === null ? null : `%${escapeLike(search)}%`,
            limit,
          }),
        (row) => resource(businessId, row),
      ),
    categories: (businessId: string, request: PageRequest): Page<CategoryResource> =>
      pageOf(
        listName('categories', businessId),
        request,
        (after, limit) => categoryPage.all({ business: businessId, ...after, limit }),
        (row) => ({ id: row.id, name: row.name, contactCount: row.contacts }),
      ),
  };
};

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
