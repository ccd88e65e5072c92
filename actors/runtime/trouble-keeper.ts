/**
 * Has trouble tried again: slowly by itself, at once when an operator asks, and when a node starts.
 *
 * It guarantees:
 * K1. Each entry of the book (trouble-book.ts) is tried when it is due, by one node of all.
 * K2. Before it is tried its next time is written down: a node that dies over it loses nothing.
 * K3. What turns out to be over leaves the book.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { consumeInOrder, type Settlement } from './in-order.js';
import { retryAfterMs, type Trouble } from './trouble.js';
import { TROUBLE, TROUBLE_SUBJECTS, type TroubleBook, troubleIn } from './trouble-book.js';

const CONSUMER = 'trouble';
/** Entries that are tried at a time: those who wait have waited for long. */
const WIDTH = 16;
const MAX_ON_HAND = 256;
/** More than the book holds. */
const MAX_UNSETTLED = 20_000;
/** While nothing can be written down, ms. */
const AWAY_MS = 10_000;
/** One that was tried as recently is not tried once more because a node starts, ms. */
const FRESH_MS = 60_000;

export interface KeeperOptions {
  readonly nc: NatsConnection;
  readonly book: TroubleBook;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Told each time that the consumer is gone and is about to be made again. */
  readonly onGone: () => void;
  /** Tries it. False: it is over. What still fails notes itself again. A rejection: it could not be tried now. */
  readonly retry: (trouble: Trouble) => Promise<boolean>;
}

export interface Keeper {
  /** Tries nothing more; idempotent. */
  stop(): Promise<void>;
}

/** Resolves when trouble is being looked after. @throws Error when the server does not answer */
export const startKeeper = async (options: KeeperOptions): Promise<Keeper> => {
  const { nc, book, logger, now, random, onGone, retry } = options;

  const handle = async (trouble: Trouble): Promise<Settlement> => {
    // Whoever asks for it writes it down anew, and it comes again.
    if (trouble.nextTryAt === null) return { type: 'done' };
    const waitMs = trouble.nextTryAt - now();
    if (waitMs > 0) return { type: 'put_off', afterMs: waitMs };
    try {
      await book.retryAt(trouble, now() + retryAfterMs(now() - trouble.since)); // K2
    } catch (error) {
      logger.debug({ event: 'trouble.retry_waits', troubleId: trouble.id, err: error });
      return { type: 'put_off', afterMs: AWAY_MS };
    }
    try {
      if (!(await retry(trouble))) await book.clear(trouble); // K3
    } catch (error) {
      // It comes again when it is due, under the time that was written down.
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
