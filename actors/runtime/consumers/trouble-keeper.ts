/**
 * Retries trouble: slowly by itself, at once when an operator asks, and when a node starts.
 *
 * It guarantees:
 * K1. Each entry of the book (trouble/book.ts) is retried when it is due, by one node of all.
 * K2. Its next time is noted before it is retried: nothing is lost if the node dies over it.
 * K3. Trouble that has ended leaves the book.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { TROUBLE, TROUBLE_SUBJECTS, type TroubleBook, troubleIn } from '../trouble/book.js';
import { retryAfterMs, type Trouble } from '../trouble/trouble.js';
import { consumeInOrder, type Settlement } from './in-order.js';

const CONSUMER = 'trouble';
/** Entries retried at a time: they have waited for long already. */
const WIDTH = 16;
const MAX_ON_HAND = 256;
/** More than the book holds. */
const MAX_UNSETTLED = 20_000;
/** Delay while nothing can be noted, ms. */
const BOOK_RETRY_MS = 10_000;
/** An entry that was tried this recently, ms, is not retried just because a node starts. */
const FRESH_MS = 60_000;

export interface KeeperOptions {
  readonly nc: NatsConnection;
  readonly book: TroubleBook;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Called each time that the consumer is gone and is about to be recreated. */
  readonly onGone: () => void;
  /** Retries it. False: it has ended. A failure that persists notes itself again. A rejection: it could not be retried now. */
  readonly retry: (trouble: Trouble) => Promise<boolean>;
}

export interface Keeper {
  /** Retries nothing more; idempotent. */
  stop(): Promise<void>;
}

/** Resolves when trouble is being retried. @throws Error when the server does not answer */
export const startKeeper = async (options: KeeperOptions): Promise<Keeper> => {
  const { nc, book, logger, now, random, onGone, retry } = options;

  const handle = async (trouble: Trouble): Promise<Settlement> => {
    // A request to retry it writes the entry again, and it comes back.
    if (trouble.nextTryAt === null) return { type: 'done' };
    const waitMs = trouble.nextTryAt - now();
    if (waitMs > 0) return { type: 'put_off', afterMs: waitMs };
    try {
      await book.retryAt(trouble, now() + retryAfterMs(now() - trouble.since)); // K2
    } catch (error) {
      logger.debug({ event: 'trouble.retry_waits', troubleId: trouble.id, err: error });
      return { type: 'put_off', afterMs: BOOK_RETRY_MS };
    }
    try {
      if (!(await retry(trouble))) await book.clear(trouble); // K3
    } catch (error) {
      // It comes again when it is due, at the time that was noted.
      logger.debug({ event: 'trouble.retry_failed', troubleId: trouble.id, err: error });
    }
    return { type: 'done' };
  };

  const consumer = await consumeInOrder({
    nc,
    stream: TROUBLE,
    durable: CONSUMER,
    filter: TROUBLE_SUBJECTS,
    mark: null,
    maxOnHand: MAX_ON_HAND,
    maxUnsettled: MAX_UNSETTLED,
    width: WIDTH,
    overtakable: 'all',
    logger,
    random,
    onGone,
    handle: async (message) => {
      const trouble = troubleIn(message);
      return trouble === null ? { type: 'done' } : handle(trouble);
    },
  });
  for (const trouble of await book.list()) {
    if (trouble.nextTryAt === null || trouble.lastAt > now() - FRESH_MS) continue;
    await book.retryAt(trouble, now());
  }
  return { stop: () => consumer.stop() };
};
