/** Writes contacts: their row, their name's place, their search words, and their categories. */
import type { Database } from 'better-sqlite3';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { categoryMembers } from './categories.js';
import { mergeWriter } from './merges.js';
import { contactNames } from './names.js';
import { contactWords, type Searchable } from './search.js';
import { type ContactRow, parseMobiles } from './tables.js';
import { tenantRows } from './tenants.js';

/** A new contact. */
export interface NewContact extends Searchable {
  readonly id: string;
  /** JSON. */
  readonly categoriesJson: string;
  readonly timeZone: string | null;
}

/** The changes of a contact; omitted fields stay unchanged. */
export interface Changes {
  readonly name?: string;
  readonly mobile?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly categoryIds?: readonly string[];
  readonly communicationBlocked?: boolean;
  readonly timeZone?: string | null;
  /** All further numbers, E.164. */
  readonly otherMobiles?: readonly string[];
}

type StoredContact = Pick<
  ContactRow,
  'row' | 'name' | 'mobile' | 'fields' | 'categories' | 'blocked' | 'time_zone' | 'other_mobiles'
>;

interface Columns {
  readonly row: number;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly categories: string;
  readonly timeZone: string | null;
  readonly at: number;
}

/** Imports insert a row for each of a million contacts, and parameters with names take half as long again. */
type NewRow = [
  row: number,
  tenant: number,
  id: string,
  name: string,
  mobile: string,
  fields: string,
  categories: string,
  timeZone: string | null,
  createdAt: number,
  updatedAt: number,
];

const prepare = (db: Database) => ({
  insert: db.prepare<NewRow>(
    `INSERT INTO contacts (row, tenant, id, name, mobile, fields, categories, time_zone, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  find: db.prepare<[string], StoredContact>(
    'SELECT row, name, mobile, fields, categories, blocked, time_zone, other_mobiles FROM contacts WHERE id = ?',
  ),
  update: db.prepare<Columns & { readonly blocked: number; readonly otherMobiles: string }>(
    `UPDATE contacts SET name = :name, mobile = :mobile, fields = :fields, categories = :categories,
       blocked = :blocked, time_zone = :timeZone, other_mobiles = :otherMobiles,
       unconfirmed = CASE WHEN mobile = :mobile THEN unconfirmed ELSE 0 END, updated_at = :at
     WHERE row = :row`,
  ),
  setUnconfirmed: db.prepare<[number, string]>('UPDATE contacts SET unconfirmed = ? WHERE id = ?'),
  remove: db.prepare<[number]>('DELETE FROM contacts WHERE row = ?'),
  declare: db.prepare<[number, string]>('INSERT OR IGNORE INTO contact_fields (tenant, key) VALUES (?, ?)'),
});

/** Writes contacts. `namesMovedTogether`: see names.ts. */
export const contactWriter = (db: Database, namesMovedTogether?: number) => {
  const contacts = prepare(db);
  const tenants = tenantRows(db);
  const words = contactWords(db);
  const names = contactNames(db, namesMovedTogether);
  const members = categoryMembers(db);

  const declare = (tenant: number, keys: readonly string[]): void => {
    for (const key of keys) contacts.declare.run(tenant, key);
  };

  return {
    tenants,
    members,
    /** Records that a contact, which is to be removed, belongs to another one now. */
    merged: mergeWriter(db),
    /** Makes these keys fields of the business's contacts. */
    declare,
    /** Returns the contact's row. `fields`: as JSON. `offset`: its position among the contacts of one event. */
    add: (
      stored: Stored<unknown>,
      offset: number,
      tenant: number,
      contact: NewContact,
      fields: string,
    ): number => {
      const row = rowNumber(stored, offset);
      const { id, name, mobile, categoriesJson, timeZone } = contact;
      const { at } = stored;
      contacts.insert.run(row, tenant, id, name, mobile, fields, categoriesJson, timeZone, at, at);
      names.add(tenant, row, name);
      words.index(tenant, row, contact);
      return row;
    },
    /** Does nothing if there is no such contact. */
    change: (
      { businessId, at }: Stored<unknown>,
      id: string,
      changesOf: (stored: StoredContact) => Changes,
    ): void => {
      const contact = contacts.find.get(id);
      if (contact === undefined) return;
      const changes = changesOf(contact);
      const name = changes.name ?? contact.name;
      const mobile = changes.mobile ?? contact.mobile;
      const fields: Readonly<Record<string, string>> = changes.fields ?? JSON.parse(contact.fields);
      const before: readonly string[] = JSON.parse(contact.categories);
      const categoryIds = changes.categoryIds ?? before;
      const otherMobiles = changes.otherMobiles ?? parseMobiles(contact.other_mobiles);
      contacts.update.run({
        row: contact.row,
        name,
        mobile,
        fields: JSON.stringify(fields),
        categories: JSON.stringify(categoryIds),
        otherMobiles: JSON.stringify(otherMobiles),
        timeZone: changes.timeZone === undefined ? contact.time_zone : changes.timeZone,
        blocked: changes.communicationBlocked === undefined ? contact.blocked : +changes.communicationBlocked,
        at,
      });
      for (const removed of before.filter((category) => !categoryIds.includes(category)))
        members.leave(businessId, removed, contact.row);
      for (const added of categoryIds.filter((category) => !before.includes(category)))
        members.join(businessId, added, contact.row);
      const tenant = tenants.rowOf(businessId);
      names.change(tenant, contact.row, { from: contact.name, to: name });
      words.forget(contact.row);
      words.index(tenant, contact.row, { name, mobile, otherMobiles, fields });
      if (changes.fields !== undefined) declare(tenant, Object.keys(fields));
    },
    /** Does nothing if there is no such contact. */
    setUnconfirmed: (id: string, unconfirmed: boolean): void => {
      contacts.setUnconfirmed.run(+unconfirmed, id);
    },
    /** Does nothing if there is no such contact. */
    remove: (businessId: string, id: string): void => {
      const contact = contacts.find.get(id);
      if (contact === undefined) return;
      const categories: readonly string[] = JSON.parse(contact.categories);
      for (const category of categories) members.leave(businessId, category, contact.row);
      const tenant = tenants.rowOf(businessId);
      names.forget(tenant, contact.row, contact.name);
      words.forget(contact.row);
      contacts.remove.run(contact.row);
      tenants.count(tenant, -1);
    },
  };
};
