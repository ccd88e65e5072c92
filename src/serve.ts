/** `parley serve`: one node, with its own nats-server unless it is given one. */
import { setFlagsFromString } from 'node:v8';
import { type Config, readConfig, type ServeOptions } from './config.js';
import { type Engine, openDataDir, startEngine } from './engine/index.js';
import { createLogger } from './logging.js';
import { startNode } from './node.js';

/**
 * How far the heap may grow beyond what lives in it before garbage is collected, percent. Left to itself it grows
 * to five times that under an import; collections that come sooner are also shorter.
 */
const HEAP_GROWING_PERCENT = 50;
/** A stop that takes longer than this is cut short, ms. */
const STOP_MS = 20_000;

export const serve = async (options: ServeOptions): Promise<void> => {
  const config: Config = readConfig(options, process.env);
  const logger = createLogger(config.logLevel);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // Helpers that collect in parallel take the processor from the other threads, and the collector waits for them.
  setFlagsFromString('--no-parallel-scavenge');
  openDataDir(config.dataDir, logger);
  const engine: Engine | null =
    config.natsUrl === null
      ? await startEngine({
          dataDir: config.dataDir,
          binary: process.env.PARLEY_NATS_SERVER,
          cacheDir: process.env.PARLEY_CACHE_DIR,
          syncInterval: process.env.PARLEY_NATS_SYNC,
          logger,
        })
      : null;
  const node = await startNode(config, engine?.url ?? config.natsUrl ?? '', logger).catch(
    async (error: unknown) => {
      await engine?.stop();
      throw error;
    },
  );

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ event: 'service.stopping', signal });
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await node.stop();
    await engine?.stop();
    logger.info({ event: 'service.stopped' });
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  const { url, publicUrl } = node.gateway;
  process.stdout.write(
    `${JSON.stringify({ event: 'service.ready', url, publicUrl, networkUrl: node.networkUrl, metaUrl: node.metaUrl })}\n`,
  );
};
