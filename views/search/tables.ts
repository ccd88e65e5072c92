/** The tables of the search over what was said and written. */
import type { Database } from 'better-sqlite3';

/**
 * The texts themselves stay in the tables of calls and messages. `position`: of the acceptance of a call in the order of the
 * journal, by which its words are found; a message is found by its own. `forgotten_…`: deleted contacts, whose calls and messages are not found.
 * `position` of a conversation: the last message that is not found.
 */
export const SEARCH_TABLES = `
CREATE TABLE search_tenants (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE TABLE searched_calls (position INTEGER PRIMARY KEY, call INTEGER NOT NULL UNIQUE);
CREATE TABLE forgotten_contacts (contact_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE forgotten_conversations (conversation_id TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE call_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'", prefix = '7 8 9'
);
CREATE VIRTUAL TABLE message_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'", prefix = '7 8 9'
);
`;

/** Finds the number of a business; null: nothing of it is indexed. */
export const findSearchTenant = (db: Database): ((businessId: string) => number | null) => {
  const find = db.prepare<[string], number>('SELECT row FROM search_tenants WHERE id = ?').pluck();
  return (businessId) => find.get(businessId) ?? null;
};

/** The number of a business, assigned at its first use. */
export const searchTenants = (db: Database): ((businessId: string) => number) => {
  const find = findSearchTenant(db);
  const add = db.prepare<[string]>('INSERT INTO search_tenants (id) VALUES (?)');
  return (businessId) => find(businessId) ?? Number(add.run(businessId).lastInsertRowid);
};
