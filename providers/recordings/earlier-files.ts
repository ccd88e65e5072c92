/** Moves recordings that an earlier version left on a node's disk, as `<dir>/<business>/<call>.opus`, into the shared store. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type BlobStore, fileSource } from './blobs/store.js';

const FILE = /^[0-9a-f-]{36}\.opus$/;
const BUSINESS = /^[0-9a-f-]{36}$/;

/**
 * Puts each file into the store under its key and then removes the file. A file whose key is taken stays: the store may be
 * this very directory. A retry after an error resumes where it stopped.
 * @throws Error when the store is unavailable
 */
export const adoptEarlierFiles = async (dir: string, blobs: BlobStore, logger: Logger): Promise<void> => {
  let adopted = 0;
  for (const business of (await namesIn(dir, logger)).filter((name) => BUSINESS.test(name)))
    for (const file of (await namesIn(join(dir, business), logger)).filter((name) => FILE.test(name))) {
      const path = join(dir, business, file);
      if (!(await blobs.put(`${business}/${file}`, await fileSource(path)))) continue;
      await rm(path);
      adopted += 1;
    }
  if (adopted > 0) logger.info({ event: 'recording.earlier_files_adopted', files: adopted });
};

const namesIn = (dir: string, logger: Logger): Promise<readonly string[]> =>
  readdir(dir).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // There are no such files, or a name that should be a folder is a file.
    const isNone = code === 'ENOENT' || code === 'ENOTDIR';
    if (!isNone) logger.warn({ event: 'recording.earlier_files_unreadable', dir, err: error });
    return [];
  });
