/** The program that relays browsers' audio (mediasoup's worker): where it is, and how it comes here. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediasoupFolder } from './mediasoup.js';

/** Of the sources that the shims are made for (scripts/mediasoup/build-worker.sh). */
const MEDIASOUP_VERSION = '3.19.3';

const BUILD_SCRIPT = fileURLToPath(new URL('../../../scripts/mediasoup/build-worker.sh', import.meta.url));

/** Why there is no worker, and what to do. */
export class WorkerMissing extends Error {
  override readonly name = 'WorkerMissing';
}

/** Where it is looked for. */
export interface WorkerPlaces {
  /** Of the configuration: nothing else is taken then. */
  readonly named: string | null;
  /** Of this installation. */
  readonly cacheDir: string;
}

/** One that was built on this machine fits this release of its system alone. */
const fileName = (): string =>
  `mediasoup-worker-${MEDIASOUP_VERSION}-${process.platform}-${process.arch}-${systemRelease()}`;

const systemRelease = (): string => {
  try {
    const facts = new Map(
      readFileSync('/etc/os-release', 'utf8')
        .split('\n')
        .map((line): [string, string] => {
          const [name = '', value = ''] = line.split('=');
          return [name, value.replaceAll(/["']/g, '')];
        }),
    );
    return `${facts.get('ID') ?? 'unknown'}-${facts.get('VERSION_ID') ?? 'rolling'}`.replaceAll(
      /[^\w.-]/g,
      '',
    );
  } catch {
    return 'unknown';
  }
};

/** Where an installation builds it. */
const builtPath = (cacheDir: string): string => join(cacheDir, fileName());

/** Shared by all services of a user, who may have put it there. */
const userCache = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley');

const NO_PACKAGE = `the package mediasoup is not installed; run npm install mediasoup@${MEDIASOUP_VERSION}`;
const INSTALL = 'npx parley legs install';

/** The first that is there: the named one alone, else the package's own, else one that was built. @throws WorkerMissing */
export const findWorker = ({ named, cacheDir }: WorkerPlaces): string => {
  const folder = mediasoupFolder();
  if (folder === null) throw new WorkerMissing(NO_PACKAGE);
  if (named !== null) {
    if (isProgram(named)) return named;
    throw new WorkerMissing(`PARLEY_MEDIASOUP_WORKER names ${named}, which is no program that may be run`);
  }
  const places = [
    join(folder, 'worker', 'out', 'Release', 'mediasoup-worker'),
    builtPath(cacheDir),
    builtPath(userCache()),
  ];
  const found = places.find(isProgram);
  if (found !== undefined) return found;
  throw new WorkerMissing(
    `the program that carries browsers' audio is not there (${places.join(', ')}); run ${INSTALL}`,
  );
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/**
 * Builds it into `cacheDir` from the sources in the package: some minutes of all cores. What the build says goes to
 * standard error. Resolves with its path. @throws WorkerMissing
 */
export const buildWorker = async (cacheDir: string): Promise<string> => {
  const folder = mediasoupFolder();
  if (folder === null) throw new WorkerMissing(NO_PACKAGE);
  await mkdir(cacheDir, { recursive: true });
  const target = builtPath(cacheDir);
  const building = spawn('bash', [BUILD_SCRIPT, folder, target], { stdio: ['ignore', 2, 'inherit'] });
  const status = await new Promise<number | null>((resolve, reject) => {
    building.once('error', reject);
    building.once('exit', resolve);
  });
  if (status === 0) return target;
  throw new WorkerMissing(
    'the program could not be built; what is missing stands above. See docs/browser-legs.md "Installing"',
  );
};
