/** The embedded engine: a nats-server of our own under the data directory. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { NatsAccess } from '../../actors/runtime/nats-access.js';
import { openDataDir } from './data-dir.js';
import { lockDataDir } from './data-dir-lock.js';
import { findRunningServer, startNatsServer } from './nats-server.js';
import { obtainNatsServer } from './obtain-nats-server.js';

export { openDataDir } from './data-dir.js';
export { EngineError } from './engine-error.js';

export interface EngineOptions {
  readonly dataDir: string;
  /** PARLEY_NATS_SERVER: the binary to use; default: found or fetched. */
  readonly binary?: string | undefined;
  /** PARLEY_CACHE_DIR: where a fetched binary is kept. Default `<dataDir>/cache`. */
  readonly cacheDir?: string | undefined;
  /** PARLEY_NATS_SYNC: what a power loss may cost, like `2s` or `always` (nats-server.ts). */
  readonly syncInterval?: string | undefined;
  /** What becomes of a start on a full disk: it waits for room and says so in the log, or fails. Default: it fails. */
  readonly onFullDisk?: 'wait' | 'fail';
  readonly logger: Logger;
}

/** With what it takes to be let in. */
export interface Engine extends NatsAccess {
  /** Of the nats-server. */
  readonly pid: number;
  /** Whether the journal's disk has more than what is kept for calls that are up. */
  hasRoom(): boolean;
  /** Who can tell for how long the journal has answered without storing, ms: the server is started again then. */
  attend(inErrorMs: () => number): void;
  /** Stops the server and frees the data directory. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Takes the data directory and starts a nats-server on it, fetching one first where none is installed.
 * Nobody else may read the directory afterwards, and the server lets in who has its key (own-key.ts).
 * @throws EngineError when the directory is somebody else's or in use, or no server can be had; the message says what
 *   to do
 */
export const startEngine = async (options: EngineOptions): Promise<Engine> => {
  const { dataDir, logger, syncInterval, onFullDisk = 'fail' } = options;
  openDataDir(dataDir, logger);
  const lock = lockDataDir(dataDir);
  try {
    const cacheDir = options.cacheDir ?? join(dataDir, 'cache');
    const binary = await obtainNatsServer({ cacheDir, logger, binary: options.binary });
    const server = await startNatsServer({
      binary: binary.path,
      dataDir,
      onFullDisk,
      logger,
      ...(syncInterval === undefined ? {} : { syncInterval }),
    });
    return {
      url: server.url,
      credentials: server.credentials,
      get pid() {
        return server.pid;
      },
      hasRoom: () => server.hasRoom(),
      attend: (inErrorMs) => server.attend(inErrorMs),
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** The engine that a running service has on this data directory; null when none runs. */
export const findRunningEngine = (dataDir: string): Promise<NatsAccess | null> => findRunningServer(dataDir);
