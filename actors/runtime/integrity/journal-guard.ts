/**
 * Keeps a node from serving a journal that lacks acknowledged commits.
 *
 * It guarantees:
 * JG1. The journal is neither read nor written before it was compared with what this node knows (position.ts): at the
 *      start, and each time the connection comes back, because the server may have come back with an older store.
 * JG2. A journal that lacks the position is refused until it holds it, or until an operator has accepted the loss
 *      (accepted-losses.ts). It is checked again every {@link LOOK_AGAIN_MS}.
 * JG3. A commit that is acknowledged to this node is noted before its caller is notified. Commits that the views have
 *      applied are noted too: this covers the commits of other nodes.
 * JG4. Calls that are let through at once reach the journal in their order (journal.ts, J3).
 */

import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { DomainError } from '../../../schemas/errors.js';
import { pause } from '../backoff.js';
import { ensureStreams } from '../journal/streams.js';
import { watchConnection } from '../nats/connection.js';
import { compareShard, describeMissing, type Missing, REMEDY, type ShardComparison } from './held-message.js';
import type { KnownPosition, Position } from './position.js';
import type { PositionFile } from './position-file.js';

/** How soon an operator's decision, or a replaced store, is noticed, ms. */
const LOOK_AGAIN_MS = 1_000;
/** Between two attempts while the server does not answer, ms. */
const RETRY_MS = 200;

export type GuardState =
  | { readonly type: 'trusted' }
  /** Not compared since the connection was lost. */
  | { readonly type: 'unchecked' }
  | { readonly type: 'refused'; readonly missing: readonly Missing[] };

export interface JournalGuard {
  state(): GuardState;
  /** Lineage of the course that the shard follows (accepted-losses.ts). */
  lineage(shard: number): string;
  /** Resolves once the journal may be used. @throws DomainError journal_went_back */
  trusted(): Promise<void>;
  /** JG3. `position`: of an acknowledged or applied commit. Never rejects. */
  note(shard: number, position: Position): Promise<void>;
  stop(): void;
}

export interface GuardOptions {
  readonly nc: NatsConnection;
  readonly shards: number;
  /** For streams that are created; undefined: one. */
  readonly replicas?: number;
  readonly file: PositionFile;
  readonly logger: Logger;
}

/**
 * Compares the journal, which is created if missing, and guards it from then on.
 * @throws DomainError journal_went_back, with what is missing and what to do; JournalUnusable as {@link ensureStreams}
 */
export const openJournalGuard = async (options: GuardOptions): Promise<JournalGuard> => {
  const { nc, shards, file, logger } = options;
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  await ensureStreams(nc, jsm, shards, options.replicas);
  const connection = watchConnection(nc);
  const halt = new AbortController();
  const courses: { journal: string; lineage: string }[] = [];
  let state: GuardState = { type: 'unchecked' };
  let waiting: (() => void)[] = [];
  let losses = 0;

  const become = (next: GuardState): void => {
    state = next;
    const settled = waiting;
    waiting = [];
    for (const settle of settled) settle();
  };

  const check = async (): Promise<readonly Missing[]> => {
    const found = await checkWithRetries(
      () => compare(jsm, shards, file),
      (comparisons) => comparisons.some(isRefused),
      () => halt.signal.aborted,
    );
    const missing = found.flatMap((comparison) => (isRefused(comparison) ? (comparison.missing ?? []) : []));
    if (missing.length > 0) return missing;
    for (const [shard, { journal, lineage, missing: accepted }] of found.entries()) {
      courses[shard] = { journal, lineage };
      const known = file.at(shard);
      if (accepted !== null)
        logger.warn({ event: 'journal.loss_accepted', shard, seq: accepted.known.seq, last: accepted.last });
      if (accepted !== null || known === null || known.seq === 0)
        await file.note(shard, { journal, lineage, ...NOWHERE });
      else await file.note(shard, { ...known, lineage });
    }
    return [];
  };

  /** JG1, JG2: runs until the journal may be used, or the connection is lost again. */
  const watch = async (lossesBefore: number): Promise<void> => {
    const hasEnded = (): boolean => halt.signal.aborted || losses !== lossesBefore;
    while (!hasEnded()) {
      try {
        const missing = await check();
        if (hasEnded()) return;
        if (missing.length === 0) {
          if (state.type === 'refused') logger.warn({ event: 'journal.served_again' });
          become({ type: 'trusted' });
          return;
        }
        if (state.type !== 'refused') logMissing(logger, missing);
        become({ type: 'refused', missing });
        await pause(LOOK_AGAIN_MS, halt.signal);
      } catch (error) {
        if (hasEnded()) return;
        logger.info({ event: 'journal.not_compared', err: error });
        await pause(RETRY_MS, halt.signal);
      }
    }
  };

  const missing = await check();
  if (missing.length > 0) {
    logMissing(logger, missing);
    connection.release();
    file.close();
    throw new DomainError('journal_went_back', explanationOf(missing));
  }
  state = { type: 'trusted' };
  connection.onChange((change) => {
    if (change === 'lost') {
      losses += 1;
      if (state.type === 'trusted') state = { type: 'unchecked' };
    } else void watch(losses);
  });

  return {
    state: () => state,
    lineage: (shard) => courses[shard]?.lineage ?? '',
    trusted: async () => {
      while (state.type === 'unchecked' && !halt.signal.aborted)
        await new Promise<void>((resolve) => waiting.push(resolve));
      if (state.type === 'refused') throw new DomainError('journal_went_back');
    },
    note: (shard, position) => {
      const course = courses[shard];
      // A commit acknowledged before the connection was lost proves nothing about the journal that came back.
      if (state.type !== 'trusted' || course === undefined) return Promise.resolve();
      return file.note(shard, { ...course, ...position });
    },
    stop: () => {
      halt.abort();
      become(state);
      connection.release();
      file.close();
    },
  };
};

const isRefused = ({ missing, isAccepted }: ShardComparison): boolean => missing !== null && !isAccepted;

/** The beginning of a course. */
const NOWHERE: Position = { seq: 0, subject: '', commitKey: '' };

const compare = (
  jsm: JetStreamManager,
  shards: number,
  file: { at(shard: number): KnownPosition | null },
): Promise<ShardComparison[]> =>
  Promise.all(Array.from({ length: shards }, (_, shard) => compareShard(jsm, shard, file.at(shard))));

const logMissing = (logger: Logger, missing: readonly Missing[]): void => {
  for (const { shard, reason, known, last, lastAt } of missing)
    logger.error({ event: 'journal.went_back', shard, reason, seq: known.seq, last, lastAt });
};

/** What is missing and what to do, for operators. */
const explanationOf = (missing: readonly Missing[]): string =>
  [`journal_went_back: the journal is not served.`, ...missing.map(describeMissing), REMEDY].join(' ');

const MAX_CHECKS = 4;
const CHECK_INTERVAL_MS = 250;

/**
 * Looks again before a journal is refused: a newly elected leader may have to apply its last messages first. Returns the
 * result of the last check: the first one that is not refused, or the one at which the checks were used up or the
 * work they are for had ended.
 * @throws what `check` throws
 */
export const checkWithRetries = async <Found>(
  check: () => Promise<Found>,
  isRefused: (found: Found) => boolean,
  isStopped: () => boolean,
): Promise<Found> => {
  for (let checks = 1; ; checks += 1) {
    const found = await check();
    if (!isRefused(found) || checks === MAX_CHECKS || isStopped()) return found;
    await delay(CHECK_INTERVAL_MS);
  }
};
