/** Audio that a media thread had not sent when it ended becomes the main thread's, which sends what is left over. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_DIRECTORY } from '../../providers/spool/modes.js';

/** Below the spool of a node: what its threads have for themselves. */
const THREADS = 'media-threads';
/** As shared-store.ts names it. */
const SPOOLS = 'spool';

/** Where a thread's audio waits. */
export const spoolOfThread = (nodeSpool: string, number: number): string =>
  join(nodeSpool, THREADS, String(number));

/** Of the thread with this number, or of all that there ever were: nobody may be at work in it. */
export const adoptSpools = async (nodeSpool: string, number: number | null): Promise<void> => {
  const threads =
    number === null ? await readdir(join(nodeSpool, THREADS)).catch(() => []) : [String(number)];
  const own = join(nodeSpool, SPOOLS);
  for (const thread of threads) {
    const left = join(nodeSpool, THREADS, thread);
    const names = await readdir(join(left, SPOOLS)).catch(() => []);
    if (names.length > 0) await mkdir(own, { recursive: true, mode: PRIVATE_DIRECTORY });
    // A writer's name is in each of them, and there are no two of the same.
    for (const name of names) await rename(join(left, SPOOLS, name), join(own, name));
    await rm(left, { recursive: true, force: true });
  }
};
