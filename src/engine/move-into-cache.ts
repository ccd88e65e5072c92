/** The last step of every fetch: moves a server that has been seen to run into the cache, atomically. */
import { chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cachedPath, isSuitable, type NatsServerBinary, probe } from './find-nats-server.js';

/** Fetches may run concurrently: the second one keeps the first one's server. */
export const moveIntoCache = async (
  cacheDir: string,
  fetched: NatsServerBinary,
): Promise<NatsServerBinary> => {
  const target = cachedPath(cacheDir, fetched.version.join('.'));
  await mkdir(cacheDir, { recursive: true });
  const staging = await mkdtemp(join(cacheDir, '.cache-'));
  try {
    const staged = join(staging, 'nats-server');
    await rename(fetched.path, staged);
    // The same access for others as to the cache: a cache in a data directory is private to its owner.
    const mode = 0o700 | ((await stat(cacheDir)).mode & 0o055);
    await chmod(staging, mode);
    await chmod(staged, mode);
    const present = await probe(target);
    if (present === null || !isSuitable(present.version)) {
      await rm(dirname(target), { recursive: true, force: true });
      await rename(staging, dirname(target)).catch(() => undefined);
    }
    const placed = await probe(target);
    if (placed === null) throw new Error(`${target} does not run`);
    return placed;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
};
