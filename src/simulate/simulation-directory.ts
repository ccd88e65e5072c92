/**
 * Data directories of simulations. Each is locked by the process that created it, so that the directory of a process
 * that was killed can be recognised: the next simulation removes it.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryFileLock } from '../../providers/file-lock.js';

const PREFIX = 'parley-simulate-';
const LOCK = 'simulation.lock';
/** A directory without a lock that is older than this was left behind before it had one, ms. */
const MIN_AGE_MS = 60_000;

export interface SimulationDirectory {
  readonly path: string;
  /** Removes it; idempotent. */
  remove(): Promise<void>;
}

export const createSimulationDirectory = (): SimulationDirectory => {
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

/** Removes the directories whose process is gone. Never throws: those of other users stay. `now`: ms since the epoch. */
export const removeLeftovers = (now: number): void => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    try {
      if (isLeftover(path, now)) rmSync(path, { recursive: true, force: true });
    } catch {
      // It is another user's, or another process is removing it.
    }
  }
};

const isLeftover = (path: string, now: number): boolean => {
  const lockPath = join(path, LOCK);
  if (!existsSync(lockPath)) return now - statSync(path).mtimeMs > MIN_AGE_MS;
  const lock = tryFileLock(lockPath);
  lock?.release();
  return lock !== null;
};
