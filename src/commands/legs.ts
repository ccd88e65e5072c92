/** `parley legs`: installs what browser legs need on this machine. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findWorker, installWorker, WorkerMissing } from '../../providers/legs/worker-program.js';
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
        'Install the worker that carries browser audio, if it is missing; parley serve finds it at its next start.',
      )
      .option('--url <address>', "base URL of the releases, instead of the authors' own")
      .option('--sha256 <checksum>', 'the checksum that the downloaded archive must have')
      .option('--from-sources', 'build it without trying to download it')
      .addHelpText(
        'after',
        `
It is the mediasoup worker. The one of its authors' release is downloaded and tried; where that fails, it is built from the sources in
its package and the system's libraries on Debian and its derivatives: some minutes of all cores, once. As root, the build installs
missing dependencies (apt-get); otherwise it lists them. No checksum is pinned: https vouches for the download, or --sha256.
PARLEY_MEDIASOUP_WORKER is the path of an existing worker (docs/how-to/browser-calls.md).`,
      ),
    install,
  );
};

interface InstallCommand extends AdminOptions {
  readonly url?: string;
  readonly sha256?: string;
  readonly fromSources?: boolean;
}

const CHECKSUM = /^[0-9a-f]{64}$/i;

const install = async ({ url, sha256, fromSources = false, dataDir }: InstallCommand): Promise<object> => {
  if (sha256 !== undefined && !CHECKSUM.test(sha256))
    throw new ConfigError('--sha256 must be 64 hexadecimal digits, as sha256sum prints them');
  if (fromSources && (url !== undefined || sha256 !== undefined))
    throw new ConfigError('--from-sources downloads nothing: give it without --url and --sha256');
  const settings = loadEnvironment(undefined, process.env, process.cwd());
  const { browserLegs, cacheDir } = await explainErrors(settings, () =>
    readConfig(dataDir === undefined ? {} : { dataDir: resolve(dataDir) }, settings.env),
  );
  const places = { named: browserLegs.worker, cacheDir };
  const next = 'restart parley serve to let browsers join calls';
  try {
    return { worker: findWorker(places), built: false, source: 'present', next };
  } catch (error) {
    if (!(error instanceof WorkerMissing) || places.named !== null) throw asConfigError(error);
  }
  try {
    const onLine = (line: string): void => void process.stderr.write(`${line}\n`);
    const installed = await installWorker({
      cacheDir,
      url,
      sha256,
      fromSources,
      onLine,
      onProgress: tenths(onLine),
    });
    return {
      worker: installed.worker,
      built: installed.source === 'sources',
      source: installed.source,
      next,
    };
  } catch (error) {
    throw asConfigError(error);
  }
};

/** Prints each tenth once, for terminals and logs alike. */
const tenths = (print: (line: string) => void): ((bytes: number, total: number | null) => void) => {
  let printed = 0;
  return (bytes, total) => {
    const now = total === null ? 0 : Math.floor((10 * bytes) / total);
    if (now <= printed) return;
    printed = now;
    print(`  ${now * 10} %`);
  };
};

const asConfigError = (error: unknown): unknown =>
  error instanceof WorkerMissing ? new ConfigError(error.message) : error;
