/** The SQLite file behind the views: its version, its pragmas, how far it has come. */
import Database from 'better-sqlite3';
import { VIEW_TABLES } from './tables.js';

export type Db = Database.Database;

/** Raise when any table or projection changes: files of another version are thrown away and rebuilt. */
export const VIEW_VERSION = 1;

/** Opens for writing, making or remaking the tables; the journal is the truth, so a file that does not fit is dropped. */
export const openForWriting = (file: string): Db => {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  // A view can be rebuilt, so a power cut may cost its last transactions; a process crash does not.
  db.pragma('synchronous = NORMAL');
  db.pragma('busy_timeout = 5000');
  if (db.pragma('user_version', { simple: true }) !== VIEW_VERSION) remake(db);
  return db;
};

/** Opens for reading only. */
export const openForReading = (file: string): Db => {
  const db = new Database(file, { readonly: true });
  db.pragma('busy_timeout = 5000');
  return db;
};

const remake = (db: Db): void => {
  db.transaction(() => {
    for (const table of db
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .all()) {
      db.exec(`DROP TABLE "${table.name}"`);
    }
    db.exec(VIEW_TABLES);
    db.pragma(`user_version = ${VIEW_VERSION}`);
  })();
};

/** Sequence of the last commit of `shard` that the file holds. */
export const appliedSeq = (db: Db, shard: number): number =>
  db.prepare<[number], { seq: number }>('SELECT seq FROM applied WHERE shard = ?').get(shard)?.seq ?? 0;

/** Remembers how far the file has come, in the transaction of the commits themselves. */
export const setAppliedSeq = (db: Db, shard: number, seq: number): void => {
  db.prepare(
    'INSERT INTO applied (shard, seq) VALUES (?, ?) ON CONFLICT (shard) DO UPDATE SET seq = excluded.seq',
  ).run(shard, seq);
};
