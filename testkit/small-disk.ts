/** Disks that are full or cannot be written: a small filesystem, or a limit on what one process writes. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from './lifetime.js';

const run = promisify(execFile);

/** A filesystem that can be filled. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it until `bytes` are left. */
  fill(bytes: number): Promise<void>;
  /** Removes what `fill` has written. */
  clear(): Promise<void>;
}

/** Mounts a filesystem of this size at a new directory; null if this user cannot mount. */
export const mountSmallDisk = async (t: Lifetime, mebibytes: number): Promise<SmallDisk | null> => {
  const at = await mkdtemp(join(tmpdir(), 'parley-disk-'));
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', at]).then(
    () => true,
    () => false,
  );
  t.teardown(async () => {
    if (mounted) await run('umount', ['--lazy', at]);
    await rm(at, { recursive: true, force: true });
  });
  if (!mounted) return null;
  const filler = join(at, 'filler');
  return {
    path: at,
    fill: async (bytes) => {
      const { bavail, bsize } = await statfs(at);
      // Other processes write to it as well: if the filler no longer fits, there is less room left already.
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)), { flag: 'a' }).catch(
        (error: unknown) => {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        },
      );
    },
    clear: () => rm(filler, { force: true }),
  };
};

/**
 * From now on the process can write no file beyond `bytes`, as if its disk were full (EFBIG instead of ENOSPC); null
 * lifts the limit. Any user may do this to their own processes.
 */
export const limitFiles = async (pid: number, bytes: number | null): Promise<void> => {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:unlimited`]);
};
