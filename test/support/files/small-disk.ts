/** Full disks for tests: a small filesystem if this user can mount one, and a process that can no longer write. */
import type { Lifetime } from '../../../testkit/lifetime.js';
import { limitFiles, mountSmallDisk } from '../../../testkit/small-disk.js';

/** A directory on a disk that can be filled; if this user cannot mount one, the writes of this process are limited. */
export const diskToFill = async (
  t: Lifetime & { testdir(): string },
): Promise<{ readonly path: string; fill(): Promise<void>; clear(): Promise<void> }> => {
  const mounted = await mountSmallDisk(t, 16);
  if (mounted !== null) return { path: mounted.path, fill: () => mounted.fill(0), clear: mounted.clear };
  return { path: t.testdir(), ...limitOwnFiles(t) };
};

/** From `fill` to `clear`, or to the end of the test, this process can write no file beyond `bytes` (default: 0). */
export const limitOwnFiles = (t: Lifetime, bytes = 0): { fill(): Promise<void>; clear(): Promise<void> } => {
  // The signal would end the process.
  const ignore = (): void => undefined;
  process.on('SIGXFSZ', ignore);
  const clear = (): Promise<void> => limitFiles(process.pid, null);
  t.teardown(async () => {
    await clear();
    process.off('SIGXFSZ', ignore);
  });
  return { fill: () => limitFiles(process.pid, bytes), clear };
};
