/**
 * Data directories of simulations. Each is locked by the process that made it, so that one that was killed leaves nothing that
 * is not known for what it is: the next simulation removes it.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryFileLock } from '../../providers/file-lock.js';

const PREFIX = 'parley-simulate-';
const LOCK = 'simulation.lock';
/** Without a lock for so long, it has been left behind before it had one, ms. */
const YOUNG_MS = 60_000;

export interface SimulationDirectory {
  readonly path: string;
  /** Removes it; idempotent. */
  remove(): Promise<void>;
}

export const makeSimulationDirectory = (): SimulationDirectory => {
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  const lock = tryFileLock(join(path, LOCK));
  return {
    path,
    remove: async () => {
      lock?.release();
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};

/** Removes those whose process is gone. Never throws: what belongs to somebody else stays. `now`: ms since the epoch. */
export const removeLeftBehind = (now: number): void => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    try {
      if (isLeftBehind(path, now)) rmSync(path, { recursive: true, force: true });
    } catch {
      // Somebody else's, or somebody else removes it now.
    }
  }
};

const isLeftBehind = (path: string, now: number): boolean => {
  const lockPath = join(path, LOCK);
  if (!existsSync(lockPath)) return now - statSync(path).mtimeMs > YOUNG_MS;
  const lock = tryFileLock(lockPath);
  lock?.release();
  return lock !== null;
};
