/** Rows of versions of Data Sources, looked up by the contact that they belong to. */
import type { Database } from 'better-sqlite3';
import type { SourceRowsEvent } from '../../actors/source-rows/events.js';
import type { Stored } from '../kernel/stored-event.js';

/** `rows_id` identifies the rows of one version; the rows themselves store its short number, because there are very many. */
export const SOURCE_ROW_TABLES = `
CREATE TABLE source_row_sets (number INTEGER PRIMARY KEY, rows_id TEXT NOT NULL UNIQUE);
CREATE TABLE source_rows (
  row INTEGER PRIMARY KEY,
  number INTEGER NOT NULL,
  key TEXT NOT NULL,
  cells TEXT NOT NULL
);
CREATE INDEX source_rows_by_key ON source_rows (number, key) WHERE key <> '';
`;

/** Projects the rows of versions. */
export const projectSourceRows = (db: Database): ((stored: Stored<SourceRowsEvent>) => void) => {
  const find = db.prepare<[string], { number: number }>(
    'SELECT number FROM source_row_sets WHERE rows_id = ?',
  );
  const add = db.prepare<[string]>('INSERT INTO source_row_sets (rows_id) VALUES (?)');
  const insert = db.prepare<{ number: number; key: string; cells: string }>(
    'INSERT INTO source_rows (number, key, cells) VALUES (:number, :key, :cells)',
  );
  return ({ id, event }) => {
    const number = find.get(id)?.number ?? Number(add.run(id).lastInsertRowid);
    for (const [key, ...cells] of event.rows) insert.run({ number, key, cells: JSON.stringify(cells) });
  };
};

/** Queries on rows. */
export const sourceRowQueries = (db: Database) => {
  // The last row wins: in a file that names a contact twice, the later line counts.
  const byKey = db.prepare<[string, string], { cells: string }>(
    `SELECT r.cells FROM source_rows r JOIN source_row_sets s ON s.number = r.number
     WHERE s.rows_id = ? AND r.key = ? ORDER BY r.row DESC LIMIT 1`,
  );
  return {
    /** The cells of the row with this mobile or contact id as key; null when there is none. */
    rowOf: (rowsId: string, key: string): readonly string[] | null => {
      const found = byKey.get(rowsId, key);
      if (found === undefined) return null;
      const cells: readonly string[] = JSON.parse(found.cells);
      return cells;
    },
  };
};
