/**
 * Keeps one shard applied: reads its commits, collects what arrives together, writes it in one transaction.
 *
 * It guarantees:
 * S1. A commit that arrives alone is written at once. Under load commits are collected for a multiple of the time
 *     that the last transaction took, at most `MAX_WAIT_MS`: large transactions cost far less a row than small ones.
 * S2. Whatever happens to the connection, reading goes on after the last applied sequence.
 * S3. Rows never mix two journals: another stream under the same name, or one that is shorter than what was
 *     applied, calls for a rebuild.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streamName } from '../actors/runtime/subjects.js';
import { isTransient } from './database.js';
import { lastCommit, type Read, readShard, type ShardReader } from './journal-reader.js';
import type { JournalCommit, Projection } from './projection.js';
import type { FromProjector } from './projector-messages.js';

const MAX_BATCH = 1_000;
/** How many times as long as a transaction took the next one is collected. */
const COLLECT = 4;
const MAX_WAIT_MS = 100;
const RETRY_MS = { first: 20, most: 1_000 } as const;

export interface ShardProjectorOptions {
  readonly nc: NatsConnection;
  readonly shard: number;
  readonly projection: Projection;
  readonly tell: (message: FromProjector) => void;
  /** The tables must be made anew; this projector has ended. */
  readonly onUnusable: (reason: string) => void;
}

export interface ShardProjector {
  /** The connection was lost and is back: read anew. */
  reconnected(): void;
  stop(): void;
}

export const startShardProjector = (options: ShardProjectorOptions): ShardProjector => {
  const { nc, shard, projection, tell } = options;
  let stopped = false;
  let reader: ShardReader | null = null;
  let failures = 0;

  const stop = (): void => {
    stopped = true;
    reader?.stop();
  };

  const unusable = (reason: string): void => {
    if (stopped) return;
    stop();
    options.onUnusable(reason);
  };

  const readable = (read: Read): JournalCommit => {
    if (!('unreadable' in read)) return read;
    const { seq, unreadable: reason } = read;
    tell({ type: 'notice', notice: { event: 'views.message_unreadable', shard, seq, reason } });
    return { kind: 'unreadable', businessId: '', id: '', seq, at: 0, events: [] };
  };

  /** Reads until the reader ends; resolves then. @throws Error when it cannot begin */
  const session = async (jsm: JetStreamManager): Promise<void> => {
    const { created, state } = await jsm.streams.info(streamName(shard));
    const known = projection.journal(shard);
    if (known !== null && known !== created) return unusable('another journal');
    if (state.last_seq < projection.applied(shard)) return unusable('the journal is shorter than the views');
    projection.begin(shard, created);
    const target = await lastCommit(jsm, shard);
    let behind = true;
    let batch: JournalCommit[] = [];
    let pending = 0;
    let scheduled = false;
    let events = 0;
    let writtenAt = Number.NEGATIVE_INFINITY;
    let waitMs = 0;
    let failed = false;

    const caughtUp = (): void => {
      if (!behind || projection.applied(shard) < target) return;
      behind = false;
      tell({ type: 'caught_up', shard, events });
    };

    const flush = (): void => {
      scheduled = false;
      const last = batch.at(-1);
      if (last === undefined || stopped || failed) return;
      const commits = batch;
      const began = performance.now();
      batch = [];
      try {
        projection.apply(shard, commits, (skipped) =>
          tell({ type: 'notice', notice: { event: 'views.event_skipped', shard, ...skipped } }),
        );
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!isTransient(error)) {
          unusable(reason);
          return;
        }
        // Nothing of the batch is written; a new reader brings it again.
        failed = true;
        failures += 1;
        tell({ type: 'notice', notice: { event: 'views.write_failed', shard, reason } });
        reader?.stop();
        return;
      }
      writtenAt = performance.now();
      waitMs = Math.min(MAX_WAIT_MS, (writtenAt - began) * COLLECT);
      failures = 0;
      for (const commit of commits) events += commit.events.length;
      tell({ type: 'applied', shard, seq: last.seq, pending });
      caughtUp();
    };

    caughtUp();
    reader = await readShard(nc, shard, projection.applied(shard), (read, more) => {
      if (stopped || failed) return;
      batch.push(readable(read));
      pending = more;
      const restMs = writtenAt + waitMs - performance.now();
      if (batch.length >= MAX_BATCH || (more === 0 && restMs <= 0)) flush();
      else if (!scheduled) {
        scheduled = true;
        if (restMs <= 0) setImmediate(flush);
        else setTimeout(flush, restMs);
      }
    });
    if (stopped) reader.stop();
    await reader.closed;
    flush();
  };

  const run = async (): Promise<void> => {
    let jsm: JetStreamManager | null = null;
    while (!stopped) {
      try {
        jsm ??= await jetstreamManager(nc, { checkAPI: false });
        await session(jsm);
      } catch (error) {
        if (stopped || nc.isClosed()) return;
        failures += 1;
        const reason = error instanceof Error ? error.message : String(error);
        tell({ type: 'notice', notice: { event: 'views.reader_failed', shard, reason } });
      }
      if (failures > 0) await delay(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(failures, 10)));
    }
  };
  void run();

  return { stop, reconnected: () => reader?.stop() };
};
