/** The main thread's handle on the projector's thread, which is restarted whenever it dies, until it is stopped. */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Backoff, steadyBackoffMs } from '../../../actors/runtime/backoff.js';
import type { FromProjector, ProjectorSettings, ToProjector } from './messages.js';

const RESTART: Backoff = { firstMs: 50, longestMs: 5_000 };
/** A thread that runs this long counts as started successfully, ms. */
const STEADY_MS = 10_000;
const STOP_MS = 2_000;
/** The projector holds some 30 MiB of commits at a time; the limit makes it collect garbage before it has hundreds. */
const PROJECTOR_HEAP_MIB = 256;
const YOUNG_MIB = 16;

/** The thread that writes the views. */
export interface ProjectorThread {
  send(message: ToProjector): void;
  /** Ends the thread. Resolves when it has exited. */
  stop(): Promise<void>;
}

/** Resolves with the first `opened`. `onMessage` receives its messages until it is stopped. */
export const startProjectorThread = async (
  settings: ProjectorSettings,
  logger: Logger,
  onMessage: (message: FromProjector) => void,
): Promise<ProjectorThread> => {
  /** Null while no thread runs. */
  let worker: Worker | null = null;
  let stopping = false;
  let restarts = 0;

  const start = (): Promise<void> =>
    new Promise((resolve) => {
      const startedAt = Date.now();
      const thread = new Worker(new URL('./worker.js', import.meta.url), {
        workerData: settings,
        resourceLimits: { maxOldGenerationSizeMb: PROJECTOR_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
      });
      worker = thread;
      thread.on('message', (message: FromProjector) => {
        if (stopping) return;
        onMessage(message);
        if (message.type === 'opened') resolve();
      });
      thread.on('error', (error) => logger.error({ event: 'views.projector_failed', err: error }));
      thread.on('exit', (code) => {
        worker = null;
        if (stopping) return;
        restarts = Date.now() - startedAt > STEADY_MS ? 1 : restarts + 1;
        const restartMs = steadyBackoffMs(restarts, RESTART);
        logger.error({ event: 'views.projector_ended', code, restartMs });
        setTimeout(() => stopping || void start().then(resolve), restartMs).unref();
      });
    });

  const send = (message: ToProjector): void => worker?.postMessage(message);

  const stop = async (): Promise<void> => {
    stopping = true;
    const thread = worker;
    if (thread === null) return;
    const exited = new Promise((resolve) => thread.once('exit', resolve));
    send({ type: 'stop' });
    const force = setTimeout(() => void thread.terminate(), STOP_MS);
    await exited;
    clearTimeout(force);
  };

  await start();
  return { send, stop };
};
