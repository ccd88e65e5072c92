/** The program that relays browser audio (mediasoup's worker): finds and installs it. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediasoupFolder } from './mediasoup.js';
import { DownloadFailed, downloadWorker, type ReleasedWorkerOptions } from './released-worker.js';

/** The version of the sources that the shims are written for (scripts/mediasoup/build-worker.sh). */
const MEDIASOUP_VERSION = '3.19.3';

const BUILD_SCRIPT = fileURLToPath(new URL('../../../scripts/mediasoup/build-worker.sh', import.meta.url));

/** The worker program is missing; the message says why and what to do. */
export class WorkerMissing extends Error {
  override readonly name = 'WorkerMissing';
}

/** Where to look for the program. */
export interface WorkerPlaces {
  /** The configured path; if set, no other is tried. */
  readonly named: string | null;
  /** The cache directory of this installation. */
  readonly cacheDir: string;
}

/** A program was built for, or tried on, this release of the operating system only. */
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

/** The path at which it is installed. */
const builtPath = (cacheDir: string): string => join(cacheDir, fileName());

/** Shared by all services of a user; the user may have put the program there. */
const userCache = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley');

const NO_PACKAGE = `the package mediasoup is not installed; run npm install mediasoup@${MEDIASOUP_VERSION}`;
const INSTALL = 'parley legs install';

/** The configured program if one is named; otherwise the package's own or else a built one. @throws WorkerMissing */
export const findWorker = ({ named, cacheDir }: WorkerPlaces): string => {
  const folder = mediasoupFolder();
  if (folder === null) throw new WorkerMissing(NO_PACKAGE);
  if (named !== null) {
    if (isProgram(named)) return named;
    throw new WorkerMissing(`PARLEY_MEDIASOUP_WORKER names ${named}, which is not an executable file`);
  }
  const places = [
    join(folder, 'worker', 'out', 'Release', 'mediasoup-worker'),
    builtPath(cacheDir),
    builtPath(userCache()),
  ];
  const found = places.find(isProgram);
  if (found !== undefined) return found;
  throw new WorkerMissing(`the mediasoup worker was not found (${places.join(', ')}); run ${INSTALL}`);
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** How to install the program. */
export interface InstallOptions
  extends Pick<ReleasedWorkerOptions, 'onLine' | 'onProgress' | 'url' | 'sha256'> {
  readonly cacheDir: string;
  /** Whether to skip the download. */
  readonly fromSources?: boolean;
  /** Default: {@link buildWorker}. */
  readonly build?: (folder: string, target: string) => Promise<void>;
}

export interface InstalledWorker {
  readonly worker: string;
  readonly source: 'release' | 'sources';
}

/**
 * Downloads the program of the authors' release into `cacheDir`; where that fails, builds it from the package's sources, which takes all
 * cores for some minutes. A download with a checksum of the caller's own is not replaced by a build. @throws WorkerMissing
 */
export const installWorker = async (options: InstallOptions): Promise<InstalledWorker> => {
  const { cacheDir, onLine, build = buildWorker, sha256 } = options;
  const folder = mediasoupFolder();
  if (folder === null) throw new WorkerMissing(NO_PACKAGE);
  await mkdir(cacheDir, { recursive: true });
  const target = builtPath(cacheDir);
  if (options.fromSources !== true)
    try {
      const worker = await downloadWorker({ ...options, version: MEDIASOUP_VERSION, target });
      return { worker, source: 'release' };
    } catch (error) {
      if (!(error instanceof DownloadFailed)) throw error;
      if (sha256 !== undefined) throw new WorkerMissing(error.message);
      onLine(`${error.message}. Building it from the sources of the package: some minutes of all cores.`);
    }
  await build(folder, target);
  return { worker: target, source: 'sources' };
};

/** The build's output goes to standard error. @throws WorkerMissing */
const buildWorker = async (folder: string, target: string): Promise<void> => {
  const building = spawn('bash', [BUILD_SCRIPT, folder, target], { stdio: ['ignore', 2, 'inherit'] });
  const status = await new Promise<number | null>((resolve, reject) => {
    building.once('error', reject);
    building.once('exit', resolve);
  });
  if (status === 0) return;
  throw new WorkerMissing(
    'the mediasoup worker could not be built; missing tools are listed above. See docs/how-to/browser-calls.md "Installing"',
  );
};
