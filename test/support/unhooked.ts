/**
 * Loaded first in every process that tap starts (.taprc). tap would pass each module that a process or one of its
 * threads imports through another thread, to record the imports. Nothing reads those records, and they take as much
 * processor time as the imports themselves. It would also follow every promise, to name the test of an error that nothing
 * catches; such an error ends the process instead, with its stack.
 */
import asyncHooks from 'node:async_hooks';
import { existsSync } from 'node:fs';
import module, { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { isMainThread, type WorkerOptions } from 'node:worker_threads';

module.register = () => undefined;
asyncHooks.createHook = () => ({
  enable() {
    return this;
  },
  disable() {
    return this;
  },
});
// For processes that a test starts in another directory.
process.env.NODE_OPTIONS = `--import=${import.meta.url}`;

const BUILT = new URL('../../', import.meta.url).href;

/** The bundle of this script and its imports (scripts/bundle.ts); the script itself if there is none. */
const bundled = (script: string | URL): string | URL => {
  const { href } = new URL(script, BUILT);
  if (!(script instanceof URL) || !href.startsWith(BUILT)) return script;
  const file = new URL(`bundle/${href.slice(BUILT.length).replaceAll('/', '.')}`, BUILT);
  return existsSync(fileURLToPath(file)) ? file : script;
};

/** Starts threads from the shipped bundle: finding a hundred small files takes each thread a quarter of a second. */
threads.Worker = class extends threads.Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(bundled(script), options);
  }
};
syncBuiltinESMExports();
// Reading the source map of a bundle costs a thread as much as reading the bundle.
if (!isMainThread) process.setSourceMapsEnabled(false);
