/**
 * How old the views of a node are, for decisions about access: a revoked key must stop working on every node.
 *
 * The views are as old as the last moment at which the journal was asked for its end, if they have reached that end. A
 * question is called a look here.
 *
 * It guarantees:
 * F1. `freshen` resolves once the views show everything that was committed {@link FRESH_MS} before the call or earlier;
 *     `current` once they show everything that was committed before the call.
 * F2. One look begins in {@link GAP_MS} at the most, however many callers wait and whatever they bring. Views that are
 *     younger than {@link REFRESH_MS} cost no look at all.
 * F3. While the journal does not answer, or the views cannot be written, reads go on with views that are up to
 *     {@link GRACE_MS} old. Changes do not: they wait for {@link PATIENCE_MS}, then they are refused.
 * F4. What lasts for longer than a request (a live stream, a browser on a call) asks `isTrusted` from time to time, and ends
 *     where the views have been older than {@link TRUST_MS}, or {@link GRACE_MS} as in F3.
 * F5. What was committed when `everywhere` is called is respected by every node once it resolves, but for F3 and F4.
 */
import { DomainError, refusedBecause } from '../../schemas/errors.js';

/** Views of this age, ms, are trusted without a question. */
export const FRESH_MS = 1_000;
/** From this age on the next look begins while requests still go on. */
const REFRESH_MS = 500;
/** {@link FRESH_MS}, and what the clocks of two machines may differ in their speed. */
export const EVERYWHERE_MS = 1_100;
/** A restart or an election of the journal's servers takes less. */
export const GRACE_MS = 60_000;
/** A look takes less, unless this node is in trouble. */
const TRUST_MS = 10_000;
/** Between the beginnings of two looks. */
export const GAP_MS = 100;
/** A journal that takes longer to answer counts as away. */
const ANSWER_MS = 1_000;
/** Those who are refused after it were given the time of an election. */
const PATIENCE_MS = 10_000;

/** What the views are needed for. */
type Use = 'read' | 'change';

/** How old the views are. */
export interface Freshness {
  /** Whether they can be used at once (F1, F3). It begins a look where one will soon be needed. */
  isFresh(use: Use): boolean;
  /** Resolves once they can be used. @throws DomainError not_ready; of a change also journal_unavailable */
  freshen(use: Use): Promise<void>;
  /** Resolves once they show all that is committed by now: for what was not found. @throws DomainError not_ready */
  current(): Promise<void>;
  /** Whether what was let in earlier may stay (F4). It begins a look. */
  isTrusted(): boolean;
  /** Resolves once every node decides by what is committed by now (F5). */
  everywhere(): Promise<void>;
}

/** What it is made of. */
export interface FreshnessOptions {
  /** Monotonic, ms; it goes on while the process stands still. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Asks the journal for the last commit of every shard. */
  readonly ask: () => Promise<readonly number[]>;
  /** Resolves once the views show those commits. @throws DomainError not_ready when that takes too long */
  readonly reach: (ends: readonly number[]) => Promise<void>;
  /** Whether the views cannot be written, for a reason of the machine. */
  readonly isStuck: () => boolean;
}

interface Look {
  readonly beganAt: number;
  /** Whether the journal has answered, within {@link ANSWER_MS}. */
  readonly answered: Promise<boolean>;
  /** @throws DomainError not_ready */
  readonly done: Promise<void>;
  failed: boolean;
}

/** Before the first look. */
export const createFreshness = ({ now, pause, ask, reach, isStuck }: FreshnessOptions): Freshness => {
  /** What was committed before is visible. */
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
          'The journal does not answer; try again in a moment.',
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

  /** A look that began after `since` (F2). */
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
