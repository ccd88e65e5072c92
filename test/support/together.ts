/** Runs the files of a group in this process, one after the other; see test-files.ts. */
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { filesTogether, type Group } from './test-files.js';

/** What tap allows a file, times some of the files that are here, ms. */
const TIMEOUT_MS = 600_000;

export const runTogether = async (group: Group): Promise<void> => {
  const files = filesTogether(group);
  if (files.length === 0) throw new Error(`there are no tests of ${group} that run together`);
  for (const file of files) {
    t.comment(file);
    await import(pathToFileURL(file).href);
  }
  // A file may have set that of its own, and others come after it.
  t.setTimeout(TIMEOUT_MS);
};
