/** `parley legs`: installs what browser legs need on this machine. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildWorker, findWorker, WorkerMissing } from '../providers/legs/worker-program.js';
import { answering } from './admin/answering.js';
import type { AdminOptions } from './admin/as-admin.js';
import { ConfigError, readConfig } from './config.js';
import { configured, explained } from './config-file/environment.js';

/** Adds the command. */
export const addLegsCommands = (program: Command): void => {
  const legs = program.command('legs').description('Browsers on calls: to test, to listen, to take over.');
  answering(
    legs
      .command('install')
      .description(
        "Build the program that carries browsers' audio, where it is missing; the next parley serve finds it.",
      )
      .addHelpText(
        'after',
        `
It is mediasoup's worker, built from the sources in its package and the system's libraries, on Debian and what is like it: some
minutes of all cores, once. As root it installs what the build lacks (apt-get); otherwise it says what that is.
PARLEY_MEDIASOUP_WORKER names one that you have already (docs/browser-legs.md).`,
      ),
    install,
  );
};

const install = async (options: AdminOptions): Promise<object> => {
  const settings = configured(undefined, process.env, process.cwd());
  const { browserLegs, cacheDir } = await explained(settings, () =>
    readConfig(options.dataDir === undefined ? {} : { dataDir: resolve(options.dataDir) }, settings.env),
  );
  const places = { named: browserLegs.worker, cacheDir };
  const next = 'parley serve has browsers join calls from its next start';
  try {
    return { worker: findWorker(places), built: false, next };
  } catch (error) {
    if (!(error instanceof WorkerMissing) || places.named !== null) throw explainedError(error);
  }
  try {
    return { worker: await buildWorker(cacheDir), built: true, next };
  } catch (error) {
    throw explainedError(error);
  }
};

const explainedError = (error: unknown): unknown =>
  error instanceof WorkerMissing ? new ConfigError(error.message) : error;
