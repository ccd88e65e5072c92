/**
 * The read models of a node as trouble: a commit that they have stopped at, and events that they passed over.
 *
 * It guarantees:
 * V1. While they stand still that is written down, and no longer once they go on.
 * V2. They go on behind a commit that an operator dropped, on every node, after every restart and rebuild.
 * V3. Events that were passed over are one entry for each sort of event, whatever their number.
 */
import type { Logger } from 'pino';
import type { Failing, Trouble } from '../../actors/runtime/trouble.js';
import type { TroubleBook } from '../../actors/runtime/trouble-book.js';
import { DomainError } from '../../schemas/errors.js';
import type { SkippedNotice, ViewStore } from '../../views/views.js';

export const STOPPED = 'stopped';
export const SKIPPED = 'skipped';

const LOOK_MS = 1_000;
/** How often what stands still is written down anew, and so asked after an operator's word, ms. */
const TELL_MS = 10_000;
/** How long a retry waits for them to go on, ms. */
const PASS_MS = 5_000;
/** Sorts of events between two looks; there are fewer than that in the code. */
const MAX_SORTS = 200;

export interface ViewsWatchDeps {
  readonly views: Pick<ViewStore, 'state' | 'passOver' | 'readAgain' | 'waitFor'>;
  readonly book: Pick<TroubleBook, 'note' | 'clear'>;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** Default 10,000 ms. */
  readonly tellMs?: number;
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

const skippedOf = (notice: SkippedNotice): Failing => ({
  kind: 'views',
  what: SKIPPED,
  ref: null,
  key: notice.event === 'views.event_skipped' ? `${notice.kind} ${notice.type}` : 'unreadable',
});

export const watchViews = (deps: ViewsWatchDeps): ViewsWatch => {
  const { views, book, logger, now, tellMs = TELL_MS } = deps;
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

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).then(tell);
  }, LOOK_MS);
  timer.unref();

  return {
    skipped: (notice) => {
      const failing = skippedOf(notice);
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
