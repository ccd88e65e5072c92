/** Moves audio that a media thread had not sent when it ended to the main thread, which sends the rest. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_DIRECTORY } from '../../providers/spool/spool.js';

/** Directory of the threads' own spools, below the spool of a node. */
const THREADS = 'media-threads';
/** The name that shared-store.ts uses. */
const SPOOLS = 'spool';

/** Directory in which a thread's audio waits. */
export const spoolOfThread = (nodeSpool: string, number: number): string =>
  join(nodeSpool, THREADS, String(number));

/** Adopts the spool of the thread with this number or, with null, of all threads there ever were. They must not be running. */
export const adoptSpools = async (nodeSpool: string, number: number | null): Promise<void> => {
  const threads =
    number === null ? await readdir(join(nodeSpool, THREADS)).catch(() => []) : [String(number)];
  const own = join(nodeSpool, SPOOLS);
  for (const thread of threads) {
    const threadSpool = join(nodeSpool, THREADS, thread);
    const names = await readdir(join(threadSpool, SPOOLS)).catch(() => []);
    if (names.length > 0) await mkdir(own, { recursive: true, mode: PRIVATE_DIRECTORY });
    // Each file name contains the name of its writer, so no two are the same.
    for (const name of names) await rename(join(threadSpool, SPOOLS, name), join(own, name));
    await rm(threadSpool, { recursive: true, force: true });
  }
};
