/** Finds a nats-server that is new enough for the journal: schedules and atomic batches came with 2.14. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Oldest nats-server that can hold the journal (docs/explanation/architecture/journal.md). */
export const MINIMUM_VERSION: Version = [2, 14, 0];

export type Version = readonly [major: number, minor: number, patch: number];

export interface NatsServerBinary {
  /** Absolute path. */
  readonly path: string;
  readonly version: Version;
}

/** Where system packages install daemons, even if a user's PATH does not include it. */
const DAEMON_DIRECTORIES = ['/usr/local/sbin', '/usr/sbin'];

const EXECUTABLE = 'nats-server';
const PROBE_TIMEOUT_MS = 10_000;

/** Reads "nats-server: v2.15.1" (also with a pre-release suffix); null for anything else. */
export const parseVersion = (text: string): Version | null => {
  const match = /\bv?(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
};

/** Negative, zero or positive, like any comparator. */
const compareVersions = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

export const isSuitable = (version: Version): boolean => compareVersions(version, MINIMUM_VERSION) >= 0;

/** The path with the version that `path --version` prints; null if it cannot be run or is another program. */
export const probe = (path: string): Promise<NatsServerBinary | null> =>
  new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: PROBE_TIMEOUT_MS }, (error, stdout) => {
      const version = error === null && stdout.startsWith('nats-server') ? parseVersion(stdout) : null;
      resolve(version === null ? null : { path, version });
    });
  });

/** Where the cache keeps a fetched server of one version. */
export const cachedPath = (cacheDir: string, version: string): string =>
  join(cacheDir, `nats-server-${version}`, EXECUTABLE);

const cachedCandidates = async (cacheDir: string): Promise<readonly string[]> => {
  const entries = await readdir(cacheDir).catch(() => []);
  return entries
    .flatMap((entry) => {
      const version = entry.startsWith('nats-server-') ? parseVersion(entry) : null;
      return version === null ? [] : [{ version, path: join(cacheDir, entry, EXECUTABLE) }];
    })
    .sort((a, b) => compareVersions(b.version, a.version))
    .map(({ path }) => path);
};

export interface FindOptions {
  /** Directory of fetched servers; need not exist. */
  readonly cacheDir: string;
  /** Default `process.env`; `PATH` is read. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Directories searched after PATH. Default: where packages install daemons. */
  readonly daemonDirectories?: readonly string[];
}

/** The first suitable server on PATH, in the daemon directories or, newest first, in the cache; null if there is none. */
export const findNatsServer = async (options: FindOptions): Promise<NatsServerBinary | null> => {
  const path = (options.env ?? process.env).PATH ?? '';
  const directories = [
    ...path.split(delimiter).filter((directory) => isAbsolute(directory)),
    ...(options.daemonDirectories ?? DAEMON_DIRECTORIES),
  ];
  const installed = [...new Set(directories)].map((directory) => join(directory, EXECUTABLE));
  for (const candidate of [...installed, ...(await cachedCandidates(options.cacheDir))]) {
    const found = await probe(candidate);
    if (found !== null && isSuitable(found.version)) return found;
  }
  return null;
};
