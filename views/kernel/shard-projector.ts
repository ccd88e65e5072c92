/**
 * Keeps one shard applied: reads its commits, collects what arrives together, writes it in one transaction.
 *
 * It guarantees:
 * S1. A commit that arrives alone is written at once. Under load commits are collected for a multiple of the time
 *     that the last transaction took, at most `MAX_WAIT_MS`: large transactions cost far less a row than small ones.
 * S2. Whatever happens to the connection, reading goes on after the last applied sequence.
 * S3. Rows never mix two journals, nor two courses of one: before reading begins, and begins again after the server
 *     may have been another (a lost connection), the journal must be the one that the rows come from and hold the very
 *     commit that was applied last. Otherwise (another stream, a restored backup, a power cut) the tables are rebuilt.
 *     A journal only ever goes back to a beginning of itself, so who has the last commit has all before it.
 * S4. A commit that a newer build wrote and this one cannot read is never passed over: reading stops before it, and
 *     goes on there in a build that can, or when the journal has changed its mind, or when an operator has given the
 *     commit up: then all its events are passed over.
 * S5. What cannot be written (the disk is full) is read and tried again until it can; who cannot for a second says so.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { describeGap, type Gap } from '../../actors/runtime/event-versions.js';
import { journalIdentity } from '../../actors/runtime/streams.js';
import { streamName } from '../../actors/runtime/subjects.js';
import { isTransient } from './database.js';
import { lastCommit, markAt, type Read, readShard, type ShardReader } from './journal-reader.js';
import type { JournalCommit, Projection } from './projection.js';
import type { FromProjector, Rebuild } from './projector-messages.js';

const MAX_BATCH = 1_000;
/** How many times as long as a transaction took the next one is collected. */
const COLLECT = 4;
const MAX_WAIT_MS = 100;
const RETRY_MS = { first: 20, most: 1_000 } as const;
/** A write that fails for longer is no hiccup (another process that has the file open for a moment), ms. */
const STUCK_MS = 1_000;

export interface ShardProjectorOptions {
  readonly nc: NatsConnection;
  readonly shard: number;
  readonly projection: Projection;
  readonly tell: (message: FromProjector) => void;
  /** The tables must be made anew; this projector has ended. */
  readonly onUnusable: (rebuild: Rebuild) => void;
}

export interface ShardProjector {
  /** The connection is lost: who comes back may be another. */
  lost(): void;
  /** It is back: read anew. */
  back(): void;
  /** S4: reads on, and passes over the commit `seq` wherever it cannot be read. */
  passOver(seq: number): void;
  stop(): void;
}

export const startShardProjector = (options: ShardProjectorOptions): ShardProjector => {
  const { nc, shard, projection, tell } = options;
  let stopped = false;
  let reader: ShardReader | null = null;
  let failures = 0;
  /** When writing began to fail (S5); null while it does not. */
  let unwritableSince: number | null = null;
  let toldStuck = false;
  let isUp = true;
  /** How often the connection was lost. */
  let losses = 0;
  const waiting = new Set<() => void>();
  const givenUp = new Set<number>();

  const goOn = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const untilBack = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

  const stop = (): void => {
    stopped = true;
    reader?.stop();
    goOn();
  };

  /** S5 */
  const writeFailed = (reason: string): void => {
    if (unwritableSince === null) {
      unwritableSince = performance.now();
      tell({ type: 'notice', notice: { event: 'views.write_failed', shard, reason } });
    } else if (!toldStuck && performance.now() - unwritableSince >= STUCK_MS) {
      toldStuck = true;
      tell({ type: 'stuck', at: { shard, reason } });
    }
  };

  const unusable = (rebuild: Rebuild): void => {
    if (stopped) return;
    stop();
    options.onUnusable(rebuild);
  };

  const readable = (read: Read): JournalCommit => {
    if (!('unreadable' in read)) return read;
    const { seq, mark, unreadable: reason } = read;
    tell({ type: 'notice', notice: { event: 'views.message_unreadable', shard, seq, reason } });
    return { kind: 'unreadable', businessId: '', id: '', seq, mark, at: 0, version: 1, events: [] };
  };

  /** S3. @throws Error when the server does not answer */
  const mismatch = async (jsm: JetStreamManager): Promise<Rebuild | null> => {
    const journal = journalIdentity(await jsm.streams.info(streamName(shard)));
    const known = projection.journal(shard);
    if (known !== null && known !== journal) return { reason: 'another_journal' };
    const applied = projection.applied(shard);
    if (applied > 0 && (await markAt(jsm, shard, applied)) !== projection.mark(shard))
      return { reason: 'journal_went_back', detail: `shard ${shard} no longer holds commit ${applied}` };
    projection.begin(shard, journal);
    return null;
  };

  /** Reads until the reader ends; resolves then, with what could not be read (S4). @throws Error when it cannot begin */
  const session = async (jsm: JetStreamManager): Promise<Gap | null> => {
    const lossesBefore = losses;
    reader = null;
    const rebuild = await mismatch(jsm);
    const target = await lastCommit(jsm, shard);
    // What was asked may have been answered by one server before a loss and by another one after it.
    if (losses !== lossesBefore || stopped) return null;
    if (rebuild !== null) {
      unusable(rebuild);
      return null;
    }
    tell({ type: 'checked', shard });
    let behind = true;
    let batch: JournalCommit[] = [];
    let pending = 0;
    let scheduled = false;
    let events = 0;
    let writtenAt = Number.NEGATIVE_INFINITY;
    let waitMs = 0;
    let failed = false;
    let gap: Gap | null = null;
    const ended = (): boolean => stopped || failed || gap !== null || losses !== lossesBefore;

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
          unusable({ reason: 'damaged', detail: reason });
          return;
        }
        // Nothing of the batch is written; a new reader brings it again.
        failed = true;
        failures += 1;
        writeFailed(reason);
        reader?.stop();
        return;
      }
      writtenAt = performance.now();
      waitMs = Math.min(MAX_WAIT_MS, (writtenAt - began) * COLLECT);
      failures = 0;
      unwritableSince = null;
      toldStuck = false;
      for (const commit of commits) events += commit.events.length;
      tell({ type: 'applied', shard, seq: last.seq, pending });
      caughtUp();
    };

    /** S4: what came before it is written. */
    const halt = ({ kind, seq }: JournalCommit, found: Gap, more: number): void => {
      gap = found;
      pending = more + 1;
      flush();
      reader?.stop();
      if (!stopped && !failed)
        tell({ type: 'stopped_at', at: { shard, seq, reason: describeGap(kind, found) }, pending });
    };

    caughtUp();
    reader = await readShard(nc, shard, projection.applied(shard), (read, more) => {
      if (ended()) return;
      const commit = readable(read);
      const found = projection.gapIn(commit);
      if (found !== null && !givenUp.has(commit.seq)) {
        halt(commit, found, more);
        return;
      }
      batch.push(found === null ? commit : { ...commit, events: [] });
      pending = more;
      const restMs = writtenAt + waitMs - performance.now();
      if (batch.length >= MAX_BATCH || (more === 0 && restMs <= 0)) flush();
      else if (!scheduled) {
        scheduled = true;
        if (restMs <= 0) setImmediate(flush);
        else setTimeout(flush, restMs);
      }
    });
    if (ended()) reader.stop();
    await reader.closed;
    flush();
    return failed ? null : gap;
  };

  const run = async (): Promise<void> => {
    let jsm: JetStreamManager | null = null;
    while (!stopped) {
      if (!isUp) await untilBack();
      if (stopped) return;
      try {
        jsm ??= await jetstreamManager(nc, { checkAPI: false });
        const lossesBefore = losses;
        if ((await session(jsm)) !== null && losses === lossesBefore) await untilBack();
      } catch (error) {
        if (stopped || nc.isClosed()) return;
        failures += 1;
        const reason = error instanceof Error ? error.message : String(error);
        if (isTransient(error)) writeFailed(reason);
        else tell({ type: 'notice', notice: { event: 'views.reader_failed', shard, reason } });
      }
      if (failures > 0) await delay(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(failures, 10)));
    }
  };
  void run();

  const back = (): void => {
    isUp = true;
    reader?.stop();
    goOn();
  };

  return {
    stop,
    back,
    passOver: (seq) => {
      givenUp.add(seq);
      back();
    },
    lost: () => {
      isUp = false;
      losses += 1;
      tell({ type: 'unchecked', shard });
    },
  };
};
