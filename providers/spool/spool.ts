/**
 * Temporary files for third-party data: uploads on their way in, and files that are being read. They are in a directory of
 * this process under the data directory, for this user only, and never outlive their purpose.
 *
 * It guarantees:
 * S1. All places together hold no more than `maxBytes`, and leave `leastFreeBytes` of the disk free.
 * S2. A closed place leaves nothing behind.
 * S3. Files of a killed process are removed when the next one starts here; files of a live process are left alone.
 * S4. Only this user can enter the directories and read the files.
 *
 * Layout: `<dir>/<process>/<place>/`, and next to each process its lock, `<dir>/<process>.lock`.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, tryFileLock } from '../file-lock.js';
import { closeAccount, openAccount, type SpoolAccount, totalOf, usedBytes } from './account.js';

/** Modes of spooled files, customers' files and audio of calls, which only this user may access. */
export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;

/** How long another process may take to open its spool, ms. */
const OPENING_MS = 10_000;
const LOCK = '.lock';
const OPENING = 'opening';

export interface SpoolOptions {
  readonly dir: string;
  /** Maximum size of all places together, bytes. */
  readonly maxBytes: number;
  /** Space that stays free on the disk, bytes. */
  readonly leastFreeBytes: number;
  readonly newId: () => string;
  /** Called if files cannot be removed; their bytes stay counted. */
  readonly onError: (error: unknown) => void;
}

/** A directory for one piece of work. */
export interface SpoolPlace {
  readonly directory: string;
  /** Bytes must be taken from it before they are written. */
  readonly account: SpoolAccount;
  /** S2. Idempotent. Never throws. */
  close(): Promise<void>;
}

export interface Spool {
  /** Number of processes whose leftovers were removed. */
  readonly leftovers: number;
  /** @throws Error if the directory cannot be created */
  open(): SpoolPlace;
  /** Bytes in all places. */
  usedBytes(): number;
  /** Removes everything of this process. Idempotent. */
  close(): Promise<void>;
}

/** Opens the spool of this process, S3. @throws Error if `dir` cannot be used */
export const openSpool = (options: SpoolOptions): Spool => {
  const { dir, maxBytes, leastFreeBytes, newId, onError } = options;
  mkdirSync(dir, { recursive: true, mode: PRIVATE_DIRECTORY });
  // The directory may exist already, or may have been created under another umask.
  chmodSync(dir, PRIVATE_DIRECTORY);
  const id = newId();
  const own = join(dir, id);
  // One process at a time; otherwise a lock that was just created would look like a leftover.
  const { leftovers, lock } = exclusively(dir, () => {
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
      // A thread that is ending may still create a file while the directory is emptied.
      closed ??= rm(own, { recursive: true, force: true, maxRetries: 3 }).then(() => {
        lock.release();
        rmSync(`${own}${LOCK}`, { force: true });
      }, onError);
      return closed;
    },
  };
};

const exclusively = <T>(dir: string, work: () => T): T => {
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
