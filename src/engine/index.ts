/** The embedded engine: a nats-server of our own under the data directory. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import { lockDataDir, openDataDir } from './data-dir.js';
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
  /** PARLEY_NATS_SYNC: how much a power loss may cost, like `2s` or `always` (nats-server.ts). */
  readonly syncInterval?: string | undefined;
  /** Whether a start on a full disk waits for room, which it logs, or fails. Default: it fails. */
  readonly onFullDisk?: 'wait' | 'fail';
  readonly logger: Logger;
}

/** A running engine, with the credentials for it. */
export interface Engine extends NatsAccess {
  /** Process id of the nats-server. */
  readonly pid: number;
  /** Whether the journal's disk has more than the reserve for live calls. */
  hasRoom(): boolean;
  /** Sets the source of how long the journal has answered without storing, ms: if that lasts, the server is restarted. */
  watchErrors(inErrorMs: () => number): void;
  /** Stops the server and frees the data directory. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Locks the data directory and starts a nats-server on it, fetching one first if none is installed. Afterwards no other
 * user can read the directory, and the server admits only holders of its key (own-key.ts).
 * @throws EngineError if the directory is another user's or in use, or no server is available; the message says what to
 *   do
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
      watchErrors: (inErrorMs) => server.watchErrors(inErrorMs),
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

/** The engine of a service that is running on this data directory; null if none is. */
export const findRunningEngine = (dataDir: string): Promise<NatsAccess | null> => findRunningServer(dataDir);
