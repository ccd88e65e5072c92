/**
 * Fires timers that the journal's server would fire late, because its clock is behind the journal's time
 * (journal-time.ts, JT3).
 *
 * It guarantees:
 * O1. While the server is behind by more than {@link BEHIND_MS}, actors whose timers are due by the journal's time are
 *     woken within {@link LOOK_MS} plus the time to read all schedules of a shard.
 * O2. Every node does so: a wake that comes twice, or again from the server, is harmless (activate.ts, A14).
 *
 * It costs nothing while the server is on time.
 */
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorRef } from '../actor.js';
import { pause } from '../backoff.js';
import { isNotFound } from '../journal-errors.js';
import { parseTimer, streamName } from '../subjects.js';

/** The delay that is tolerated, ms. */
const BEHIND_MS = 1_000;
const LOOK_MS = 1_000;
const BATCH = 256;

export interface OverdueDeps {
  readonly nc: NatsConnection;
  readonly shards: number;
  /** ms since the epoch */
  readonly now: () => number;
  /** How far the server's clock is ahead of `now`, ms; negative: behind. */
  readonly serverAheadMs: () => number;
  readonly handle: (ref: ActorRef, name: string, dueAt: number) => Promise<unknown>;
  readonly logger: Logger;
}

export interface Overdue {
  /** Idempotent. */
  stop(): Promise<void>;
}

/** Starts watching. @throws Error when the server does not answer */
export const watchOverdue = async (deps: OverdueDeps): Promise<Overdue> => {
  const { nc, shards, serverAheadMs, logger } = deps;
  const jsm = await jetstreamManager(nc);
  const halt = new AbortController();
  const run = async (): Promise<void> => {
    for (;;) {
      await pause(LOOK_MS, halt.signal);
      if (halt.signal.aborted) return;
      if (serverAheadMs() > -BEHIND_MS) continue;
      for (let shard = 0; shard < shards; shard += 1)
        await fireOverdue(jsm, shard, deps).catch((error: unknown) =>
          logger.info({ event: 'wake.overdue_unread', shard, err: error }),
        );
    }
  };
  const running = run();
  return {
    stop: () => {
      halt.abort();
      return running;
    },
  };
};

const fireOverdue = async (jsm: JetStreamManager, shard: number, deps: OverdueDeps): Promise<void> => {
  const { now, handle, logger } = deps;
  for (let seq = 1; ; ) {
    const due: Promise<unknown>[] = [];
    let read = 0;
    try {
      const filter = { seq, next_by_subj: `timer.${shard}.>`, batch: BATCH };
      for await (const message of await jsm.direct.getBatch(streamName(shard), filter)) {
        read += 1;
        seq = message.seq + 1;
        const timer = parseTimer(message.subject);
        const dueAt = Number(message.string());
        if (timer === null || !(dueAt <= now())) continue;
        // A wake that fails comes again with the next look, and from the server.
        const onFailure = (error: unknown): void =>
          logger.info({ event: 'wake.overdue_failed', ...timer.ref, timer: timer.name, err: error });
        due.push(handle(timer.ref, timer.name, dueAt).catch(onFailure));
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await Promise.all(due);
    if (read < BATCH) return;
  }
};
