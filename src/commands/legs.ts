/** `parley legs`: installs what browser legs need on this machine. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildWorker, findWorker, WorkerMissing } from '../../providers/legs/worker-program.js';
import { addAction } from '../admin/action.js';
import type { AdminOptions } from '../admin/as-admin.js';
import { ConfigError, readConfig } from '../config/index.js';
import { explainErrors, loadEnvironment } from '../config-file/environment.js';

/** Adds the command. */
export const addLegsCommands = (program: Command): void => {
  const legs = program
    .command('legs')
    .description('Browser audio on calls: test calls, listening, taking over.');
  addAction(
    legs
      .command('install')
      .description(
        'Build the worker that carries browser audio, if it is missing; parley serve finds it at its next start.',
      )
      .addHelpText(
        'after',
        `
It is the mediasoup worker, built from the sources in its package and the system's libraries on Debian and its derivatives: some
minutes of all cores, once. As root it installs missing build dependencies (apt-get); otherwise it lists them.
PARLEY_MEDIASOUP_WORKER is the path of an existing worker (docs/how-to/browser-calls.md).`,
      ),
    install,
  );
};

const install = async (options: AdminOptions): Promise<object> => {
  const settings = loadEnvironment(undefined, process.env, process.cwd());
  const { browserLegs, cacheDir } = await explainErrors(settings, () =>
    readConfig(options.dataDir === undefined ? {} : { dataDir: resolve(options.dataDir) }, settings.env),
  );
  const places = { named: browserLegs.worker, cacheDir };
  const next = 'restart parley serve to let browsers join calls';
  try {
    return { worker: findWorker(places), built: false, next };
  } catch (error) {
    if (!(error instanceof WorkerMissing) || places.named !== null) throw asConfigError(error);
  }
  try {
    return { worker: await buildWorker(cacheDir), built: true, next };
  } catch (error) {
    throw asConfigError(error);
  }
};

const asConfigError = (error: unknown): unknown =>
  error instanceof WorkerMissing ? new ConfigError(error.message) : error;
