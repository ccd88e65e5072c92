/**
 * The data directory is its owner's alone: everything in it is a secret, somebody's voice, or what they said.
 *
 * What a careless time has left looser is tightened: first the directory, so that nobody else comes in any more, then
 * what lies in it. Symbolic links are not followed, and modes are changed through what was opened, so that nobody who
 * could write here until now can point us at files elsewhere.
 */
import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { EngineError } from './engine-error.js';

/** What group and others may do. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** More names than these help nobody. */
const NAMED = 3;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP');

interface Found {
  readonly uid: number;
  readonly mode: number;
  /** It was open to others, and is not any more. */
  readonly tightened: boolean;
}

const tighten = (path: string, us: number, flags = O_NOFOLLOW): Found => {
  const file = openSync(path, O_RDONLY | O_NONBLOCK | flags);
  try {
    const { uid, mode } = fstatSync(file);
    const tightened = (mode & OTHERS) !== 0 && uid === us;
    if (tightened) fchmodSync(file, mode & 0o777 & ~OTHERS);
    return { uid, mode: mode & 0o777, tightened };
  } finally {
    closeSync(file);
  }
};

/**
 * Makes the directory where it is missing, and closes it and all that lies in it to others; that it was open is logged
 * (`data_dir.tightened`).
 * @throws EngineError when it belongs to somebody else, or others could put something of theirs into it and have
 */
export const openDataDir = (dataDir: string, logger: Logger): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const us = process.geteuid?.();
  // Where there are no users as we know them (Windows) the directory's own rules hold.
  if (us === undefined) return;
  // The directory itself may be a link: whoever starts the service said so.
  const { uid, mode, tightened } = tighten(dataDir, us, 0);
  if (uid !== us)
    throw new EngineError(
      `${dataDir} belongs to user ${uid}, and this is user ${us}: run as that user, or name another directory with --data-dir`,
    );
  const inside = tightenBelow(dataDir, us);
  if (inside.foreign.length > 0 && (mode & OTHERS_WRITE) !== 0)
    throw new EngineError(
      `others could write to ${dataDir} until now, and these are not ours: ${inside.foreign.slice(0, NAMED).join(', ')}; look at them, then remove them or chown them to user ${us}`,
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
  us: number,
): { readonly tightened: number; readonly foreign: readonly string[] } => {
  let tightened = 0;
  const foreign: string[] = [];
  const below = [directory];
  for (let next = below.pop(); next !== undefined; next = below.pop())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (!entry.isFile() && !entry.isDirectory()) continue;
      try {
        const found = tighten(path, us);
        if (found.uid !== us) foreign.push(path);
        else if (entry.isDirectory()) below.push(path);
        if (found.tightened) tightened += 1;
      } catch (error) {
        // A server that still runs removes files of its own meanwhile.
        if (!isGone(error)) foreign.push(path);
      }
    }
  return { tightened, foreign };
};
