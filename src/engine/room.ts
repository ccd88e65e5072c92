/**
 * Waits for room on the disk before a nats-server starts: without it, the server runs but cannot write down its port.
 *
 * It guarantees:
 * RM1. The problem is logged at once (`journal.no_room`), and again every {@link LOG_EVERY_MS} while it lasts.
 * RM2. Room that becomes free is noticed within {@link CHECK_EVERY_MS}.
 */
import type { Logger } from 'pino';
import { pause } from '../../actors/runtime/backoff.js';
import { CHECK_EVERY_MS, isNearlyFull, type Observation } from './care.js';
import { EngineError } from './engine-error.js';

const LOG_EVERY_MS = 60_000;

/** The disk of the store has no room for a start. */
export class NoRoom extends EngineError {
  constructor(directory: string) {
    super(`the disk of ${directory} is full: free some space, then start again`);
  }
}

/** Options of the checks for room. */
export interface RoomOptions {
  /** A directory on the disk of the store; also logged. */
  readonly directory: string;
  readonly disk: (directory: string) => Promise<Observation['disk']>;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Whether there is room for a start. A disk whose space is unknown counts as having room. */
export const hasRoomToStart = async ({ directory, disk }: Pick<RoomOptions, 'directory' | 'disk'>) => {
  const usage = await disk(directory);
  return usage === null || !isNearlyFull(usage, false);
};

/** Resolves once there is room for a start, immediately if there already is; also when the wait is aborted. */
export const untilRoom = async ({ directory, disk, signal, logger }: RoomOptions): Promise<void> => {
  let loggedAt: number | null = null;
  while (!signal.aborted) {
    const usage = await disk(directory);
    if (usage === null || !isNearlyFull(usage, loggedAt !== null)) {
      if (loggedAt !== null) logger.warn({ event: 'journal.has_room', directory, ...usage });
      return;
    }
    const now = performance.now();
    if (loggedAt === null || now - loggedAt >= LOG_EVERY_MS) {
      loggedAt = now;
      const todo = 'Free some space on this disk: the service then starts automatically.';
      logger.error({ event: 'journal.no_room', directory, ...usage, todo });
    }
    await pause(CHECK_EVERY_MS, signal);
  }
};

/** Whether a write failed because its disk, or its owner's quota on it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof NoRoom ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));
