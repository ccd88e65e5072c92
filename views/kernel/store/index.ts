/**
 * The views of one node: a projector in a worker thread writes, and this thread reads with its own connection.
 *
 * It guarantees:
 * V1. `waitFor(shard, seq)` resolves only once a read here sees that commit.
 * V2. A file that is missing, damaged, locked, or of another version is rebuilt from the journal. So is one of another journal,
 *     or ahead of a journal that went back, once an operator has accepted that. `ready()` is false meanwhile, and the log says
 *     why and how long it took.
 * V3. A projector that dies is restarted and continues from the state of the file.
 * V4. A file that the projector replaces while it is opened here is opened once it is complete (opening.ts).
 * V5. Rows from commits that the journal may no longer hold never satisfy a wait (V1).
 */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { accessOf, type NatsAccess } from '../../../actors/runtime/nats/access.js';
import { LEADER_ELECTION_MS } from '../../../actors/runtime/nats/retry-request.js';
import { type Db, isTransient } from '../database.js';
import { lastCommit } from '../projector/journal-reader.js';
import type { ToProjector } from '../projector/messages.js';
import { startProjectorThread } from '../projector/thread.js';
import type { SetAside } from '../set-aside.js';
import { type SkippedSort, skippedQuery } from '../skipped-sorts.js';
import { createFreshness, type Freshness } from './freshness.js';
import { createOpening } from './opening.js';
import { createProgress, type Listeners, type ViewsState } from './progress.js';
import { createReading, stableQueries } from './reading.js';
import { createWaiters } from './waiters.js';

/** The options of a store. */
export interface StoreOptions extends Listeners {
  /** For the projector's own connection. */
  readonly nats: NatsAccess;
  /** For queries about the end of the journal. */
  readonly nc: NatsConnection;
  readonly shards: number;
  /** Path of the SQLite file; its directory is created when missing. */
  readonly file: string;
  readonly logger: Logger;
  /** The shard of a business. */
  readonly shardOf: (businessId: string) => number;
}

/** Waits for one's own writes, and the state of the views. */
export interface Store {
  /**
   * Resolves once everything up to `seq` of `shard` is visible here. @throws DomainError `not_ready` after `timeoutMs` (default
   * 5,000)
   */
  waitFor(shard: number, seq: number, timeoutMs?: number): Promise<void>;
  /**
   * Resolves once everything currently in the shard's journal is visible here: a miss catches up once
   * (docs/explanation/architecture/read-models.md). Without a business, everything in the journals of all shards.
   */
  catchUp(businessId: string | null): Promise<void>;
  /** The age of the views, for access decisions. */
  readonly freshness: Freshness;
  /** Sorts of events that the tables of the file do not show. @throws DomainError not_ready while no file is open */
  skippedSorts(): readonly SkippedSort[];
  state(): ViewsState;
  /** Actors that are not fully shown, because this build cannot read some of their commits. */
  setAside(): readonly SetAside[];
  /**
   * Sets the actor that is set aside here and shown by a live node of a newer build: the views are then `stopped`; null: none.
   */
  outdatedBy(aside: SetAside | null): void;
  /** Retries everything that is set aside. */
  readAgain(): void;
  /** Whether the state is `ready`; the service answers "not ready" otherwise. */
  ready(): boolean;
  /** Commits not yet applied, for metrics. */
  lag(): number;
  close(): Promise<void>;
}

/** As long as replicas may lack a leader: the consumer of their reader may have died with its server. */
const WAIT_MS = LEADER_ELECTION_MS;

/** Opens the views. Resolves as soon as they are readable, which may be before they are {@link Store.ready}. */
export const createStore = async <Queries extends object>(
  options: StoreOptions,
  queriesOf: (db: Db) => Queries,
): Promise<Queries & Store> => {
  const { shards, file, logger } = options;
  const waiters = createWaiters();
  const jsm = await jetstreamManager(options.nc, { checkAPI: false });
  /** The projector's number of the file that is read here. */
  let generation = 0;
  let send = (_message: ToProjector): void => undefined;
  /** V2, for damage that a read discovers. */
  const onDamaged = (error: unknown): void => {
    logger.error({ event: 'views.damaged', err: error });
    progress.fileLost();
    const detail = error instanceof Error ? error.message : String(error);
    send({ type: 'rebuild', generation, rebuild: { reason: 'damaged', detail } });
  };
  const reading = createReading(
    file,
    (db) => ({ queries: queriesOf(db), skippedSorts: skippedQuery(db) }),
    onDamaged,
  );
  const opening = createOpening({
    open: reading.open,
    // A deleted file does not come back by itself.
    isTransient: (error) => isTransient(error) && existsSync(file),
    onFailed: onDamaged,
    now: () => performance.now(),
    later: (ms, work) => void setTimeout(work, ms),
  });
  const progress = createProgress({ ...options, waiters, isReadable: reading.isOpen });
  const settings = { nats: accessOf(options.nats), file, shards };
  const thread = await startProjectorThread(settings, logger, (message) => {
    if (message.type === 'opened') {
      generation = message.generation;
      opening.start();
    }
    progress.handle(message);
  });
  send = thread.send;
  await opening.first;
  let closing: Promise<void> | null = null;

  const waitFor = (shard: number, seq: number, timeoutMs = WAIT_MS): Promise<void> =>
    waiters.wait(shard, seq, timeoutMs);

  const everyShard = Array.from({ length: shards }, (_, shard) => shard);
  const freshness = createFreshness({
    now: () => performance.now(),
    pause: (ms) => delay(ms),
    ask: () => Promise.all(everyShard.map((shard) => lastCommit(jsm, shard))),
    reach: async (ends) => void (await Promise.all(ends.map((seq, shard) => waitFor(shard, seq)))),
    isStuck: () => progress.state().type === 'stuck',
  });

  const close = (): Promise<void> => {
    waiters.close();
    opening.stop();
    // First, so that the thread is the last to close the file and leaves no log behind.
    reading.close();
    return thread.stop();
  };

  return {
    ...stableQueries<Queries>({ ask: (query) => reading.ask(({ queries }) => query(queries)) }),
    waitFor,
    catchUp: async (businessId) => {
      const requested = businessId === null ? everyShard : [options.shardOf(businessId)];
      await Promise.all(requested.map(async (shard) => waitFor(shard, await lastCommit(jsm, shard))));
    },
    freshness,
    skippedSorts: () => reading.ask((open) => open.skippedSorts()),
    state: progress.state,
    setAside: progress.setAside,
    outdatedBy: progress.outdatedBy,
    readAgain: () => thread.send({ type: 'read_again' }),
    ready: () => progress.state().type === 'ready',
    lag: progress.lag,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
