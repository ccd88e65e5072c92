/**
 * The names of contacts in their order.
 *
 * An import brings names in any order, and each one that is written into a large sorted table costs a page of it. New names are
 * therefore put into a small table first, whose pages many of them share, and {@link MOVED_TOGETHER} of them are moved at a
 * time, in order. Lists merge both.
 */
import type { Database } from 'better-sqlite3';

/** `new_names`: those that are not in `contact_names` yet. `row`: the contact's. */
export const CONTACT_NAME_TABLES = `
CREATE TABLE contact_names (
  tenant INTEGER NOT NULL,
  sort_name TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (tenant, sort_name, row)
) WITHOUT ROWID;
CREATE TABLE new_names (
  tenant INTEGER NOT NULL,
  sort_name TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (tenant, sort_name, row)
) WITHOUT ROWID;
`;

/** Characters of a name that decide its place in a list. */
const SORTED_CHARACTERS = 40;

/** New names that are moved at once. Twice as many cost hardly less each, and a request may wait for the move: 0.1 to 0.2 s. */
const MOVED_TOGETHER = 16_384;

const ASCII = /^[ -~]*$/;

/** By which names are sorted: without case and accents, so that `Zoë` stands beside `Zoe`. */
export const sortNameOf = (name: string): string => {
  const plain = ASCII.test(name) ? name : name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.toLowerCase().slice(0, SORTED_CHARACTERS);
};

/** Writes names. `movedTogether`: new names that are moved at once. */
export const contactNames = (db: Database, movedTogether = MOVED_TOGETHER) => {
  const waiting = db.prepare<[], number>('SELECT count(*) FROM new_names').pluck();
  const insert = db.prepare<[number, string, number]>('INSERT INTO new_names VALUES (?, ?, ?)');
  const move = db.prepare<[]>(
    'INSERT INTO contact_names SELECT * FROM new_names ORDER BY tenant, sort_name, row',
  );
  const empty = db.prepare<[]>('DELETE FROM new_names');
  const removeNew = db.prepare<[number, string, number]>(
    'DELETE FROM new_names WHERE tenant = ? AND sort_name = ? AND row = ?',
  );
  const remove = db.prepare<[number, string, number]>(
    'DELETE FROM contact_names WHERE tenant = ? AND sort_name = ? AND row = ?',
  );
  // A transaction that is rolled back leaves it wrong by the names of that transaction, so that a move comes sooner or later.
  let count = waiting.get() ?? 0;

  const add = (tenant: number, row: number, name: string): void => {
    insert.run(tenant, sortNameOf(name), row);
    count += 1;
    if (count < movedTogether) return;
    move.run();
    empty.run();
    count = 0;
  };
  /** `name`: the contact's present one. */
  const forget = (tenant: number, row: number, name: string): void => {
    const sortName = sortNameOf(name);
    if (removeNew.run(tenant, sortName, row).changes > 0) count -= 1;
    else remove.run(tenant, sortName, row);
  };
  return {
    add,
    forget,
    change: (
      tenant: number,
      row: number,
      { from, to }: { readonly from: string; readonly to: string },
    ): void => {
      if (sortNameOf(from) === sortNameOf(to)) return;
      forget(tenant, row, from);
      add(tenant, row, to);
    },
  };
};
