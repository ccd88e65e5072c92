/**
 * Locks between processes. A lock is one of the operating system, held on a file through SQLite, so it ends with its
 * process however that ends; a file that is left behind means nothing.
 */
import Database from 'better-sqlite3';

export interface FileLock {
  /** Idempotent. */
  release(): void;
}

/** A database that nobody refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<Database.Database>();

/**
 * Takes the lock on `path`, making the file where it is missing, and waits `waitMs` (ms) for whoever has it. Null when it
 * is still held then. @throws Error when the file cannot be opened
 */
export const tryFileLock = (path: string, waitMs = 0): FileLock | null => {
  const database = new Database(path, { timeout: waitMs });
  try {
    // Nothing is ever written; a journal on disk would stay behind with a killed process.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    return null;
  }
  held.add(database);
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
};
