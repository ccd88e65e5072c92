/** Contacts and the categories they belong to. */
import type { Database } from 'better-sqlite3';
import type { ContactEvent, ImportedRow } from '../../actors/contact-partition/events.js';
import { assertNever } from '../../schemas/assert.js';
import { contactRollups } from '../conversations/rollups.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';
import { contactWords, type Searchable } from './search.js';
import { tenantRows } from './tenants.js';

/** Rows are numbered in the order of creation. `categories`: ids as JSON. */
export const CONTACT_TABLES = `
CREATE TABLE contacts (
  row INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  mobile TEXT NOT NULL,
  fields TEXT NOT NULL,
  categories TEXT NOT NULL,
  blocked INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX contacts_by_id ON contacts (id);
CREATE INDEX contacts_by_tenant ON contacts (tenant);
CREATE TABLE contact_categories (
  category TEXT NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (category, contact)
) WITHOUT ROWID;
CREATE TABLE contact_fields (
  tenant INTEGER NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
`;

interface Kept {
  readonly row: number;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly categories: string;
  readonly blocked: number;
}

export const projectContacts = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const tenantOf = tenantRows(db);
  const words = contactWords(db);
  const insert = db.prepare<[number, number, string, string, string, string, string, number, number]>(
    `INSERT INTO contacts (row, tenant, id, name, mobile, fields, categories, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare<[string], Kept>(
    'SELECT row, name, mobile, fields, categories, blocked FROM contacts WHERE id = ?',
  );
  const update = db.prepare<[string, string, string, string, number, number, number]>(
    `UPDATE contacts SET name = ?, mobile = ?, fields = ?, categories = ?, blocked = ?, updated_at = ?
     WHERE row = ?`,
  );
  const remove = db.prepare<[number]>('DELETE FROM contacts WHERE row = ?');
  const rollups = contactRollups(db);
  const forgetTimeline = db.prepare<[string]>('DELETE FROM timeline WHERE contact_id = ?');
  const join = db.prepare<[string, number]>(
    'INSERT OR IGNORE INTO contact_categories (category, contact) VALUES (?, ?)',
  );
  const leave = db.prepare<[string, number]>(
    'DELETE FROM contact_categories WHERE category = ? AND contact = ?',
  );
  const count = db.prepare<[number, string, string]>(
    'UPDATE categories SET contacts = contacts + ? WHERE business_id = ? AND id = ?',
  );

  const countAll = db.prepare<[number, number]>('UPDATE tenants SET contacts = contacts + ? WHERE row = ?');
  const declare = db.prepare<[number, string]>(
    'INSERT OR IGNORE INTO contact_fields (tenant, key) VALUES (?, ?)',
  );
  const declareAll = (tenant: number, keys: readonly string[]): void => {
    for (const key of keys) declare.run(tenant, key);
  };

  const add = (
    stored: Stored<unknown>,
    offset: number,
    contact: Searchable & { readonly id: string; readonly categoriesJson: string },
    fieldsJson: string,
    tenant: number,
  ): number => {
    const row = rowNumber(stored, offset);
    const { id, name, mobile, categoriesJson } = contact;
    insert.run(row, tenant, id, name, mobile, fieldsJson, categoriesJson, stored.at, stored.at);
    words.index(tenant, row, contact);
    return row;
  };

  const change = (
    { businessId, at }: Stored<unknown>,
    id: string,
    changesOf: (kept: Kept) => {
      readonly name?: string;
      readonly mobile?: string;
      readonly fields?: Readonly<Record<string, string>>;
      readonly categoryIds?: readonly string[];
      readonly communicationBlocked?: boolean;
    },
  ): void => {
    const kept = find.get(id);
    if (kept === undefined) return;
    const changes = changesOf(kept);
    const name = changes.name ?? kept.name;
    const mobile = changes.mobile ?? kept.mobile;
    const fields: Readonly<Record<string, string>> = changes.fields ?? JSON.parse(kept.fields);
    const before: readonly string[] = JSON.parse(kept.categories);
    const categoryIds = changes.categoryIds ?? before;
    const blocked = changes.communicationBlocked === undefined ? kept.blocked : +changes.communicationBlocked;
    update.run(name, mobile, JSON.stringify(fields), JSON.stringify(categoryIds), blocked, at, kept.row);
    for (const gone of before.filter((category) => !categoryIds.includes(category)))
      count.run(-leave.run(gone, kept.row).changes, businessId, gone);
    for (const joined of categoryIds.filter((category) => !before.includes(category)))
      count.run(join.run(joined, kept.row).changes, businessId, joined);
    const tenant = tenantOf(businessId);
    words.forget(kept.row);
    words.index(tenant, kept.row, { name, mobile, fields });
    if (changes.fields !== undefined) declareAll(tenant, Object.keys(fields));
  };

  const drop = (businessId: string, id: string): void => {
    const kept = find.get(id);
    if (kept === undefined) return;
    const categories: readonly string[] = JSON.parse(kept.categories);
    for (const category of categories)
      count.run(-leave.run(category, kept.row).changes, businessId, category);
    words.forget(kept.row);
    remove.run(kept.row);
    countAll.run(-1, tenantOf(businessId));
    rollups.forget(id);
    forgetTimeline.run(id);
  };

  const importPart = (
    stored: Stored<unknown>,
    { created, updated, columns, categoryIds }: Extract<ContactEvent, { type: 'contacts.imported' }>,
  ): void => {
    const tenant = tenantOf(stored.businessId);
    const categoriesJson = JSON.stringify(categoryIds);
    for (const [offset, row] of created.entries()) {
      const [id, mobile, given] = row;
      const name = given === '' ? mobile : given;
      const fields = valuesOf(row, columns, {});
      const contact = { id, mobile, name, fields, categoriesJson };
      const number = add(stored, offset, contact, JSON.stringify(fields), tenant);
      for (const category of categoryIds) join.run(category, number);
    }
    declareAll(tenant, columns);
    countAll.run(created.length, tenant);
    if (created.length > 0)
      for (const category of categoryIds) count.run(created.length, stored.businessId, category);
    for (const row of updated) {
      const [id, , name] = row;
      change(stored, id, (kept) => {
        const before: readonly string[] = JSON.parse(kept.categories);
        return {
          ...(name === '' ? {} : { name }),
          fields: valuesOf(row, columns, JSON.parse(kept.fields)),
          categoryIds: [...before, ...categoryIds.filter((category) => !before.includes(category))],
        };
      });
    }
  };

  return (stored) => {
    const { businessId, event } = stored;
    switch (event.type) {
      case 'contact.created': {
        const { contactId: id, name, mobile, fields } = event;
        const categoryIds = [...new Set(event.categoryIds)];
        const categoriesJson = JSON.stringify(categoryIds);
        const contact = { id, name, mobile, fields, categoriesJson };
        const tenant = tenantOf(businessId);
        const row = add(stored, 0, contact, JSON.stringify(fields), tenant);
        countAll.run(1, tenant);
        declareAll(tenant, Object.keys(fields));
        for (const category of categoryIds) count.run(join.run(category, row).changes, businessId, category);
        return;
      }
      case 'contact.changed':
        change(stored, event.contactId, () => event);
        return;
      case 'contact.deleted':
        drop(businessId, event.contactId);
        return;
      case 'contacts.imported':
        importPart(stored, event);
        return;
      case 'mobile.reserved':
      case 'mobile.confirmed':
      case 'mobile.check_due':
      case 'mobile.released':
      case 'mobile.returned':
        return;
      default:
        assertNever(event);
    }
  };
};

/** As the partition lays a row over a contact: what is empty leaves what is there. */
const valuesOf = (
  [, , , ...values]: ImportedRow,
  columns: readonly string[],
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = { ...before };
  for (const [index, key] of columns.entries()) {
    const value = values[index] ?? '';
    if (value !== '') fields[key] = value;
  }
  return fields;
};
