/**
 * The slots of look-ups: so many at a time in all and for each key, so many that wait for one, and each with a deadline. A look-up
 * that has a slot has a resolver of its own, so that it can be cancelled by itself.
 */
import { createFairSlots } from '../fair-slots.js';
import type { NameAnswer } from './name-answer.js';
import { type NameQuery, openNameQuery } from './name-query.js';

export interface NameSlots {
  /** `limited` where as many wait as may, or no slot becomes free in time; `cancelled` when `stop` aborts first. Never rejects. */
  ask(key: string, name: string, stop: AbortSignal): Promise<NameAnswer>;
  /** Look-ups that have a slot. */
  inUse(): number;
  /** Look-ups that wait for one. */
  waiting(): number;
}

interface SlotLimits {
  /** Before a name server is queried again, ms. */
  readonly firstWaitMs: number;
  /** Of a look-up, its wait for a slot included, ms. */
  readonly deadlineMs: number;
  /** For a slot, ms: less than the deadline, so that there is time left for an answer. */
  readonly waitMs: number;
  /** With one key. */
  readonly slotsOfUse: number;
  readonly slotsInAll: number;
  /** With one key. */
  readonly waitingOfUse: number;
}

/** A query is not used again after this: the system's name servers may be others by then, ms. */
const QUERY_MS = 60_000;

interface Idle {
  readonly query: NameQuery;
  readonly openedAt: number;
}

/** `servers`: as {@link openNameQuery}. `now`: ms of a clock that only goes forward. */
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
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limits.waitMs);
    let leave: () => void;
    try {
      leave = await slots.take(key, AbortSignal.any([stop, late.signal]));
    } catch {
      return { failure: stop.aborted ? 'cancelled' : 'limited' };
    } finally {
      clearTimeout(timer);
    }
    const taken = queryNow();
    asking += 1;
    try {
      const answer = await taken.query.ask(name, Math.max(1, endsAt - now()), stop);
      // What a query that failed has learnt of its name servers is no other name's.
      if (!('failure' in answer) || answer.failure === 'not_found') idle.push(taken);
      return answer;
    } finally {
      asking -= 1;
      leave();
    }
  };

  /** Counts those that have a slot and those that wait for one. */
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
