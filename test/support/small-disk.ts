/** Disks that are full, for tests: a real small filesystem where this user may mount one, and a process that may write no more anywhere. */
import type { Lifetime } from '../../testkit/lifetime.js';
import { limitFiles, mountSmallDisk } from '../../testkit/small-disk.js';

/** A directory on a disk that can be filled: one of its own where this user may mount one, else this process writes no more. */
export const diskToFill = async (
  t: Lifetime & { testdir(): string },
): Promise<{ readonly path: string; fill(): Promise<void>; clear(): Promise<void> }> => {
  const mounted = await mountSmallDisk(t, 16);
  if (mounted !== null) return { path: mounted.path, fill: () => mounted.fill(0), clear: mounted.clear };
  return { path: t.testdir(), ...limitOwnFiles(t) };
};

/** This process may write no file beyond `bytes` (default: nothing) from `fill` to `clear`, or the end of the test. */
export const limitOwnFiles = (t: Lifetime, bytes = 0): { fill(): Promise<void>; clear(): Promise<void> } => {
  // It would end the process.
  const ignore = (): void => undefined;
  process.on('SIGXFSZ', ignore);
  const clear = (): Promise<void> => limitFiles(process.pid, null);
  t.teardown(async () => {
    await clear();
    process.off('SIGXFSZ', ignore);
  });
  return { fill: () => limitFiles(process.pid, bytes), clear };
};
