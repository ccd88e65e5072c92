/** Reading contacts: lists, searches, one of them. */
import type { Database } from 'better-sqlite3';
import type { ContactResource } from '../../schemas/contact.js';
import { decodeCursor, encodeCursor, type ListScope } from '../kernel/cursor.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { contactResources } from './resources.js';
import { searchQuery } from './search.js';
import type { ContactRow } from './tables.js';
import { findTenant } from './tenants.js';

/** Gives rows of a business, from its newest contact on, or of those that are found by these words. */
const contactRows = (db: Database) => {
  const page = db.prepare<{ tenant: number; before: number; count: number }, ContactRow>(
    'SELECT * FROM contacts WHERE tenant = :tenant AND row < :before ORDER BY row DESC LIMIT :count',
  );
  const found = db.prepare<{ query: string; before: number; count: number }, { rowid: number }>(
    `SELECT rowid FROM contact_words WHERE contact_words MATCH :query AND rowid < :before
     ORDER BY rowid DESC LIMIT :count`,
  );
  const byRow = db.prepare<[number], ContactRow>('SELECT * FROM contacts WHERE row = ?');
  return (tenant: number, words: string, before: number, count: number): readonly ContactRow[] => {
    if (words === '') return page.all({ tenant, before, count });
    const query = searchQuery(tenant, words);
    if (query === null) return [];
    return found.all({ query, before, count }).flatMap(({ rowid }) => byRow.get(rowid) ?? []);
  };
};

/** Asking for contacts. */
export const contactQueries = (db: Database) => {
  const tenantOf = findTenant(db);
  const rowsOf = contactRows(db);
  const toResource = contactResources(db);
  const byId = db.prepare<[number, string], ContactRow>('SELECT * FROM contacts WHERE tenant = ? AND id = ?');
  const byMobile = db.prepare<[string, number], { id: string }>(
    `SELECT c.id FROM contact_words w JOIN contacts c ON c.row = w.rowid
     WHERE contact_words MATCH ? AND c.tenant = ?`,
  );
  return {
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
  };
};
