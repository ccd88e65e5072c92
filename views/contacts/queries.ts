/** Reading contacts: lists, searches, one of them. */
import type { Database } from 'better-sqlite3';
import { type ContactResource, NO_ROLLUP } from '../../schemas/contact.js';
import { decodeCursor, encodeCursor, type ListScope } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest, PlacedContact } from '../kernel/page.js';
import { searchQuery } from './search.js';
import { findTenant } from './tenants.js';

interface ContactRow {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly categories: string;
  readonly blocked: number;
  readonly created_at: number;
  readonly updated_at: number;
}

interface RollupRow {
  readonly channel: 'voice' | 'whatsapp' | 'instagram';
  readonly count: number;
  readonly last_at: number;
  readonly last_outcome: string | null;
}

export const contactQueries = (db: Database) => {
  const tenantOf = findTenant(db);
  const page = db.prepare<[number, number, number], ContactRow>(
    'SELECT * FROM contacts WHERE tenant = ? AND row < ? ORDER BY row DESC LIMIT ?',
  );
  const found = db.prepare<[string, number, number], { rowid: number }>(
    'SELECT rowid FROM contact_words WHERE contact_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
  );
  const byRow = db.prepare<[number], ContactRow>('SELECT * FROM contacts WHERE row = ?');
  const byId = db.prepare<[number, string], ContactRow>('SELECT * FROM contacts WHERE tenant = ? AND id = ?');
  const categoryNames = db.prepare<[string], { id: string; name: string }>(
    'SELECT id, name FROM categories WHERE business_id = ? ORDER BY name, id',
  );
  const categoryName = db.prepare<[string, string], { id: string; name: string }>(
    'SELECT id, name FROM categories WHERE business_id = ? AND id = ?',
  );
  const rollups = db.prepare<[string], RollupRow>(
    'SELECT channel, count, last_at, last_outcome FROM contact_rollups WHERE contact_id = ?',
  );
  const partitions = db.prepare<[string], { partition: string }>(
    `SELECT DISTINCT substr(c.id, 1, 3) AS partition FROM contact_categories m
     JOIN contacts c ON c.row = m.contact WHERE m.category = ?`,
  );
  const onlyHere = db.prepare<[string], { count: number }>(
    `SELECT count(*) AS count FROM contact_categories m JOIN contacts c ON c.row = m.contact
     WHERE m.category = ? AND (SELECT count(*) FROM json_each(c.categories) j
                               JOIN categories k ON k.id = j.value) <= 1`,
  );
  const inCategory = db.prepare<[string, number, number], PlacedContact>(
    `SELECT m.contact AS row, c.id AS contactId FROM contact_categories m JOIN contacts c ON c.row = m.contact
     WHERE m.category = ? AND m.contact > ? ORDER BY m.contact LIMIT ?`,
  );
  const byMobile = db.prepare<[string, number], { id: string }>(
    `SELECT c.id FROM contact_words w JOIN contacts c ON c.row = w.rowid
     WHERE contact_words MATCH ? AND c.tenant = ?`,
  );

  const categoriesOf = (businessId: string, ids: readonly string[]) =>
    ids.length <= 8
      ? ids
          .flatMap((id) => categoryName.get(businessId, id) ?? [])
          .sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id))
      : categoryNames.all(businessId).filter(({ id }) => ids.includes(id));

  const toResource = (businessId: string, row: ContactRow): ContactResource => {
    const fields: Record<string, string> = JSON.parse(row.fields);
    const categoryIds: readonly string[] = JSON.parse(row.categories);
    const used = Object.fromEntries(
      rollups
        .all(row.id)
        .map(({ channel, count, last_at, last_outcome }) => [
          channel,
          { count, lastAt: isoOrNull(last_at), lastOutcome: last_outcome },
        ]),
    );
    return {
      id: row.id,
      name: row.name,
      mobile: row.mobile,
      fields,
      categories: categoriesOf(businessId, categoryIds),
      communicationBlocked: row.blocked === 1,
      rollups: { voice: NO_ROLLUP, whatsapp: NO_ROLLUP, instagram: NO_ROLLUP, ...used },
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
  };

  const rowsOf = (tenant: number, words: string, before: number, count: number): readonly ContactRow[] => {
    if (words === '') return page.all(tenant, before, count);
    const query = searchQuery(tenant, words);
    if (query === null) return [];
    return found.all(query, before, count).flatMap(({ rowid }) => byRow.get(rowid) ?? []);
  };

  return {
    /** In the order of creation; a contact in several categories comes once. */
    contactsInCategories: (
      _businessId: string,
      categoryIds: readonly string[],
      after: number,
      limit: number,
    ): readonly PlacedContact[] => {
      const found = new Map<number, PlacedContact>();
      for (const category of categoryIds)
        for (const placed of inCategory.all(category, after, limit)) found.set(placed.row, placed);
      return [...found.values()].toSorted((one, other) => one.row - other.row).slice(0, limit);
    },
    /** Newest first. `search`: beginnings of words of name, mobile and field values. */
    contacts: (
      businessId: string,
      { limit, cursor }: PageRequest,
      search: string | null,
    ): Page<ContactResource> => {
      const words = search?.trim() ?? '';
      const scope: ListScope = ['contacts', businessId, words];
      const before = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(scope, cursor).createdAt;
      const tenant = tenantOf(businessId);
      const rows = tenant === null ? [] : rowsOf(tenant, words, before, limit + 1);
      const given = rows.slice(0, limit);
      const last = given.at(-1);
      return {
        items: given.map((row) => toResource(businessId, row)),
        nextCursor:
          rows.length > limit && last !== undefined
            ? encodeCursor(scope, { createdAt: last.row, id: last.id })
            : null,
      };
    },
    contact: (businessId: string, contactId: string): ContactResource | null => {
      const row = byId.get(tenantOf(businessId) ?? 0, contactId);
      return row === undefined ? null : toResource(businessId, row);
    },
    /** Who has the number. */
    contactOfMobile: (businessId: string, mobile: string): string | null => {
      const tenant = tenantOf(businessId);
      const query = tenant === null ? null : searchQuery(tenant, mobile);
      if (tenant === null || query === null) return null;
      return (
        byMobile
          .all(query, tenant)
          .map(({ id }) => id)
          .find((id) => byId.get(tenant, id)?.mobile === mobile) ?? null
      );
    },
    /** Partitions in which contacts of the category live. */
    partitionsOfCategory: (categoryId: string): readonly string[] =>
      partitions.all(categoryId).map(({ partition }) => partition),
    /** Contacts that would be left without any category if this one went. */
    onlyInCategory: (categoryId: string): number => onlyHere.get(categoryId)?.count ?? 0,
  };
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
