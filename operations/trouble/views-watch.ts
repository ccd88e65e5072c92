/**
 * The read models of a node as trouble: a commit that they have stopped at, and events that they passed over.
 *
 * It guarantees:
 * V1. While they stand still that is written down, and no longer once they go on.
 * V2. They go on behind a commit that an operator dropped, on every node, after every restart and rebuild.
 * V3. Events that were passed over are one entry for each sort of event, whatever their number.
 * V4. Such an entry lasts as long as the tables of a living node lack the sort, and is gone a minute later: each node that
 *     lacks it says so again and again, and an entry of which no node says so is removed by any of them. No two clocks are
 *     compared.
 */
import type { Logger } from 'pino';
import type { Failing, Trouble } from '../../actors/runtime/trouble.js';
import type { TroubleBook } from '../../actors/runtime/trouble-book.js';
import { DomainError } from '../../schemas/errors.js';
import { type SkippedNotice, type SkippedSort, UNREADABLE, type ViewStore } from '../../views/views.js';

export const STOPPED = 'stopped';
export const SKIPPED = 'skipped';

const LOOK_MS = 1_000;
/** How often what stands still is written down anew, and so asked after an operator's word, ms. */
const TELL_MS = 10_000;
/** How long a retry waits for them to go on, ms. */
const PASS_MS = 5_000;
/** How often entries of skipped sorts are looked through, ms. */
const SWEEP_MS = 15_000;
/** An entry that is not renewed for so long is over, ms: several times as long as a node takes to say so again. */
const STALE_MS = 60_000;
/** Sorts of events between two looks; there are fewer than that in the code. */
const MAX_SORTS = 200;

export interface ViewsWatchDeps {
  readonly views: Pick<ViewStore, 'state' | 'passOver' | 'readAgain' | 'waitFor' | 'skippedSorts'>;
  readonly book: Pick<TroubleBook, 'note' | 'clear' | 'counts' | 'list'>;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** Default 10,000 ms. */
  readonly tellMs?: number;
  /** Default 60,000 ms. */
  readonly staleMs?: number;
}

export interface ViewsWatch {
  /** For `onSkipped` of the views. */
  skipped(notice: SkippedNotice): void;
  /** Has the views try what they stopped at; false: they are past it. */
  retry(trouble: Trouble): Promise<boolean>;
  stop(): void;
}

interface Standing {
  readonly failing: Failing;
  readonly since: number;
  toldAt: number;
}

const stoppedAt = (shard: number, seq: number): Failing => ({
  kind: 'views',
  what: STOPPED,
  ref: null,
  key: `${shard}:${seq}`,
});

const skippedOf = ({ kind, type }: Pick<SkippedSort, 'kind' | 'type'>): Failing => ({
  kind: 'views',
  what: SKIPPED,
  ref: null,
  key: kind === UNREADABLE ? UNREADABLE : `${kind} ${type}`,
});

const sortOf = (notice: SkippedNotice): Pick<SkippedSort, 'kind' | 'type'> =>
  notice.event === 'views.event_skipped' ? notice : { kind: UNREADABLE, type: 'message' };

export const watchViews = (deps: ViewsWatchDeps): ViewsWatch => {
  const { views, book, logger, now, tellMs = TELL_MS, staleMs = STALE_MS } = deps;
  let standing: Standing | null = null;
  const tally = new Map<string, { readonly failing: Failing; readonly error: Error; count: number }>();

  /** V1, V2 */
  const look = async (): Promise<void> => {
    const state = views.state();
    if (state.type !== 'stopped') {
      const over = standing;
      standing = null;
      if (over !== null) await book.clear(over.failing);
      return;
    }
    const { shard, seq, reason } = state;
    const failing = stoppedAt(shard, seq);
    if (standing?.failing.key !== failing.key) standing = { failing, since: now(), toldAt: 0 };
    if (now() - standing.toldAt < tellMs) return;
    standing.toldAt = now();
    const error = new DomainError('upgrade_in_progress', reason);
    if ((await book.note(failing, error, { attempts: 1, since: standing.since })) !== 'dropped') return;
    logger.warn({ event: 'views.commit_passed_over', shard, seq, reason });
    views.passOver(shard, seq);
  };

  /** V3 */
  const tell = async (): Promise<void> => {
    const found = [...tally.values()];
    tally.clear();
    for (const { failing, error, count } of found)
      await book.note(failing, error, { attempts: count, since: now(), byItself: false });
  };

  const lacking = (): readonly SkippedSort[] => {
    try {
      return views.skippedSorts();
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  };

  /** V4: what this node lacks. */
  const renew = async (): Promise<void> => {
    for (const sort of lacking())
      await book.note(skippedOf(sort), new Error(sort.reason), {
        attempts: 0,
        since: now(),
        byItself: false,
      });
  };

  /** When an entry was seen to be renewed, on the clock of this node alone. */
  const renewals = new Map<string, { readonly lastAt: number; readonly seenAt: number }>();

  /** V4: what no node lacks. */
  const sweep = async (): Promise<void> => {
    const isAny = (await book.counts()).some(({ kind, what }) => kind === 'views' && what === SKIPPED);
    const entries = isAny
      ? (await book.list()).filter(({ kind, what }) => kind === 'views' && what === SKIPPED)
      : [];
    const known = new Set(entries.map(({ id }) => id));
    for (const id of renewals.keys()) if (!known.has(id)) renewals.delete(id);
    const at = performance.now();
    for (const entry of entries) {
      const before = renewals.get(entry.id);
      if (before?.lastAt !== entry.lastAt) renewals.set(entry.id, { lastAt: entry.lastAt, seenAt: at });
      else if (at - before.seenAt >= staleMs) await book.clear(entry);
    }
  };

  /** Does the work every so often; a server that is away has it done the next time. */
  const every = (ms: number, work: () => Promise<void>) => {
    let doneAt = Number.NEGATIVE_INFINITY;
    return async (): Promise<void> => {
      if (performance.now() - doneAt < ms) return;
      doneAt = performance.now();
      await work().catch((error: unknown) => logger.debug({ event: 'views.watch_failed', err: error }));
    };
  };
  const renewing = every(tellMs, renew);
  const sweeping = every(Math.min(SWEEP_MS, staleMs / 4), sweep);

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).then(tell).then(renewing).then(sweeping);
  }, LOOK_MS);
  timer.unref();

  return {
    skipped: (notice) => {
      const failing = skippedOf(sortOf(notice));
      const counted = tally.get(failing.key);
      if (counted !== undefined) counted.count += 1;
      else if (tally.size < MAX_SORTS)
        tally.set(failing.key, { failing, error: new Error(notice.reason), count: 1 });
    },
    retry: async ({ key }) => {
      const [shard = 0, seq = 0] = key.split(':').map(Number);
      views.readAgain();
      try {
        await views.waitFor(shard, seq, PASS_MS);
        return false;
      } catch {
        // Not past it in time: the trouble is still there.
        return true;
      }
    },
    stop: () => clearInterval(timer),
  };
};
