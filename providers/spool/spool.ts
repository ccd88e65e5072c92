/**
 * Files that somebody else's data passes through: uploads on their way in, files that are being read. They lie in a
 * directory of this process under the data directory, for this user alone, and never outlive what they are for.
 *
 * It guarantees:
 * S1. All places together hold no more than `maxBytes`, and leave the disk `leastFreeBytes`.
 * S2. A place that is closed has left nothing behind.
 * S3. What a killed process left is removed when the next one starts here; what a living one has is left alone.
 * S4. Directories can be entered, and files read, by this user only.
 *
 * Layout: `<dir>/<process>/<place>/`, and beside each process its lock, `<dir>/<process>.lock`.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, tryFileLock } from '../file-lock.js';
import { closeAccount, openAccount, type SpoolAccount, totalOf, usedBytes } from './account.js';
import { PRIVATE_DIRECTORY } from './modes.js';

/** How long another process may take to open its spool, ms. */
const OPENING_MS = 10_000;
const LOCK = '.lock';
const OPENING = 'opening';

export interface SpoolOptions {
  readonly dir: string;
  /** Most that all places may hold together, bytes. */
  readonly maxBytes: number;
  /** What is left of the disk, bytes. */
  readonly leastFreeBytes: number;
  readonly newId: () => string;
  /** Hears what could not be removed; it stays counted. */
  readonly onError: (error: unknown) => void;
}

/** A directory for one piece of work. */
export interface SpoolPlace {
  readonly directory: string;
  /** Bytes are taken from it before they are written. */
  readonly account: SpoolAccount;
  /** S2. Idempotent. Never throws. */
  close(): Promise<void>;
}

export interface Spool {
  /** How many processes had left something behind. */
  readonly leftovers: number;
  /** @throws Error when the directory cannot be made */
  open(): SpoolPlace;
  /** Bytes in all places. */
  usedBytes(): number;
  /** Removes everything of this process. Idempotent. */
  close(): Promise<void>;
}

/** Opens the spool of this process, S3. @throws Error when `dir` cannot be used */
export const openSpool = (options: SpoolOptions): Spool => {
  const { dir, maxBytes, leastFreeBytes, newId, onError } = options;
  mkdirSync(dir, { recursive: true, mode: PRIVATE_DIRECTORY });
  // It may be there from before, or have been made under another umask.
  chmodSync(dir, PRIVATE_DIRECTORY);
  const id = newId();
  const own = join(dir, id);
  // One process at a time, else a lock that was just made would be taken for one that is left.
  const { leftovers, lock } = alone(dir, () => {
    const removed = removeLeftovers(dir);
    const locked = tryFileLock(`${own}${LOCK}`);
    if (locked === null) throw new Error(`the spool ${own} is in use`);
    mkdirSync(own, { mode: PRIVATE_DIRECTORY });
    return { leftovers: removed, lock: locked };
  });
  const total = totalOf();
  let closed: Promise<void> | null = null;
  return {
    leftovers,
    usedBytes: () => usedBytes(total),
    open: () => {
      const directory = join(own, newId());
      mkdirSync(directory, { mode: PRIVATE_DIRECTORY });
      const account = openAccount({ total, maxBytes, leastFreeBytes, directory });
      let closing: Promise<void> | null = null;
      return {
        directory,
        account,
        close: () => {
          closing ??= rm(directory, { recursive: true, force: true }).then(
            () => closeAccount(account),
            onError,
          );
          return closing;
        },
      };
    },
    close: () => {
      // A thread that is ending may still make a file while the directory is emptied.
      closed ??= rm(own, { recursive: true, force: true, maxRetries: 3 }).then(() => {
        lock.release();
        rmSync(`${own}${LOCK}`, { force: true });
      }, onError);
      return closed;
    },
  };
};

const alone = <T>(dir: string, work: () => T): T => {
  const opening = tryFileLock(join(dir, `${OPENING}${LOCK}`), OPENING_MS);
  if (opening === null)
    throw new Error(`another process has been opening ${dir} for ${OPENING_MS} ms; stop it and try again`);
  try {
    return work();
  } finally {
    opening.release();
  }
};

const removeLeftovers = (dir: string): number => {
  const processes = new Set(
    readdirSync(dir).map((name) => (name.endsWith(LOCK) ? name.slice(0, -LOCK.length) : name)),
  );
  processes.delete(OPENING);
  let removed = 0;
  for (const id of processes) {
    const path = join(dir, id);
    const lock: FileLock | null = tryFileLock(`${path}${LOCK}`);
    if (lock === null) continue;
    rmSync(path, { recursive: true, force: true });
    lock.release();
    rmSync(`${path}${LOCK}`, { force: true });
    removed += 1;
  }
  return removed;
};
