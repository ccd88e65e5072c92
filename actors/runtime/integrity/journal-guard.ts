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
 * JG5. A journal that lacks a commit that another node announces is refused as well (lost-commits.ts).
 */

import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { DomainError } from '../../../schemas/errors.js';
import { pause } from '../backoff.js';
import { ensureStreams } from '../journal/streams.js';
import { watchConnection } from '../nats/connection.js';
import { describeMissing, type Missing, REMEDY } from './held-message.js';
import { journalComparison } from './journal-comparison.js';
import { announceLost, collectLost } from './lost-commits.js';
import type { Position } from './position.js';
import type { PositionFile } from './position-file.js';

/** How soon an operator's decision, or a replaced store, is noticed, ms. */
const LOOK_AGAIN_MS = 1_000;
/** How long a node that does not start waits until its announcement is sent, ms. */
const ANNOUNCED_MS = 1_000;
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
  let state: GuardState = { type: 'unchecked' };
  let waiting: (() => void)[] = [];
  let losses = 0;
  let announcements = 0;
  let watching = 0;
  const lost = collectLost(nc, shards, () => {
    announcements += 1;
    if (state.type === 'trusted' && watching === 0) void watch(losses);
  });
  const comparison = journalComparison({
    jsm,
    shards,
    file,
    lost,
    logger,
    isStopped: () => halt.signal.aborted,
  });

  const become = (next: GuardState): void => {
    state = next;
    const settled = waiting;
    waiting = [];
    for (const settle of settled) settle();
  };

  /** JG1, JG2, JG5: runs until the journal may be used, or the connection is lost again. */
  const watch = async (lossesBefore: number): Promise<void> => {
    watching += 1;
    await compareUntilTrusted(() => halt.signal.aborted || losses !== lossesBefore);
    watching -= 1;
  };
  const compareUntilTrusted = async (hasEnded: () => boolean): Promise<void> => {
    while (!hasEnded()) {
      try {
        const before = announcements;
        const missing = await comparison.missing();
        if (hasEnded()) return;
        if (missing.length === 0 && announcements === before) {
          if (state.type === 'refused') logger.warn({ event: 'journal.served_again' });
          become({ type: 'trusted' });
          return;
        }
        if (missing.length === 0) continue;
        if (state.type !== 'refused') logMissing(logger, missing);
        become({ type: 'refused', missing });
        announceLost(nc, missing);
        await pause(LOOK_AGAIN_MS, halt.signal);
      } catch (error) {
        if (hasEnded()) return;
        logger.info({ event: 'journal.not_compared', err: error });
        await pause(RETRY_MS, halt.signal);
      }
    }
  };

  const missing = await comparison.missing();
  if (missing.length > 0) {
    logMissing(logger, missing);
    announceLost(nc, missing);
    await Promise.race([nc.flush().catch(() => undefined), delay(ANNOUNCED_MS)]);
    lost.stop();
    connection.release();
    file.close();
    throw new DomainError('journal_went_back', explanationOf(missing));
  }
  state = { type: 'trusted' };
  if (announcements > 0) void watch(losses);
  connection.onChange((change) => {
    if (change === 'lost') {
      losses += 1;
      if (state.type === 'trusted') state = { type: 'unchecked' };
    } else void watch(losses);
  });

  return {
    state: () => state,
    lineage: (shard) => comparison.course(shard)?.lineage ?? '',
    trusted: async () => {
      while (state.type === 'unchecked' && !halt.signal.aborted)
        await new Promise<void>((resolve) => waiting.push(resolve));
      if (state.type === 'refused') throw new DomainError('journal_went_back');
    },
    note: (shard, position) => {
      const course = comparison.course(shard);
      // A commit acknowledged before the connection was lost proves nothing about the journal that came back.
      if (state.type !== 'trusted' || course === undefined) return Promise.resolve();
      return file.note(shard, { ...course, ...position });
    },
    stop: () => {
      halt.abort();
      become(state);
      lost.stop();
      connection.release();
      file.close();
    },
  };
};

const logMissing = (logger: Logger, missing: readonly Missing[]): void => {
  for (const { shard, reason, known, last, lastAt, isAnnounced = false } of missing)
    logger.error({ event: 'journal.went_back', shard, reason, seq: known.seq, last, lastAt, isAnnounced });
};

/** What is missing and what to do, for operators. */
const explanationOf = (missing: readonly Missing[]): string =>
  [`journal_went_back: the journal is not served.`, ...missing.map(describeMissing), REMEDY].join(' ');
