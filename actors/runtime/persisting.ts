/**
 * Puts what an actor is told to its journal again until it has an end: written, refused, or given up.
 *
 * It guarantees:
 * PE1. What lost a race, or whose outcome is unknown, is decided on anew, on what the journal holds by then.
 * PE2. Whoever is told with others has an end as if alone: an answer, or an error of its own, in its own time.
 * PE3. Once `isOver` nothing more is decided, and all that are left are told {@link Moved}.
 */
import { DomainError } from '../../schemas/errors.js';
import { Moved } from './activation.js';
import { WITHOUT_LEADER_MS } from './ask-again.js';
import { type Backoff, backoffMs, pause } from './backoff.js';
import { JournalConflict, JournalUnavailable } from './journal-errors.js';
import type { RuntimeEvent } from './metrics.js';

/** Losing this many races in a row is not contention but a fault. */
const MAX_CONFLICTS = 20;
/** Between lost races: one round trip, then more. */
const CONTENTION: Backoff = { firstMs: 1, longestMs: 50 };
/** Between tries of a command whose outcome is unknown. */
const OUTAGE: Backoff = { firstMs: 50, longestMs: 250 };

export interface PersistingDeps {
  readonly isOver: () => boolean;
  /** What is in memory is not what the journal holds; `conflict`: because somebody else wrote. */
  readonly drop: (why: 'conflict' | 'fault') => void;
  readonly signal: AbortSignal;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly count: (what: RuntimeEvent) => void;
}

/** One of those who wait for an end. */
interface Waiting {
  /** ms since the epoch */
  readonly giveUpAt: number;
  readonly reject: (error: unknown) => void;
}

export interface Persisting {
  /** Attempts it until its end; unknown outcomes until `giveUpAt`, ms since the epoch, and no longer than the journal may be away. */
  persist<T>(attempt: () => Promise<T>, giveUpAt: number): Promise<T>;
  /** The same for all of these. `attempt` gives an end to some of the first, and says to how many. Never rejects. */
  settle<Each extends Waiting>(
    all: readonly Each[],
    attempt: (left: readonly Each[]) => Promise<number>,
  ): Promise<void>;
}

export const createPersisting = (deps: PersistingDeps): Persisting => {
  const { isOver, drop, signal, now, random, count } = deps;

  const persist: Persisting['persist'] = async (attempt, giveUpAt) => {
    const until = Math.min(giveUpAt, now() + WITHOUT_LEADER_MS);
    let conflicts = 0;
    let unknowns = 0;
    for (;;) {
      if (isOver()) throw new Moved(); // PE3
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof DomainError) throw error;
        drop(error instanceof JournalConflict ? 'conflict' : 'fault'); // PE1
        if (error instanceof JournalConflict) {
          count('conflict');
          conflicts += 1;
          if (conflicts > MAX_CONFLICTS) throw error;
          if (conflicts > 1) await pause(backoffMs(conflicts - 1, random(), CONTENTION), signal);
        } else {
          if (!(error instanceof JournalUnavailable) || signal.aborted || now() >= until) throw error;
          unknowns += 1;
          await pause(backoffMs(unknowns, random(), OUTAGE), signal);
        }
      }
    }
  };

  const settle: Persisting['settle'] = async (all, attempt) => {
    let left = all;
    let since = now();
    const rejectAll = (whom: readonly Waiting[], error: unknown): void => {
      for (const { reject } of whom) reject(error);
    };
    while (left.length > 0) {
      // Nobody waits for them any more: they are not begun.
      const at = now();
      const late = left.filter(({ giveUpAt }) => at > giveUpAt);
      if (late.length > 0) rejectAll(late, new DomainError('journal_unavailable'));
      const begun = left.filter(({ giveUpAt }) => at <= giveUpAt);
      left = begun;
      if (begun.length === 0) return;
      const soonest = begun.reduce(
        (least, { giveUpAt }) => Math.min(least, giveUpAt),
        Number.POSITIVE_INFINITY,
      );
      try {
        left = begun.slice(await persist(() => attempt(begun), soonest));
        since = now();
      } catch (error) {
        const mayGoOn =
          error instanceof JournalUnavailable && !signal.aborted && now() < since + WITHOUT_LEADER_MS;
        // PE2
        const ended = mayGoOn ? begun.filter(({ giveUpAt }) => now() >= giveUpAt) : begun;
        rejectAll(ended, error);
        left = begun.filter((each) => !ended.includes(each));
      }
    }
  };

  return { persist, settle };
};
