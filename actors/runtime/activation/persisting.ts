/**
 * Retries an actor's requests on its journal until each has an outcome: written, refused, or given up.
 *
 * It guarantees:
 * PE1. A request that lost a race, or whose outcome is unknown, is decided again, on the journal's current contents.
 * PE2. Every request of a batch has an outcome as if it were alone: an answer, or an error of its own, in its own time.
 * PE3. Once `isStopped` nothing more is decided, and all remaining requests fail with {@link Moved}.
 */
import { DomainError } from '../../../schemas/errors.js';
import { Moved } from '../activation.js';
import { type Backoff, backoffMs, pause } from '../backoff.js';
import { JournalConflict, JournalUnavailable } from '../journal-errors.js';
import type { RuntimeEvent } from '../metrics.js';
import { LEADER_ELECTION_MS } from '../nats/retry-request.js';

/** Losing this many races in a row is not contention but a fault. */
const MAX_CONFLICTS = 20;
/** Between lost races: one round trip, then more. */
const CONTENTION: Backoff = { firstMs: 1, longestMs: 50 };
/** Between attempts of a command whose outcome is unknown. */
const OUTAGE: Backoff = { firstMs: 50, longestMs: 250 };

export interface PersistingDeps {
  readonly isStopped: () => boolean;
  /** The state in memory is not what the journal holds; `conflict`: because another writer has written. */
  readonly drop: (why: 'conflict' | 'fault') => void;
  readonly signal: AbortSignal;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly count: (what: RuntimeEvent) => void;
}

/** A request that waits for its outcome. */
interface Waiting {
  /** ms since the epoch */
  readonly deadline: number;
  readonly reject: (error: unknown) => void;
}

export interface Persisting {
  /**
   * Retries until there is an outcome; unknown outcomes until `deadline`, ms since the epoch, and no longer than the
   * journal may be away.
   */
  persist<T>(attempt: () => Promise<T>, deadline: number): Promise<T>;
  /** The same for all of these. `attempt` settles some of the first, and returns how many. Never rejects. */
  settle<Pending extends Waiting>(
    all: readonly Pending[],
    attempt: (left: readonly Pending[]) => Promise<number>,
  ): Promise<void>;
}

export const createPersisting = (deps: PersistingDeps): Persisting => {
  const { isStopped, drop, signal, now, random, count } = deps;

  const persist: Persisting['persist'] = async (attempt, deadline) => {
    const until = Math.min(deadline, now() + LEADER_ELECTION_MS);
    let conflicts = 0;
    let unknowns = 0;
    for (;;) {
      if (isStopped()) throw new Moved(); // PE3
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
    const rejectAll = (requests: readonly Waiting[], error: unknown): void => {
      for (const { reject } of requests) reject(error);
    };
    while (left.length > 0) {
      // Their callers no longer wait: they are not begun.
      const at = now();
      const late = left.filter(({ deadline }) => at > deadline);
      if (late.length > 0) rejectAll(late, new DomainError('journal_unavailable'));
      const begun = left.filter(({ deadline }) => at <= deadline);
      left = begun;
      if (begun.length === 0) return;
      const soonest = begun.reduce(
        (least, { deadline }) => Math.min(least, deadline),
        Number.POSITIVE_INFINITY,
      );
      try {
        left = begun.slice(await persist(() => attempt(begun), soonest));
        since = now();
      } catch (error) {
        const canRetry =
          error instanceof JournalUnavailable && !signal.aborted && now() < since + LEADER_ELECTION_MS;
        // PE2
        const ended = canRetry ? begun.filter(({ deadline }) => now() >= deadline) : begun;
        rejectAll(ended, error);
        left = begun.filter((request) => !ended.includes(request));
      }
    }
  };

  return { persist, settle };
};
