/** Blobs as files in one directory, for one node or for several that share a file system. */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, checkKey, checkPrefix } from './store.js';

/** The folder of incomplete blobs; no key begins with a dot. */
const UNFINISHED = '.unfinished';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

const syncFolder = async (path: string): Promise<void> => {
  const folder = await openFile(path, 'r');
  await folder.sync().finally(() => folder.close());
};

/** `newId` names files during their write. The directory is created if it is missing. */
export const createDirectoryBlobs = (dir: string, newId: () => string): BlobStore => {
  const pathOf = (key: string): string => {
    checkKey(key);
    return join(dir, key);
  };

  /** Retries, because the folder may be removed with its last blob while another blob is added. */
  const place = async (from: string, path: string): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await mkdir(dirname(path), { recursive: true });
        // Unlike a rename, a link never replaces a file (B1).
        await link(from, path);
        await syncFolder(dirname(path));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        if (codeOf(error) !== 'ENOENT' || attempt === 5) throw error;
      }
    }
  };

  const sizeOf = async (path: string): Promise<number | null> => {
    try {
      const found = await stat(path);
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const removeAll = async (prefix: string): Promise<void> => {
    checkPrefix(prefix);
    if (prefix !== '') await rm(join(dir, prefix), { recursive: true, force: true });
    else for await (const key of keysIn(dir, '')) await rm(join(dir, key), { force: true });
  };

  return {
    put: async (key, source) => {
      const path = pathOf(key);
      if ((await sizeOf(path)) !== null) return false;
      await mkdir(join(dir, UNFINISHED), { recursive: true });
      const unfinished = join(dir, UNFINISHED, newId());
      try {
        await pipeline(source.read(), createWriteStream(unfinished, { flush: true }));
        return await place(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    open: async (key) => {
      const path = pathOf(key);
      const bytes = await sizeOf(path);
      return bytes === null ? null : { bytes, read: (start, end) => createReadStream(path, { start, end }) };
    },
    list: async function* (prefix) {
      checkPrefix(prefix);
      yield* keysIn(dir, prefix);
    },
    removeAll,
    erase: removeAll,
    close: () => undefined,
  };
};

async function* keysIn(dir: string, prefix: string): AsyncGenerator<string, void> {
  const entries = await readdir(join(dir, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  // A folder sorts among files as its keys do, including the slash.
  const named = entries
    .filter(({ name }) => name !== UNFINISHED)
    .map((entry) => ({ entry, name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { entry, name } of named) {
    if (entry.isDirectory()) yield* keysIn(dir, `${prefix}${name}`);
    else if (entry.isFile()) yield `${prefix}${name}`;
  }
}
