/** The SQLite file of the views: its version, its pragmas, its progress, and the journal that it follows. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { SET_ASIDE_TABLE } from './set-aside.js';
import type { Catalogue } from './view.js';

/** A connection to a file of the views. */
export type Db = Database.Database;

/**
 * `journal` names the stream that the rows come from, `mark` the commit at `applied` (journal-reader.ts). `skipped`: sorts of
 * events that the tables do not show. It is deleted with the file: a build that shows these sorts creates a new file, so its
 * table is empty.
 */
const SHARD_TABLES = `
CREATE TABLE shards (shard INTEGER PRIMARY KEY, applied INTEGER NOT NULL, mark TEXT NOT NULL, journal TEXT NOT NULL);
CREATE TABLE skipped (kind TEXT NOT NULL, type TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, type)) WITHOUT ROWID;
`;

/** How long another writer may hold the file, ms, before it counts as locked. */
const BUSY_MS = 1_000;
/** A memory map and a cache are cheap compared to a read that waits for the disk. */
const CACHE_KIB = 16_384;
/** The cache of the writer: a large import writes all over the indexes. */
const WRITER_CACHE_KIB = 24_576;
/**
 * Pages of write-ahead log from which the projector itself moves them into the file, which waits for the disk: far more than
 * accumulate while the checkpoint thread (checkpoint-worker.ts) keeps up.
 */
const CHECKPOINT_PAGES = 64_000;
/** The size of the log after all of it was moved. */
const LOG_KEPT_BYTES = 8 * 1024 * 1024;

/** Creates the same tables, and so the same answers, whatever the file was before. */
const create = (db: Db, { version, views }: Catalogue): void => {
  db.transaction(() => {
    db.exec(SHARD_TABLES);
    db.exec(SET_ASIDE_TABLE);
    for (const { tables } of views) for (const sql of tables) db.exec(sql);
    db.pragma(`user_version = ${version}`);
  }).immediate();
};

const prepare = (db: Db): void => {
  db.pragma('journal_mode = WAL');
  // A process crash loses nothing; writes lost in a power failure are replayed from the journal.
  db.pragma('synchronous = NORMAL');
  db.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
};

/** A file opened for writing. */
export interface Opened {
  readonly db: Db;
  /** Why the file was recreated; null when it was kept. */
  readonly rebuilt: 'missing' | 'version' | 'unusable' | null;
}

/**
 * Opens the file for writing. A file that is damaged, locked or of another version is replaced by an empty one.
 * @throws SqliteError when the disk rejects the writes of opening, which does not mean that the file is bad
 */
export const openForWriting = (file: string, catalogue: Catalogue): Opened => {
  mkdirSync(dirname(file), { recursive: true });
  const existing = openExisting(file, catalogue.version);
  if (typeof existing === 'object') return { db: existing, rebuilt: null };
  removeFile(file);
  const db = new Database(file, { timeout: BUSY_MS });
  prepare(db);
  create(db, catalogue);
  return { db, rebuilt: existing };
};

const openExisting = (file: string, version: number): Db | 'missing' | 'version' | 'unusable' => {
  // A write-ahead log without its file must not be used for a new one.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'missing';
  let db: Db | null = null;
  try {
    db = new Database(file, { timeout: BUSY_MS });
    prepare(db);
    if (db.pragma('user_version', { simple: true }) === version) {
      db.exec('BEGIN IMMEDIATE; SELECT * FROM shards; ROLLBACK');
      db.exec(SET_ASIDE_TABLE);
      return db;
    }
    db.close();
    return 'version';
  } catch (error) {
    db?.close();
    if (error instanceof Database.SqliteError && !isDiskAtFault(error)) return 'unusable';
    throw error;
  }
};

/** Removes the file; open connections keep reading its old content. */
export const removeFile = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
};

/** Opens an existing file. @throws SqliteError when there is no file */
export const openForReading = (file: string): Db => {
  const db = new Database(file, { readonly: true, timeout: BUSY_MS });
  db.pragma(`cache_size = -${CACHE_KIB}`);
  return db;
};

/** Whether the file itself is damaged, so that only a rebuild helps. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|FORMAT)/.test(error.code);

const isDiskAtFault = (error: Error & { readonly code: string }): boolean =>
  /^SQLITE_(FULL|IOERR|NOMEM)/.test(error.code) && !isDamaged(error);

/** Whether the machine is at fault (disk full, file busy), so that a retry helps. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM)/.test(error.code);
