/**
 * The views of one node: a projector in a worker thread writes, this thread reads with its own connection.
 *
 * It guarantees:
 * V1. `waitFor(shard, seq)` resolves only once a read here sees that commit.
 * V2. A file that cannot be used is thrown away and rebuilt; the journal is the truth.
 * V3. A projector that dies is started again where the file stands.
 */
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { DomainError } from '../schemas/errors.js';
import { agentQueries } from './agents.js';
import { businessQueries } from './businesses.js';
import { callQueries } from './call-queries.js';
import { contactQueries } from './contacts.js';
import { type Db, openForReading, openForWriting } from './database.js';
import { keyQueries } from './keys.js';
import type { ProjectorMessage, ProjectorSettings } from './projector-worker.js';
import type { ViewStore } from './views.js';

const WAIT_MS = 5_000;
const RESTART_MS = 500;

export interface ViewStoreOptions {
  /** For the projector's own connection. */
  readonly natsUrl: string;
  /** For looking how far the journal is. */
  readonly nc: NatsConnection;
  readonly shards: number;
  /** Path of the SQLite file. */
  readonly file: string;
  readonly logger: Logger;
  /** The shard of a business. */
  readonly shardOf: (businessId: string) => number;
}

interface Waiter {
  readonly seq: number;
  readonly done: () => void;
}

/** Opens the views; resolves when they can be read, which may be before they are {@link ViewStore.ready}. */
export const createViewStore = async (options: ViewStoreOptions): Promise<ViewStore> => {
  const { nc, shards, file, logger } = options;
  makeUsable(file, logger);
  const applied: number[] = Array.from({ length: shards }, () => 0);
  const target: number[] = Array.from({ length: shards }, () => 0);
  const waiters: Set<Waiter>[] = Array.from({ length: shards }, () => new Set());
  let ready = false;
  let closing = false;
  let worker: Worker;

  const advance = (shard: number, seq: number): void => {
    applied[shard] = Math.max(applied[shard] ?? 0, seq);
    for (const waiter of waiters[shard] ?? []) {
      if (waiter.seq > seq) continue;
      waiters[shard]?.delete(waiter);
      waiter.done();
    }
    ready ||= applied.every((at, index) => at >= (target[index] ?? 0));
  };

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const settings: ProjectorSettings = { natsUrl: options.natsUrl, file, shards };
      worker = new Worker(new URL('./projector-worker.js', import.meta.url), { workerData: settings });
      worker.on('message', (message: ProjectorMessage) => {
        switch (message.type) {
          case 'open':
            for (const [shard, seq] of message.applied.entries()) advance(shard, seq);
            resolve();
            return;
          case 'applied':
            advance(message.shard, message.seq);
            return;
          case 'poison':
            logger.error({
              event: 'views.event_skipped',
              subject: message.subject,
              seq: message.seq,
              error: message.error,
            });
            return;
        }
      });
      worker.on('error', (error) => {
        logger.error({ event: 'views.projector_failed', error });
        reject(error);
      });
      worker.on('exit', () => {
        if (closing) return;
        setTimeout(() => void start().catch(() => undefined), RESTART_MS).unref();
      });
    });

  const jsm = await jetstreamManager(nc);
  /** Sequence of the last commit in the journal of `shard`; 0 when there is none. */
  const journalSeq = async (shard: number): Promise<number> => {
    const last = await jsm.direct.getMessage(`JOURNAL_${shard}`, { last_by_subj: `evt.${shard}.>` });
    return last?.seq ?? 0;
  };
  for (let shard = 0; shard < shards; shard += 1) target[shard] = await journalSeq(shard);
  const began = Date.now();
  await start();
  advance(0, applied[0] ?? 0);
  const db: Db = openForReading(file);

  const waitFor = (shard: number, seq: number, timeoutMs = WAIT_MS): Promise<void> => {
    if ((applied[shard] ?? 0) >= seq) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters[shard]?.delete(waiter);
        reject(
          new DomainError(
            'not_ready',
            'The change is stored, but not visible yet; read it again in a moment.',
          ),
        );
      }, timeoutMs);
      const waiter: Waiter = {
        seq,
        done: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      waiters[shard]?.add(waiter);
    });
  };

  logger.info({
    event: 'views.open',
    behind: target.reduce((sum, seq, shard) => sum + Math.max(0, seq - (applied[shard] ?? 0)), 0),
    ms: Date.now() - began,
  });

  return {
    ...businessQueries(db),
    ...keyQueries(db),
    ...agentQueries(db),
    ...contactQueries(db),
    ...callQueries(db),
    waitFor,
    catchUp: async (businessId) => {
      const shard = options.shardOf(businessId);
      await waitFor(shard, await journalSeq(shard));
    },
    ready: () => ready,
    lag: () => target.reduce((sum, seq, shard) => sum + Math.max(0, seq - (applied[shard] ?? 0)), 0),
    close: async () => {
      if (closing) return;
      closing = true;
      worker.postMessage('close');
      await new Promise((resolve) => worker.once('exit', resolve));
      db.close();
    },
  };
};

/** V2 */
const makeUsable = (file: string, logger: Logger): void => {
  try {
    openForWriting(file).close();
  } catch (error) {
    logger.warn({ event: 'views.rebuild', reason: error instanceof Error ? error.message : String(error) });
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    openForWriting(file).close();
  }
};
