/**
 * Keeps the data directory private to its owner: its contents are secrets, people's voices, or what they said.
 *
 * Permissions that are too open are tightened: first those of the directory, so that no other user can enter it, then
 * those of its contents. Symbolic links are not followed, and modes are changed through open file descriptors, so that a
 * user who could write here until now cannot point us at files elsewhere.
 */
import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type FileLock, tryFileLock } from '../../providers/file-lock.js';
import { EngineError } from './engine-error.js';

/** Permission bits of group and others. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** A longer list of names does not help. */
const MAX_LISTED = 3;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP');

interface Found {
  readonly uid: number;
  readonly mode: number;
  /** Whether it was open to others and has been closed. */
  readonly tightened: boolean;
}

const tighten = (path: string, ownUid: number, flags = O_NOFOLLOW): Found => {
  const file = openSync(path, O_RDONLY | O_NONBLOCK | flags);
  try {
    const { uid, mode } = fstatSync(file);
    const tightened = (mode & OTHERS) !== 0 && uid === ownUid;
    if (tightened) fchmodSync(file, mode & 0o777 & ~OTHERS);
    return { uid, mode: mode & 0o777, tightened };
  } finally {
    closeSync(file);
  }
};

/**
 * Creates the directory if it is missing, and closes it and its contents to others. Permissions that were open are
 * logged (`data_dir.tightened`).
 * @throws EngineError if it belongs to another user, or if others could write into it and have
 */
export const openDataDir = (dataDir: string, logger: Logger): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const ownUid = process.geteuid?.();
  // Without POSIX users (Windows), the directory's own rules apply.
  if (ownUid === undefined) return;
  // The directory itself may be a link: the operator named it.
  const { uid, mode, tightened } = tighten(dataDir, ownUid, 0);
  if (uid !== ownUid)
    throw new EngineError(
      `${dataDir} belongs to user ${uid}, but this process runs as user ${ownUid}: run as the owner, or choose another directory with --data-dir`,
    );
  const inside = tightenBelow(dataDir, ownUid);
  if (inside.foreign.length > 0 && (mode & OTHERS_WRITE) !== 0)
    throw new EngineError(
      `other users could write to ${dataDir} until now, and these files belong to them: ${inside.foreign.slice(0, MAX_LISTED).join(', ')}; check them, then remove them or chown them to user ${ownUid}`,
    );
  if (inside.foreign.length > 0)
    logger.warn({ event: 'data_dir.not_ours', path: dataDir, entries: inside.foreign.length });
  if (tightened || inside.tightened > 0)
    logger.warn({
      event: 'data_dir.tightened',
      path: dataDir,
      mode: `0${mode.toString(8)}`,
      entries: inside.tightened,
    });
};

const tightenBelow = (
  directory: string,
  ownUid: number,
): { readonly tightened: number; readonly foreign: readonly string[] } => {
  let tightened = 0;
  const foreign: string[] = [];
  const pending = [directory];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (!entry.isFile() && !entry.isDirectory()) continue;
      try {
        const found = tighten(path, ownUid);
        if (found.uid !== ownUid) foreign.push(path);
        else if (entry.isDirectory()) pending.push(path);
        if (found.tightened) tightened += 1;
      } catch (error) {
        // A server that still runs removes its own files meanwhile.
        if (!isGone(error)) foreign.push(path);
      }
    }
  return { tightened, foreign };
};

/** Allows one service per data directory, which must exist. @throws EngineError if another process holds it */
export const lockDataDir = (dataDir: string): FileLock => {
  const lock = tryFileLock(join(dataDir, 'lock'));
  if (lock !== null) return lock;
  throw new EngineError(
    `another Parley process is using ${dataDir}: stop it, or choose another directory with --data-dir`,
  );
};
