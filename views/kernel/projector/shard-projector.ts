/**
 * Keeps one shard applied: reads its commits, collects those that arrive together, and writes them in one transaction.
 *
 * It guarantees:
 * S1. A commit that arrives alone is written at once. Under load commits are collected for a multiple of the duration of the last
 *     transaction, at most `MAX_WAIT_MS`: large transactions cost far less per row than small ones.
 * S2. Whatever happens to the connection, reading resumes after the last applied sequence.
 * S3. Rows never mix two journals, or two courses of one. Before reading begins, and before it resumes after the server may have
 *     changed (a lost connection), the journal must be the one that the rows come from, and must contain the commit that was
 *     applied last. Otherwise (another stream, a restored backup, a power failure) nothing is read until the journal is repaired
 *     or an operator has accepted the loss (actors/runtime/integrity/accepted-losses.ts); then the rows are rebuilt. A journal only ever
 *     goes back to an earlier state of itself, so one with the last commit has all commits before it. A commit in an archive
 *     counts as present.
 * S4. A commit that this build cannot read is never lost: its actor is set aside with all its later commits (set-aside.ts), and
 *     all other actors continue. The commits are applied when a build that can read them opens the file, or when an operator has
 *     had the commit skipped (actors/runtime/journal/skipping.ts).
 * S5. Commits that cannot be written (the disk is full) are read again and retried until they can be. A projector
 *     that cannot write for a second reports it.
 * S6. A commit is applied only if the message that it follows was read. If the tables were built from the whole journal by one
 *     process, the number of messages read must also match the server's count, because nothing follows an actor's last message.
 *     Otherwise something in the journal is damaged: its actor is set aside until the message is back, or an operator has had it
 *     skipped.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Projection } from '../projection.js';
import { asideKey } from '../set-aside.js';
import type { ShardReader } from './journal-reader.js';
import type { FromProjector, Rebuild } from './messages.js';
import { createHealth } from './shard-health.js';
import { readOn, type ShardContext } from './shard-session.js';

/** How soon an operator's decision on a journal that went back is noticed, ms. */
const RECHECK_MS = 1_000;

/** The dependencies. */
export interface ShardProjectorOptions {
  readonly nc: NatsConnection;
  readonly shard: number;
  readonly projection: Projection;
  readonly send: (message: FromProjector) => void;
  /** The tables must be rebuilt; this projector has ended. */
  readonly onUnusable: (rebuild: Rebuild) => void;
}

/** Keeps one shard applied until it is stopped. */
export interface ShardProjector {
  /** The connection is lost: after it returns, the server may be another. */
  disconnected(): void;
  /** The connection is back: starts a new reading. */
  reconnected(): void;
  /** S4: retries everything that is set aside, then reads on. */
  readAgain(): void;
  stop(): void;
}

/** Starts reading at once. */
export const startShardProjector = (options: ShardProjectorOptions): ShardProjector => {
  const { nc, shard, projection, send } = options;
  const health = createHealth(shard, send);
  // This build may be able to read the commits that another one set aside.
  const toRestore = new Set(projection.setAside(shard).map(asideKey));
  const waiting = new Set<() => void>();
  let stopped = false;
  let reader: ShardReader | null = null;
  let isUp = true;
  let losses = 0;

  const resume = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const untilReconnected = (withinMs?: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.add(resolve);
      if (withinMs !== undefined) setTimeout(resolve, withinMs).unref();
    });

  const stop = (): void => {
    stopped = true;
    reader?.stop();
    resume();
  };

  const reconnected = (): void => {
    isUp = true;
    reader?.stop();
    resume();
  };

  const context: ShardContext = {
    nc,
    shard,
    projection,
    health,
    send,
    toRestore,
    fullRead: { read: projection.applied(shard) === 0 ? 0 : null },
    isStopped: () => stopped,
    losses: () => losses,
    setReader: (current) => {
      reader = current;
    },
    requireRebuild: (rebuild) => {
      if (stopped) return;
      stop();
      options.onUnusable(rebuild);
    },
  };

  /** S2 */
  const run = async (): Promise<void> => {
    let jsm: JetStreamManager | null = null;
    while (!stopped) {
      if (!isUp) await untilReconnected();
      if (stopped) return;
      try {
        jsm ??= await jetstreamManager(nc, { checkAPI: false });
        const lossesBefore = losses;
        const isRefused = await readOn(context, jsm);
        if (isRefused && losses === lossesBefore) await untilReconnected(RECHECK_MS);
      } catch (error) {
        if (stopped || nc.isClosed()) return;
        health.failed(error);
      }
      const restMs = health.restMs();
      if (restMs > 0) await delay(restMs);
    }
  };
  void run();

  return {
    stop,
    reconnected,
    readAgain: () => {
      for (const aside of projection.setAside(shard)) toRestore.add(asideKey(aside));
      reconnected();
    },
    disconnected: () => {
      isUp = false;
      losses += 1;
      send({ type: 'unchecked', shard });
    },
  };
};
