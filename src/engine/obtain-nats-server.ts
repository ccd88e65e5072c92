/** Obtains a suitable nats-server: the configured one, an installed one, the cached one, or a fetched one. */
import type { Logger } from 'pino';
import { EngineError } from './engine-error.js';
import { fetchFromDebian } from './fetch-from-debian.js';
import { fetchFromRelease } from './fetch-from-release.js';
import {
  type FindOptions,
  findNatsServer,
  isSuitable,
  MINIMUM_VERSION,
  type NatsServerBinary,
  probe,
} from './find-nats-server.js';

/** Fetches a server into the cache. @throws Error that says why it could not */
type Fetch = (cacheDir: string) => Promise<NatsServerBinary>;

export interface ObtainOptions extends FindOptions {
  readonly logger: Logger;
  /** The binary that must be used, as set in PARLEY_NATS_SERVER. */
  readonly binary?: string | undefined;
  /** Tried in this order. Default: newer Debian or Ubuntu packages, then the official release. */
  readonly sources?: Readonly<Record<string, Fetch>>;
  /** Prints a line for the user at the terminal. Default: to standard error. */
  readonly print?: (line: string) => void;
}

const MINIMUM = MINIMUM_VERSION.join('.');
const ADVICE = `install nats-server ${MINIMUM} or newer and put it on PATH, or set PARLEY_NATS_SERVER to its path, or PARLEY_NATS_URL to a running server`;

const DEFAULT_SOURCES: Readonly<Record<string, Fetch>> = {
  'distribution packages': (cacheDir) => fetchFromDebian({ cacheDir }),
  'official release': (cacheDir) => fetchFromRelease({ cacheDir }),
};

const toStandardError = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** @throws EngineError that lists what was tried and what the operator can do */
export const obtainNatsServer = async (options: ObtainOptions): Promise<NatsServerBinary> => {
  const { logger } = options;
  const print = options.print ?? toStandardError;
  if (options.binary !== undefined) return await probeConfigured(options.binary);
  const found = await findNatsServer(options);
  if (found !== null) {
    logger.debug({ event: 'engine.found', path: found.path, version: found.version.join('.') });
    return found;
  }
  print(`No nats-server ${MINIMUM} or newer is installed; downloading it into ${options.cacheDir} (once).`);
  const failures: string[] = [];
  for (const [source, fetch] of Object.entries(options.sources ?? DEFAULT_SOURCES)) {
    logger.info({ event: 'engine.fetching', source });
    try {
      const fetched = await fetch(options.cacheDir);
      const version = fetched.version.join('.');
      logger.info({ event: 'engine.fetched', source, version, path: fetched.path });
      print(`Downloaded nats-server ${version} from the ${source}.`);
      return fetched;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ event: 'engine.fetch_failed', source, err: error });
      failures.push(`${source}: ${reason}`);
    }
  }
  throw new EngineError(
    `no nats-server could be downloaded:\n  ${failures.join('\n  ')}\nTo continue, ${ADVICE}.`,
  );
};

const probeConfigured = async (path: string): Promise<NatsServerBinary> => {
  const found = await probe(path);
  if (found === null)
    throw new EngineError(`PARLEY_NATS_SERVER is ${path}, which is not a working nats-server; ${ADVICE}.`);
  if (!isSuitable(found.version))
    throw new EngineError(`${path} is nats-server ${found.version.join('.')}, too old; ${ADVICE}.`);
  return found;
};
