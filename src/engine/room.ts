/**
 * Waits for room on the disk before a nats-server starts: without it, the server runs but cannot write down its port.
 *
 * It guarantees:
 * RM1. The problem is logged at once (`journal.no_room`), and again every {@link TELL_MS} while it lasts.
 * RM2. Room that becomes free is noticed within {@link LOOK_EVERY_MS}.
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

/** Options of the checks for room. */
export interface RoomOptions {
  /** A directory on the disk of the store; also logged. */
  readonly directory: string;
  readonly disk: (directory: string) => Promise<Seen['disk']>;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Whether there is room for a start. A disk whose space is unknown counts as having room. */
export const hasRoomToStart = async ({ directory, disk }: Pick<RoomOptions, 'directory' | 'disk'>) => {
  const seen = await disk(directory);
  return seen === null || !isAsGoodAsFull(seen, false);
};

/** Resolves once there is room for a start, immediately if there already is; also when the wait is aborted. */
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

/** Whether a write failed because its disk, or its owner's quota on it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof NoRoom ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));
