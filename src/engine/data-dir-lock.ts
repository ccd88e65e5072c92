/**
 * One service a data directory. The lock is an operating-system file lock held through SQLite, so it ends with
 * the process however that ends; a file left behind means nothing.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { EngineError } from './engine-error.js';

export interface DataDirLock {
  /** Idempotent. */
  release(): void;
}

/** The directory is there (data-dir.ts). @throws EngineError when another process holds it */
export const lockDataDir = (dataDir: string): DataDirLock => {
  const database = new Database(join(dataDir, 'lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new EngineError(
      `another Parley is using ${dataDir}: stop it, or give this one a directory of its own with --data-dir`,
    );
  }
  return { release: () => void database.close() };
};
