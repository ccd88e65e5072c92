/** Measures disk usage. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = 512;

/** Bytes that a directory occupies on disk. */
export const sizeOf = (directory: string): number =>
  readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).blocks * BLOCK);
  }, 0);
