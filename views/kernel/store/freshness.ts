/**
 * Measures the age of a node's views for access decisions: a revoked key must stop working on every node.
 *
 * The views are as old as the last time the journal was queried for its end, provided that they have reached that end. Such a
 * query is called a look here.
 *
 * It guarantees:
 * F1. `freshen` resolves once the views show everything that was committed {@link FRESH_MS} or more before the call; `current`
 *     resolves once they show everything that was committed before the call.
 * F2. At most one look begins in {@link GAP_MS}, however many callers wait and whatever credentials they present. Views younger
 *     than {@link REFRESH_MS} cost no look at all.
 * F3. While the journal does not answer, or the views cannot be written, reads continue with views up to {@link GRACE_MS} old.
 *     Changes do not: they wait for {@link PATIENCE_MS}, then they are refused.
 * F4. Anything that outlasts a request (a live stream, a browser on a call) calls `isTrusted` from time to time, and ends once
 *     the views are older than {@link TRUST_MS}, or {@link GRACE_MS} as in F3.
 * F5. Whatever is committed when `everywhere` is called is respected by every node once it resolves, except under F3 and F4.
 */
import { DomainError, refusedBecause } from '../../../schemas/errors.js';

/** Views of this age, ms, are trusted without a look. */
export const FRESH_MS = 1_000;
/** From this age on, the next look begins while requests still proceed, ms. */
const REFRESH_MS = 500;
/** {@link FRESH_MS}, plus the difference in speed between the clocks of two machines, ms. */
export const EVERYWHERE_MS = 1_100;
/** Longer than a restart or an election of the journal's servers takes, ms. */
export const GRACE_MS = 60_000;
/** Longer than a look takes unless this node is in trouble, ms. */
const TRUST_MS = 10_000;
/** The least time between the starts of two looks, ms. */
export const GAP_MS = 100;
/** A journal that takes longer to answer counts as unavailable, ms. */
const ANSWER_MS = 1_000;
/** How long a change waits before it is refused: long enough for an election, ms. */
const PATIENCE_MS = 10_000;

/** The purpose for which the views are needed. */
type Use = 'read' | 'change';

/** The age of the views. */
export interface Freshness {
  /** Whether they can be used at once (F1, F3). Starts a look if one will soon be needed. */
  isFresh(use: Use): boolean;
  /** Resolves once they can be used. @throws DomainError not_ready; for a change also journal_unavailable */
  freshen(use: Use): Promise<void>;
  /** Resolves once they show everything committed so far, for records that were not found. @throws DomainError not_ready */
  current(): Promise<void>;
  /** Whether clients admitted earlier may stay (F4). Starts a look. */
  isTrusted(): boolean;
  /** Resolves once every node decides by everything committed so far (F5). */
  everywhere(): Promise<void>;
}

/** The dependencies. */
export interface FreshnessOptions {
  /** Monotonic, ms; it advances while the process is suspended. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Queries the journal for the last commit of every shard. */
  readonly ask: () => Promise<readonly number[]>;
  /** Resolves once the views show these commits. @throws DomainError not_ready when that takes too long */
  readonly reach: (ends: readonly number[]) => Promise<void>;
  /** Whether the views cannot be written because of the machine. */
  readonly isStuck: () => boolean;
}

interface Look {
  readonly beganAt: number;
  /** Whether the journal answered within {@link ANSWER_MS}. */
  readonly answered: Promise<boolean>;
  /** @throws DomainError not_ready */
  readonly done: Promise<void>;
  failed: boolean;
}

/** Starts without a look. */
export const createFreshness = ({ now, pause, ask, reach, isStuck }: FreshnessOptions): Freshness => {
  /** Everything committed before this time is visible. */
  let asOf = Number.NEGATIVE_INFINITY;
  let latest: Look | null = null;
  let next: Promise<Look> | null = null;
  let isAway = false;

  const begin = (): Look => {
    const beganAt = now();
    const ends = ask();
    const done = ends
      .then(reach, (cause: unknown) => {
        throw new DomainError(
          'not_ready',
          'The journal does not respond; try again in a moment.',
          [],
          null,
          cause,
        );
      })
      .then(() => {
        asOf = Math.max(asOf, beganAt);
      });
    const hasAnswered = ends.then(
      () => true,
      () => false,
    );
    const answered = Promise.race([hasAnswered, pause(ANSWER_MS).then(() => false)]);
    const look: Look = { beganAt, done, answered, failed: false };
    for (const outcome of [answered, hasAnswered])
      void outcome.then((inTime) => {
        isAway = !inTime;
      });
    done.catch(() => {
      look.failed = true;
    });
    latest = look;
    return look;
  };

  /** Returns a look that began after `since` (F2). */
  const lookAfter = (since: number): Promise<Look> => {
    if (latest !== null && latest.beganAt > since && !latest.failed) return Promise.resolve(latest);
    const restMs = latest === null ? 0 : latest.beganAt + GAP_MS - now();
    if (restMs <= 0) return Promise.resolve(begin());
    next ??= pause(restMs).then(() => {
      next = null;
      return begin();
    });
    return next;
  };

  /** F3 */
  const canReadOn = (): boolean => (isAway || isStuck()) && now() - asOf <= GRACE_MS;

  const freshen = async (use: Use): Promise<void> => {
    const calledAt = now();
    while (asOf < calledAt - FRESH_MS) {
      const look = await lookAfter(calledAt - FRESH_MS);
      if (use === 'read') {
        await look.answered;
        if (canReadOn()) return;
      }
      try {
        await look.done;
      } catch (error) {
        const isPatient = use === 'change' && now() - calledAt < PATIENCE_MS;
        if (!isPatient)
          throw use === 'change' && isAway ? refusedBecause('journal_unavailable', error) : error;
      }
    }
  };

  return {
    isFresh: (use) => {
      const at = now();
      if (at - asOf <= REFRESH_MS) return true;
      const isTrusted = at - asOf <= FRESH_MS || (use === 'read' && canReadOn());
      if (isTrusted) void lookAfter(at - REFRESH_MS);
      return isTrusted;
    },
    freshen,
    current: async () => {
      const look = await lookAfter(now());
      if (!(await look.answered)) throw new DomainError('not_ready');
      await look.done;
    },
    isTrusted: () => {
      const at = now();
      if (at - asOf > REFRESH_MS) void lookAfter(at - REFRESH_MS);
      return at - asOf <= TRUST_MS || canReadOn();
    },
    everywhere: () => pause(EVERYWHERE_MS),
  };
};
