/** Watches a running nats-server of ours, once a second, and restarts it where that helps (care.ts). */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { pause } from '../../actors/runtime/backoff.js';
import { type Care, CHECK_EVERY_MS, check, INITIAL_CARE, type Observation, type Restart } from './care.js';

export interface CaretakerOptions {
  /** A directory on the disk of the server's store; also logged. */
  readonly directory: string;
  readonly disk: (directory: string) => Promise<Observation['disk']>;
  /** Whether the server greets a new connection within a second. */
  readonly responds: () => Promise<Observation['responds']>;
  /** Ends the server, gracefully unless it is frozen; its supervisor starts it again. */
  readonly restart: (why: Restart) => Promise<void>;
  readonly logger: Logger;
}

export interface Caretaker {
  /** Whether the disk has more than the reserve for live calls. */
  hasRoom(): boolean;
  /** Sets the source of journal errors: how long the journal has answered without storing, ms. */
  watchErrors(inErrorMs: () => number): void;
  stop(): Promise<void>;
}

/** Starts watching; resolves after the first look. */
export const startCaretaker = async (options: CaretakerOptions): Promise<Caretaker> => {
  const { directory, logger } = options;
  const halt = new AbortController();
  let care: Care = INITIAL_CARE;
  let inErrorMs = (): number => 0;

  const observe = async (): Promise<Observation> => ({
    responds: await options.responds(),
    disk: await options.disk(directory),
    inErrorMs: inErrorMs(),
    atMs: performance.now(),
  });

  const checkOnce = async (): Promise<void> => {
    const observation = await observe();
    if (halt.signal.aborted) return;
    const before = care;
    const result = check(before, observation);
    care = result.care;
    if (care.full && !before.full) logger.error({ event: 'journal.full', directory, ...observation.disk });
    if (!care.full && before.full) logger.warn({ event: 'journal.has_room', directory, ...observation.disk });
    if (result.restart === null) return;
    logger.error({ event: 'engine.restarted', why: result.restart });
    await options.restart(result.restart);
  };

  const run = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      const began = performance.now();
      await checkOnce();
      await pause(Math.max(0, CHECK_EVERY_MS - (performance.now() - began)), halt.signal);
    }
  };

  await checkOnce();
  const running = run();
  return {
    hasRoom: () => !care.full,
    watchErrors: (source) => {
      inErrorMs = source;
    },
    stop: () => {
      halt.abort();
      return running;
    },
  };
};

/** Free and total space of the directory's disk; null if unknown. Never throws. */
export const diskOf = async (directory: string): Promise<Observation['disk']> => {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
};
