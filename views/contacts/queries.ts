/** Queries on contacts: lists, searches, single contacts. */
import type { Database } from 'better-sqlite3';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import { encodeCursor, type ListScope, numberOf } from '../kernel/cursor.js';
import { type PageRequest, type SerialisedPage, serialisedPage } from '../kernel/page.js';
import { contactTexts } from './resources.js';
import { searchQuery } from './search.js';
import { type ContactTuple, SHOWN_COLUMNS } from './tables.js';
import { findTenant } from './tenants.js';

/** Returns rows of a business, newest first: all of its contacts, or those that match the words. */
const contactRows = (db: Database) => {
  const page = db
    .prepare<{ tenant: number; before: number; count: number }, ContactTuple>(
      `SELECT ${SHOWN_COLUMNS} FROM contacts c WHERE tenant = :tenant AND row < :before
       ORDER BY row DESC LIMIT :count`,
    )
    .raw();
  // Matches are read first, from the end of the index, so only as many are read as rows are returned.
  const found = db
    .prepare<{ query: string; before: number; count: number }, ContactTuple>(
      `SELECT ${SHOWN_COLUMNS} FROM contact_words w CROSS JOIN contacts c ON c.row = w.rowid
       WHERE contact_words MATCH :query AND w.rowid < :before ORDER BY w.rowid DESC LIMIT :count`,
    )
    .raw();
  return (tenant: number, words: string, before: number, count: number): readonly ContactTuple[] => {
    if (words === '') return page.all({ tenant, before, count });
    const query = searchQuery(tenant, words);
    return query === null ? [] : found.all({ query, before, count });
  };
};

/** Queries on contacts. */
export const contactQueries = (db: Database) => {
  const tenantOf = findTenant(db);
  const rowsOf = contactRows(db);
  const textsOf = contactTexts(db);
  const byId = db
    .prepare<[number, string], ContactTuple>(
      `SELECT ${SHOWN_COLUMNS} FROM contacts c WHERE tenant = ? AND id = ?`,
    )
    .raw();
  const byMobile = db.prepare<[string, number], { id: string; mobile: string }>(
    `SELECT c.id, c.mobile FROM contact_words w JOIN contacts c ON c.row = w.rowid
     WHERE contact_words MATCH ? AND c.tenant = ?`,
  );
  const contactJson = (businessId: string, contactId: string): string | null => {
    const row = byId.get(tenantOf(businessId) ?? 0, contactId);
    return row === undefined ? null : (textsOf(businessId, [row])[0] ?? null);
  };
  return {
    /** Newest first. `search`: beginnings of words of name, mobile and field values. */
    contacts: (
      businessId: string,
      { limit, cursor }: PageRequest,
      search: string | null,
    ): SerialisedPage<ContactResource> => {
      const words = search?.trim() ?? '';
      const scope: ListScope = ['contacts', businessId, words];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const tenant = tenantOf(businessId);
      const rows = tenant === null ? [] : rowsOf(tenant, words, before, limit + 1);
      const page = rows.slice(0, limit);
      const [row, id] = page.at(-1) ?? [0, ''];
      const nextCursor = rows.length > limit ? encodeCursor(scope, { createdAt: row, id }) : null;
      return serialisedPage(
        textsOf(businessId, page).map((text) => [text]),
        nextCursor,
      );
    },
    contact: (businessId: string, contactId: string): ContactResource | null => {
      const json = contactJson(businessId, contactId);
      return json === null ? null : JSON.parse(json);
    },
    /** The same contact as JSON. */
    contactJson,
    /** The id of the contact with this number. */
    contactOfMobile: (businessId: string, mobile: string): string | null => {
      const tenant = tenantOf(businessId);
      const query = tenant === null ? null : searchQuery(tenant, mobile);
      if (tenant === null || query === null) return null;
      return byMobile.all(query, tenant).find((found) => found.mobile === mobile)?.id ?? null;
    },
  };
};
