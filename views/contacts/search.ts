/**
 * Finds contacts by the beginnings of words in their name, mobile number and field values, ignoring case and accents (SQLite
 * FTS5, unicode61).
 *
 * Every word is indexed with a prefix code of its business, so that a search never walks through another business's words, and
 * the prefix index serves it from the first letter on. Rows are numbered in the order of creation, which is the order of the
 * list: a search walks one posting list from its end.
 */
import type { Database } from 'better-sqlite3';

/** `prefix` counts the code's letters. */
const CODE_LENGTH = 4;

/** Its row ids are those of the contacts. */
export const CONTACT_SEARCH_TABLES = `
CREATE VIRTUAL TABLE contact_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '5 6 7 8 9 10 11 12'
);
`;

/** Longer texts are notes: only their beginning is indexed. */
const MAX_INDEXED_CHARACTERS = 500;
const MAX_SEARCH_WORDS = 8;

const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

const wordsOf = (text: string): readonly string[] => text.slice(0, MAX_INDEXED_CHARACTERS).match(WORDS) ?? [];

/** `tenant`: the number of the business's row. */
const codeOf = (tenant: number): string => tenant.toString(36).padStart(CODE_LENGTH, '0');

/** The searchable data of a contact. */
export interface Searchable {
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  /** E.164. */
  readonly otherMobiles?: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

const coded = (tenant: number, words: readonly string[]): string => {
  const code = codeOf(tenant);
  return words.map((word) => code + word).join(' ');
};

/** Country codes of two digits (ITU-T E.164); 1 and 7 have one, all others three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The position where the national number begins: people search for numbers as they dial them at home. */
const countryCodeEnd = (mobile: string): number => {
  const digits = mobile.slice(1, 3);
  if (digits.startsWith('1') || digits.startsWith('7')) return 2;
  return TWO_DIGITS.test(digits) ? 3 : 4;
};

/** Indexes the words of contacts. `row`: the contact's. */
export const contactWords = (db: Database) => {
  const insert = db.prepare<[number, string]>('INSERT INTO contact_words (rowid, words) VALUES (?, ?)');
  const remove = db.prepare<[number]>('DELETE FROM contact_words WHERE rowid = ?');
  return {
    index: (tenant: number, row: number, { name, mobile, otherMobiles = [], fields }: Searchable): void => {
      const words = [...wordsOf(name)];
      for (const number of [mobile, ...otherMobiles])
        words.push(number.slice(1), number.slice(countryCodeEnd(number)));
      for (const value of Object.values(fields)) words.push(...wordsOf(value));
      insert.run(row, coded(tenant, words));
    },
    forget: (row: number): void => void remove.run(row),
  };
};

/** Numbers are typed with spaces and dashes but stored without. */
const NUMBER = /^\+?[\d\s().-]*\d[\d\s().-]*$/;

/** The full-text query for a user's input: every word must begin a word of the contact. Null when the input contains none. */
export const searchQuery = (tenant: number, text: string): string | null => {
  const words = NUMBER.test(text) ? [text.replaceAll(/\D/g, '')] : wordsOf(text).slice(0, MAX_SEARCH_WORDS);
  if (words.length === 0) return null;
  return words.map((word) => `"${codeOf(tenant)}${word}"*`).join(' AND ');
};
