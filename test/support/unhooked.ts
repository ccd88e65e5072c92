/**
 * Loaded ahead of all else in every process that tap starts (.taprc). tap would have each module that a process or one of
 * its threads imports pass through a thread of its own, to record what was imported; nobody reads those records, and they
 * take as much processor time again as the imports.
 */
import { existsSync } from 'node:fs';
import module, { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { isMainThread, type WorkerOptions } from 'node:worker_threads';

module.register = () => undefined;
// For processes that a test starts in another directory.
process.env.NODE_OPTIONS = `--import=${import.meta.url}`;

const BUILT = new URL('../../', import.meta.url).href;

/** The file of the bundle that is this one and all that it imports (scripts/bundle.ts); itself where there is none. */
const bundled = (script: string | URL): string | URL => {
  const { href } = new URL(script, BUILT);
  if (!(script instanceof URL) || !href.startsWith(BUILT)) return script;
  const file = new URL(`bundle/${href.slice(BUILT.length).replaceAll('/', '.')}`, BUILT);
  return existsSync(fileURLToPath(file)) ? file : script;
};

/** Starts a thread from what is shipped: a hundred small files take it a quarter of a second to find, each time. */
threads.Worker = class extends threads.Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(bundled(script), options);
  }
};
syncBuiltinESMExports();
// Reading the map of a bundle costs a thread as much as the bundle does.
if (!isMainThread) process.setSourceMapsEnabled(false);
