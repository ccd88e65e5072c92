/** Allows one service per data directory. */
import { join } from 'node:path';
import { type FileLock, tryFileLock } from '../../providers/file-lock.js';
import { EngineError } from './engine-error.js';

/** The directory must exist (data-dir.ts). @throws EngineError if another process holds it */
export const lockDataDir = (dataDir: string): FileLock => {
  const lock = tryFileLock(join(dataDir, 'lock'));
  if (lock !== null) return lock;
  throw new EngineError(
    `another Parley process is using ${dataDir}: stop it, or choose another directory with --data-dir`,
  );
};
