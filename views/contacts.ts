/** Contacts, their search, and what became of the calls to them. */
import type { Database } from 'better-sqlite3';
import type { ContactEvent } from '../actors/contact/events.js';
import type { ContactResource } from '../schemas/contact.js';
import { type ListScope, pageOf, positionOf } from './cursor.js';
import { iso, isoOrNull } from './dates.js';
import type { Stored } from './stored-event.js';
import type { Page, PageRequest } from './views.js';

/** `contact_search` finds any substring of three or more characters, in any case (SQLite FTS5, trigrams). */
export const CONTACT_TABLES = `
CREATE TABLE contacts (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  mobile TEXT NOT NULL,
  fields TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (business_id, id)
);
CREATE INDEX contacts_by_age ON contacts (business_id, created_at DESC, id DESC);
CREATE TABLE contact_categories (
  business_id TEXT NOT NULL,
  category_id TEXT NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (business_id, category_id, contact)
) WITHOUT ROWID;
CREATE INDEX categories_of_contact ON contact_categories (contact);
CREATE VIRTUAL TABLE contact_search USING fts5 (name, mobile, tokenize = 'trigram');
`;

const SHORTEST_INDEXED = 3;

export const projectContacts = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const create = db.prepare<[string, string, string, string, string, number, number]>(
    'INSERT INTO contacts (business_id, id, name, mobile, fields, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const index = db.prepare<[number | bigint, string, string]>(
    'INSERT INTO contact_search (rowid, name, mobile) VALUES (?, ?, ?)',
  );
  const join = db.prepare<[string, string, number | bigint]>(
    'INSERT INTO contact_categories (business_id, category_id, contact) VALUES (?, ?, ?)',
  );
  return ({ businessId, id, at, event }) => {
    const { name, mobile, fields, categoryIds } = event;
    const { lastInsertRowid: row } = create.run(businessId, id, name, mobile, JSON.stringify(fields), at, at);
    index.run(row, name, mobile);
    for (const categoryId of new Set(categoryIds)) join.run(businessId, categoryId, row);
  };
};

interface ContactRow {
  readonly row: number;
  readonly business_id: string;
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly created_at: number;
  readonly updated_at: number;
}

interface VoiceRollupRow {
  readonly count: number;
  readonly last_at: number | null;
  readonly last_outcome: string | null;
}

/** Numbers are typed with blanks and dashes but kept without. */
const normalise = (search: string): string =>
  /^[+\d][\d\s().-]*$/.test(search) ? search.replaceAll(/[\s().-]/g, '') : search;

const NEVER_USED = { count: 0, lastAt: null, lastOutcome: null } as const;

export const contactQueries = (db: Database) => {
  const PAGE = 'AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?';
  const page = db.prepare<[string, number, string, number], ContactRow>(
    `SELECT * FROM contacts WHERE business_id = ? ${PAGE}`,
  );
  const found = db.prepare<[string, string, number, string, number], ContactRow>(
    `SELECT * FROM contacts WHERE business_id = ?
     AND row IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ?) ${PAGE}`,
  );
  const foundShort = db.prepare<[string, string, string, number, string, number], ContactRow>(
    `SELECT * FROM contacts WHERE business_id = ?
     AND (instr(lower(name), lower(?)) > 0 OR instr(mobile, ?) > 0) ${PAGE}`,
  );
  const byId = db.prepare<[string, string], ContactRow>(
    'SELECT * FROM contacts WHERE business_id = ? AND id = ?',
  );
  const categoriesOf = db.prepare<[number], { id: string; name: string }>(
    `SELECT c.id, c.name FROM contact_categories m
     JOIN categories c ON c.business_id = m.business_id AND c.id = m.category_id
     WHERE m.contact = ? ORDER BY c.name, c.id`,
  );
  const voiceRollup = db.prepare<[{ business: string; contact: string }], VoiceRollupRow>(
    `SELECT count(*) AS count, max(created_at) AS last_at,
            (SELECT status FROM calls WHERE business_id = @business AND contact_id = @contact AND ended_at IS NOT NULL
             ORDER BY created_at DESC, id DESC LIMIT 1) AS last_outcome
     FROM calls WHERE business_id = @business AND contact_id = @contact`,
  );

  const toResource = (row: ContactRow): ContactResource => {
    const fields: Record<string, string> = JSON.parse(row.fields);
    const voice = voiceRollup.get({ business: row.business_id, contact: row.id });
    return {
      id: row.id,
      name: row.name,
      mobile: row.mobile,
      fields,
      categories: categoriesOf.all(row.row),
      communicationBlocked: false,
      rollups: {
        voice: {
          count: voice?.count ?? 0,
          lastAt: isoOrNull(voice?.last_at ?? null),
          lastOutcome: voice?.last_outcome ?? null,
        },
        whatsapp: NEVER_USED,
        instagram: NEVER_USED,
      },
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
  };

  const search = (businessId: string, words: string, at: number, id: string, count: number) =>
    [...words].length < SHORTEST_INDEXED
      ? foundShort.all(businessId, words, words, at, id, count)
      : found.all(businessId, `"${words.replaceAll('"', '""')}"`, at, id, count);

  return {
    /** `search`: any part of the name or the mobile number. */
    contacts: (
      businessId: string,
      { limit, cursor }: PageRequest,
      text: string | null,
    ): Page<ContactResource> => {
      const words = normalise(text?.trim() ?? '');
      const scope: ListScope = ['contacts', businessId, words];
      const { createdAt, id } = positionOf(scope, cursor);
      const rows =
        words === ''
          ? page.all(businessId, createdAt, id, limit + 1)
          : search(businessId, words, createdAt, id, limit + 1);
      return pageOf(scope, rows, limit, toResource);
    },
    contact: (businessId: string, contactId: string): ContactResource | null => {
      const row = byId.get(businessId, contactId);
      return row === undefined ? null : toResource(row);
    },
  };
};
