/** The tables of contacts, and their rows. */

/**
 * Rows are numbered in the order of creation. `categories`: ids as JSON. `time_zone`: null where the contact has none.
 * `other_mobiles`: further numbers as JSON. `merged_contacts`: contacts that were merged, and the one that each belongs to now.
 */
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
  time_zone TEXT,
  unconfirmed INTEGER NOT NULL DEFAULT 0,
  other_mobiles TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX contacts_by_id ON contacts (id);
CREATE INDEX contacts_by_tenant ON contacts (tenant);
CREATE INDEX contacts_by_age ON contacts (tenant, created_at);
CREATE INDEX contacts_blocked ON contacts (tenant) WHERE blocked = 1;
CREATE TABLE contact_categories (
  category TEXT NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (category, contact)
) WITHOUT ROWID;
CREATE TABLE merged_contacts (
  id TEXT PRIMARY KEY,
  survivor TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX merged_contacts_by_survivor ON merged_contacts (survivor);
CREATE TABLE contact_fields (
  tenant INTEGER NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
`;

/** A stored contact. */
export interface ContactRow {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly categories: string;
  readonly blocked: number;
  readonly time_zone: string | null;
  readonly unconfirmed: number;
  readonly other_mobiles: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The shown columns of a contact, in the order of {@link ContactTuple}; `c` is the table. */
export const SHOWN_COLUMNS =
  'c.row, c.id, c.name, c.mobile, c.fields, c.categories, c.blocked, c.time_zone, c.unconfirmed, c.created_at, c.updated_at, c.other_mobiles';

/** A contact as lists read it: a tuple of values takes half the time of an object with names. */
export type ContactTuple = readonly [
  row: number,
  id: string,
  name: string,
  mobile: string,
  fields: string,
  categories: string,
  blocked: number,
  timeZone: string | null,
  unconfirmed: number,
  createdAt: number,
  updatedAt: number,
  otherMobiles: string,
];

/** The stored form of further numbers. */
export const parseMobiles = (json: string): readonly string[] => JSON.parse(json);
