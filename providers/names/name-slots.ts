/**
 * Limits concurrent look-ups in total and for each key, limits how many wait for a slot, and gives each a deadline. A
 * look-up with a slot has its own resolver, so that it can be cancelled independently.
 */
import { createFairSlots } from '../scheduling/fair-slots.js';
import type { NameAnswer } from './name-answer.js';
import { type NameQuery, openNameQuery } from './name-query.js';

export interface NameSlots {
  /** `limited` if the queue is full or no slot becomes free in time; `cancelled` if `stop` aborts first. Never rejects. */
  ask(key: string, name: string, stop: AbortSignal): Promise<NameAnswer>;
  /** Number of look-ups that have a slot. */
  inUse(): number;
  /** Number of look-ups that wait for a slot. */
  waiting(): number;
}

interface SlotLimits {
  /** Wait before a name server is queried again, ms. */
  readonly firstWaitMs: number;
  /** Deadline of a look-up, including its wait for a slot, ms. */
  readonly deadlineMs: number;
  /** Longest wait for a slot, ms: less than the deadline, to leave time for an answer. */
  readonly waitMs: number;
  /** Slots of one key. */
  readonly slotsOfUse: number;
  readonly slotsInAll: number;
  /** Queued look-ups of one key. */
  readonly waitingOfUse: number;
}

/** A query is not reused after this, ms: the system's name servers may have changed by then. */
const QUERY_MS = 60_000;

interface Idle {
  readonly query: NameQuery;
  readonly openedAt: number;
}

/** `servers`: as in {@link openNameQuery}. `now`: ms of a monotonic clock. */
export const createNameSlots = (
  servers: readonly string[] | null,
  limits: SlotLimits,
  now: () => number,
): NameSlots => {
  const slots = createFairSlots({ inAll: limits.slotsInAll, perOwner: limits.slotsOfUse });
  const idle: Idle[] = [];
  const countOf = new Map<string, number>();
  let asking = 0;

  const queryNow = (): Idle => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop())
      if (now() - last.openedAt < QUERY_MS) return last;
    return { query: openNameQuery(servers, limits.firstWaitMs), openedAt: now() };
  };

  const ask = async (key: string, name: string, stop: AbortSignal): Promise<NameAnswer> => {
    const endsAt = now() + limits.deadlineMs;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), limits.waitMs);
    let release: () => void;
    try {
      release = await slots.take(key, AbortSignal.any([stop, timeout.signal]));
    } catch {
      return { failure: stop.aborted ? 'cancelled' : 'limited' };
    } finally {
      clearTimeout(timer);
    }
    const pooled = queryNow();
    asking += 1;
    try {
      const answer = await pooled.query.ask(name, Math.max(1, endsAt - now()), stop);
      // A failed query is discarded: what it learnt about its name servers must not affect other names.
      if (!('failure' in answer) || answer.failure === 'not_found') idle.push(pooled);
      return answer;
    } finally {
      asking -= 1;
      release();
    }
  };

  /** Counts both the look-ups that have a slot and those that wait for one. */
  const askWithinLimits: NameSlots['ask'] = async (key, name, stop) => {
    const count = countOf.get(key) ?? 0;
    if (count >= limits.slotsOfUse + limits.waitingOfUse) return { failure: 'limited' };
    countOf.set(key, count + 1);
    try {
      return await ask(key, name, stop);
    } finally {
      const left = (countOf.get(key) ?? 1) - 1;
      if (left === 0) countOf.delete(key);
      else countOf.set(key, left);
    }
  };

  return { ask: askWithinLimits, inUse: () => asking, waiting: slots.waiting };
};
