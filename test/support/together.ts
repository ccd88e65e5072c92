/** Runs the files of a group in this process, one after the other; see test-files.ts. */
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { IS_FULL_RUN } from './full-run.js';
import { filesTogether, type Group } from './test-files.js';

/** Several times the timeout that tap allows a single file, ms. */
const TIMEOUT_MS = 600_000;

export const runTogether = async (group: Group, timeoutMs = TIMEOUT_MS): Promise<void> => {
  const files = filesTogether(group, { full: IS_FULL_RUN });
  if (files.length === 0) throw new Error(`there are no tests of ${group} that run together`);
  for (const file of files) {
    t.comment(file);
    await import(pathToFileURL(file).href);
  }
  // A file may have set its own timeout, and others follow it.
  t.setTimeout(timeoutMs);
};
