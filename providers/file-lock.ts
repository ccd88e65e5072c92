/**
 * Locks between processes. The operating system holds the lock on a file, through SQLite, so it ends with its process
 * even after a crash. A leftover file is not a lock.
 */
import Database from 'better-sqlite3';

export interface FileLock {
  /** Idempotent. */
  release(): void;
}

/** The garbage collector closes an unreferenced database and thereby releases its lock. */
const held = new Set<Database.Database>();

/**
 * Takes the lock on `path` and creates the file if it is missing. Waits up to `waitMs` (ms) for the current holder; null if
 * the lock is still held after that. @throws Error when the file cannot be opened
 */
export const tryFileLock = (path: string, waitMs = 0): FileLock | null => {
  const database = new Database(path, { timeout: waitMs });
  try {
    // Nothing is ever written; a killed process would leave an on-disk journal behind.
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
