/** `parley serve`: one node, with its own nats-server unless another one is configured. */
import { setFlagsFromString } from 'node:v8';
import { inErrorMs } from '../../actors/runtime/journal/health.js';
import { asUnusable } from '../../actors/runtime/journal-errors.js';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import { type Config, readConfig, type ServeOptions } from '../config/index.js';
import { JOURNAL } from '../config/settings/journal.js';
import { read } from '../config/settings/setting.js';
import { explainErrors, loadEnvironment } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import { watchParent } from '../drain/parent.js';
import { type Engine, openDataDir, startEngine } from '../engine/index.js';
import { createLogger, type Logger } from '../logging.js';
import { startNode } from '../node/index.js';
import { legsOffer } from './legs-offer.js';
import { createReload } from './reload.js';

/**
 * How far the heap may grow beyond its live data before garbage is collected, percent. By default it grows to five
 * times that during an import; earlier collections are also shorter.
 */
const HEAP_GROWING_PERCENT = 50;
/** A stop that takes longer than this is cut short, ms. */
const STOP_TIMEOUT_MS = 20_000;

export interface ServeCommand extends ServeOptions {
  /** A configuration file (config-file/read.ts). */
  readonly config?: string;
}

export const serve = async ({ config: file, ...options }: ServeCommand): Promise<void> => {
  const settings = loadEnvironment(file, process.env, process.cwd());
  await explainErrors(settings, () => run(options, settings.env, settings.file?.path ?? null));
};

const run = async (options: ServeOptions, env: Environment, file: string | null): Promise<void> => {
  const config: Config = readConfig(options, env);
  const logger = createLogger(config.logLevel);
  if (file !== null) logger.info({ event: 'config.read', file });
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // Parallel collector threads take the processor from the other threads, and the collector waits for them.
  setFlagsFromString('--no-parallel-scavenge');
  // Most code of a turn runs a few times a minute, too seldom for V8 to compile it: its interpreter costs a third of the turn.
  setFlagsFromString('--always-sparkplug');
  const { nats, engine } = await natsFor(config, env, logger);
  const hasRoom = (): boolean => engine?.hasRoom() ?? true;
  const node = await startNode(config, nats, logger, hasRoom).catch(async (error: unknown) => {
    await engine?.stop();
    throw asUnusable(error);
  });
  engine?.watchErrors(() => inErrorMs(node.journalHealth(), performance.now()));

  const stop = async (): Promise<void> => {
    const reason = await node.drained();
    logger.info({ event: 'service.stopping', reason });
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await node.stop();
    await engine?.stop();
    logger.info({ event: 'service.stopped' });
    process.exit(0);
  };
  void stop();
  process.on('SIGTERM', () => node.drain.request('SIGTERM', false));
  process.on('SIGINT', () => node.drain.request('SIGINT', false));
  watchParent({ env: process.env, ppid: () => process.ppid }, () =>
    node.drain.request('parent ended', false),
  );
  // A parent that started it with a channel looks after its calls itself, and has ended.
  process.on('disconnect', () => node.drain.request('disconnect', true));
  process.on('SIGUSR2', () => node.resetLatencies());
  if (file !== null) {
    // Without a file there is nothing to read again, and closing the terminal ends the service as usual.
    const reload = createReload({ file, options, env: process.env, change: node.changeProviders, logger });
    process.on('SIGHUP', () => void reload());
  }

  const { url, publicUrl } = node.gateway;
  const { mediaUrl, networkUrl, metaUrl, simulatorToken } = node;
  const setupUrl = await node.openSetup();
  const { browserLegs, cacheDir } = config;
  const offer = legsOffer({
    isTerminal: process.stderr.isTTY === true,
    isFirstStart: setupUrl !== null,
    mode: browserLegs.mode,
    places: { named: browserLegs.worker, cacheDir },
  });
  if (offer !== null) process.stderr.write(offer);
  process.stdout.write(
    `${JSON.stringify({ event: 'service.ready', url, publicUrl, mediaUrl, networkUrl, metaUrl, simulatorToken, setupUrl })}\n`,
  );
};

/** The configured NATS server, or one of our own. Either way, the data directory exists and is private to us. */
const natsFor = async (
  config: Config,
  env: Environment,
  logger: Logger,
): Promise<{ readonly nats: NatsAccess; readonly engine: Engine | null }> => {
  if (config.nats !== null) {
    openDataDir(config.dataDir, logger);
    return { nats: config.nats, engine: null };
  }
  const engine = await startEngine({
    dataDir: config.dataDir,
    binary: env.PARLEY_NATS_SERVER,
    cacheDir: config.cacheDir,
    syncInterval: read(JOURNAL.sync, env),
    onFullDisk: 'wait',
    logger,
  });
  return { nats: engine, engine };
};
