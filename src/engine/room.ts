/**
 * Room for a nats-server to start: without it the server runs, and cannot write down on which port.
 *
 * It guarantees:
 * RM1. What is wrong is in the log at once (`journal.no_room`), and again every {@link TELL_MS} while it lasts.
 * RM2. Room that is made meanwhile is noticed within {@link LOOK_EVERY_MS}.
 */
import type { Logger } from 'pino';
import { pause } from '../../actors/runtime/backoff.js';
import { isAsGoodAsFull, LOOK_EVERY_MS, type Seen } from './care.js';
import { EngineError } from './engine-error.js';

const TELL_MS = 60_000;

/** The disk of the store has no room for a start. */
export class NoRoom extends EngineError {
  constructor(directory: string) {
    super(`the disk of ${directory} is full: free some room, then start again`);
  }
}

/** What is needed to look after room. */
export interface RoomOptions {
  /** On the disk of the store; for the log. */
  readonly directory: string;
  readonly disk: (directory: string) => Promise<Seen['disk']>;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Whether there is room for a start. A disk that says nothing has some. */
export const hasRoomToStart = async ({ directory, disk }: Pick<RoomOptions, 'directory' | 'disk'>) => {
  const seen = await disk(directory);
  return seen === null || !isAsGoodAsFull(seen, false);
};

/** Resolves once there is room for a start, at once where there is; also when the wait is ended. */
export const untilRoom = async ({ directory, disk, signal, logger }: RoomOptions): Promise<void> => {
  let toldAt: number | null = null;
  while (!signal.aborted) {
    const seen = await disk(directory);
    if (seen === null || !isAsGoodAsFull(seen, toldAt !== null)) {
      if (toldAt !== null) logger.warn({ event: 'journal.has_room', directory, ...seen });
      return;
    }
    const now = performance.now();
    if (toldAt === null || now - toldAt >= TELL_MS) {
      toldAt = now;
      const todo = 'Free some room on this disk: the service starts by itself then.';
      logger.error({ event: 'journal.no_room', directory, ...seen, todo });
    }
    await pause(LOOK_EVERY_MS, signal);
  }
};

/** Whether a write failed because its disk, or what its owner may use of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof NoRoom ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));
