/** The last step of every fetch: a server that was seen to run takes its place in the cache, all at once. */
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cachedPath, isSuitable, type NatsServerBinary, probe } from './find-nats-server.js';

/** Others may fetch at the same time: whoever comes second keeps the first one's. */
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
    await chmod(staging, 0o755);
    await chmod(staged, 0o755);
    const there = await probe(target);
    if (there === null || !isSuitable(there.version)) {
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
