/** Watches a running nats-server of ours, once a second, and restarts it where that helps (care.ts). */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { pause } from '../../actors/runtime/backoff.js';
import { CARELESS, type Care, LOOK_EVERY_MS, look, type Restart, type Seen } from './care.js';

export interface CaretakerOptions {
  /** A directory on the disk of the server's store; also logged. */
  readonly directory: string;
  readonly disk: (directory: string) => Promise<Seen['disk']>;
  /** Whether the server greets a new connection within a second. */
  readonly greets: () => Promise<Seen['greets']>;
  /** Ends the server, gracefully unless it is frozen; its supervisor starts it again. */
  readonly restart: (why: Restart) => Promise<void>;
  readonly logger: Logger;
}

export interface Caretaker {
  /** Whether the disk has more than the reserve for live calls. */
  hasRoom(): boolean;
  /** Sets the source of journal errors: how long the journal has answered without storing, ms. */
  ask(inErrorMs: () => number): void;
  stop(): Promise<void>;
}

/** Starts watching; resolves after the first look. */
export const startCaretaker = async (options: CaretakerOptions): Promise<Caretaker> => {
  const { directory, logger } = options;
  const halt = new AbortController();
  let care: Care = CARELESS;
  let inErrorMs = (): number => 0;

  const see = async (): Promise<Seen> => ({
    greets: await options.greets(),
    disk: await options.disk(directory),
    inErrorMs: inErrorMs(),
    atMs: performance.now(),
  });

  const once = async (): Promise<void> => {
    const seen = await see();
    if (halt.signal.aborted) return;
    const before = care;
    const looked = look(before, seen);
    care = looked.care;
    if (care.full && !before.full) logger.error({ event: 'journal.full', directory, ...seen.disk });
    if (!care.full && before.full) logger.warn({ event: 'journal.has_room', directory, ...seen.disk });
    if (looked.restart === null) return;
    logger.error({ event: 'engine.restarted', why: looked.restart });
    await options.restart(looked.restart);
  };

  const run = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      const began = performance.now();
      await once();
      await pause(Math.max(0, LOOK_EVERY_MS - (performance.now() - began)), halt.signal);
    }
  };

  await once();
  const running = run();
  return {
    hasRoom: () => !care.full,
    ask: (question) => {
      inErrorMs = question;
    },
    stop: () => {
      halt.abort();
      return running;
    },
  };
};

/** Free and total space of the directory's disk; null if unknown. Never throws. */
export const diskOf = async (directory: string): Promise<Seen['disk']> => {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
};
