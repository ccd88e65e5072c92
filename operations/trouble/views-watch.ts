/**
 * Reports the read models of a node as trouble: actors that they have set aside, and events that they skipped.
 *
 * It guarantees:
 * V1. Each actor that is set aside has an entry of its own, that of the actor itself, until the actor can be read.
 * V2. While a living node of a newer build shows what is set aside here, the views count as stopped, and requests go there.
 *     While none does, everything but these actors is served.
 * V3. Skipped events have one entry for each sort of event, whatever their number.
 * V4. Such an entry lasts as long as the tables of a living node lack the sort, and is removed a minute later: each node that
 *     lacks it renews the entry again and again, and any node removes an entry that no node renews. No two clocks are
 *     compared.
 */
import type { Logger } from 'pino';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Failing, Trouble } from '../../actors/runtime/trouble/trouble.js';
import { DomainError } from '../../schemas/errors.js';
import {
  DAMAGED,
  type SetAside,
  type SkippedNotice,
  type SkippedSort,
  UNREADABLE,
  type ViewStore,
} from '../../views/views.js';

export const STOPPED = 'stopped';
export const SKIPPED = 'skipped';

const POLL_MS = 1_000;
/** Interval at which the entries of what the tables lack are renewed, ms. */
const REPORT_MS = 10_000;
/** Interval at which the entries of skipped sorts are checked, ms. */
const SWEEP_MS = 15_000;
/** An entry that is not renewed for this long is removed, ms: several times the renewal interval of a node. */
const STALE_MS = 60_000;
/** Sorts of events counted between two looks; the code has fewer than that. */
const MAX_SORTS = 200;

export interface ViewsWatchDeps {
  readonly views: Pick<ViewStore, 'setAside' | 'outdatedBy' | 'readAgain' | 'skippedSorts'>;
  readonly book: Pick<TroubleBook, 'note' | 'clear' | 'counts' | 'list'>;
  /** Whether a living node reads this version of a kind. */
  readonly isRead: (kind: string, version: number) => Promise<boolean>;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** Default 10,000 ms. */
  readonly reportMs?: number;
  /** Default 60,000 ms. */
  readonly staleMs?: number;
}

export interface ViewsWatch {
  /** For `onSkipped` of the views. */
  skipped(notice: SkippedNotice): void;
  /** For entries of builds whose views stopped at a commit: these views do not, so the entry is resolved. */
  retry(trouble: Trouble): Promise<boolean>;
  stop(): void;
}

const nameOf = ({ kind, businessId, id, seq }: SetAside): string => `${kind}.${businessId}.${id} ${seq}`;

const errorOf = (aside: SetAside): DomainError => {
  const { kind, businessId, id, seq, version, reason } = aside;
  if (version !== DAMAGED)
    return new DomainError(
      'upgrade_in_progress',
      `message ${seq}: ${reason}; to skip it: parley admin journal skip ${nameOf(aside)}`,
    );
  return new DomainError(
    'record_unreadable',
    `message ${seq}: ${reason}. Restore a replica or a backup of the store; to skip what is lost: parley admin journal skip ${kind}.${businessId}.${id} all`,
  );
};

const asideOf = ({ kind, businessId, id }: SetAside): Failing => ({
  kind: 'actor',
  what: kind,
  ref: { kind, business: businessId, id },
  key: '',
});

const skippedOf = ({ kind, type }: Pick<SkippedSort, 'kind' | 'type'>): Failing => ({
  kind: 'views',
  what: SKIPPED,
  ref: null,
  key: kind === UNREADABLE ? UNREADABLE : `${kind} ${type}`,
});

const sortOf = (notice: SkippedNotice): Pick<SkippedSort, 'kind' | 'type'> =>
  notice.event === 'views.event_skipped' ? notice : { kind: UNREADABLE, type: 'message' };

/** The sorts that the tables lack; none while the file is being replaced. */
const skippedSortsOf = (views: ViewsWatchDeps['views']): readonly SkippedSort[] => {
  try {
    return views.skippedSorts();
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};

export const watchViews = (deps: ViewsWatchDeps): ViewsWatch => {
  const { views, book, isRead, logger, now, reportMs = REPORT_MS, staleMs = STALE_MS } = deps;
  const noted = new Set<string>();
  const tally = new Map<string, { readonly failing: Failing; readonly error: Error; count: number }>();

  /** V1 */
  const reportSetAside = async (all: readonly SetAside[]): Promise<void> => {
    const names = new Set(all.map(nameOf));
    for (const name of noted) if (!names.has(name)) noted.delete(name);
    for (const aside of all) {
      const name = nameOf(aside);
      if (noted.has(name)) continue;
      const error = errorOf(aside);
      const outcome = await book.note(asideOf(aside), error, { attempts: 1, since: now() });
      if (outcome !== 'not_kept') noted.add(name);
    }
  };

  /** V2 */
  const compare = async (all: readonly SetAside[]): Promise<void> => {
    const newer = all.filter(({ version }) => version !== DAMAGED);
    const needed = new Map(newer.map((aside) => [`${aside.kind} ${aside.version}`, aside]));
    for (const aside of needed.values())
      if (await isRead(aside.kind, aside.version)) return views.outdatedBy(aside);
    views.outdatedBy(null);
  };

  /** V3 */
  const report = async (): Promise<void> => {
    const found = [...tally.values()];
    tally.clear();
    for (const { failing, error, count } of found)
      await book.note(failing, error, { attempts: count, since: now(), retriesAutomatically: false });
  };

  /** V4: renews the entries of what this node lacks. */
  const renew = async (): Promise<void> => {
    for (const sort of skippedSortsOf(views))
      await book.note(skippedOf(sort), new Error(sort.reason), {
        attempts: 0,
        since: now(),
        retriesAutomatically: false,
      });
  };

  /** When an entry was last seen to be renewed, on the clock of this node alone. */
  const renewals = new Map<string, { readonly lastAt: number; readonly seenAt: number }>();

  /** V4: removes the entries of what no node lacks. */
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

  /** Does the work at most once in `ms`; if the server is unavailable, it is done the next time. */
  const every = (ms: number, work: () => Promise<void>) => {
    let lastRunAt = Number.NEGATIVE_INFINITY;
    return async (): Promise<void> => {
      if (performance.now() - lastRunAt < ms) return;
      lastRunAt = performance.now();
      await work().catch((error: unknown) => logger.debug({ event: 'views.watch_failed', err: error }));
    };
  };
  const renewing = every(reportMs, renew);
  const sweeping = every(Math.min(SWEEP_MS, staleMs / 4), sweep);

  let polling = Promise.resolve();
  let isPolling = false;
  const timer = setInterval(() => {
    if (isPolling) return;
    isPolling = true;
    const all = views.setAside();
    polling = polling
      .then(() => compare(all))
      .then(() => reportSetAside(all))
      .then(report)
      .then(renewing)
      .then(sweeping)
      .finally(() => {
        isPolling = false;
      });
  }, POLL_MS);
  timer.unref();

  return {
    skipped: (notice) => {
      const failing = skippedOf(sortOf(notice));
      const counted = tally.get(failing.key);
      if (counted !== undefined) counted.count += 1;
      else if (tally.size < MAX_SORTS)
        tally.set(failing.key, { failing, error: new Error(notice.reason), count: 1 });
    },
    retry: async () => {
      views.readAgain();
      return false;
    },
    stop: () => clearInterval(timer),
  };
};
