/** Disks that are full or cannot be written: a small filesystem, or a limit on what one process writes. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lifetime } from './lifetime.js';

const run = promisify(execFile);

/** A filesystem that can be full. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves `bytes` of it. */
  fill(bytes: number): Promise<void>;
  /** Takes away what `fill` put there. */
  clear(): Promise<void>;
}

/** Mounts a filesystem of so many MiB at a new directory; null where this user may not mount. */
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
      // Others write to it as well: what does not fit any more leaves less.
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
 * The process may write no file beyond `bytes` from here on, as if its disk were full (EFBIG for ENOSPC); null: it may
 * again. Any user may do this to a process of theirs.
 */
export const limitFiles = async (pid: number, bytes: number | null): Promise<void> => {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:unlimited`]);
};
