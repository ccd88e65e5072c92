/**
 * A short-lived cache of name server answers. Each owner has its own entries, so that an owner can neither evict another
 * owner's answers nor learn what another has looked up.
 */
import type { NameAnswer } from './name-answer.js';

export interface NameCache {
  /** Null: not cached, or expired. `now` in ms. */
  get(owner: string, name: string, now: number): NameAnswer | null;
  put(owner: string, name: string, answer: NameAnswer, keepMs: number, now: number): void;
}

export interface CacheLimits {
  /** Names of one owner; beyond that, the oldest answer is evicted. */
  readonly namesOfOwner: number;
  /** Owners; beyond that, the owner whose latest answer is the oldest is evicted with all of its names. */
  readonly owners: number;
}

interface CachedAnswer {
  readonly answer: NameAnswer;
  readonly until: number;
}

const dropFirst = <T>(entries: Map<string, T>): void => {
  const [first] = entries.keys();
  if (first !== undefined) entries.delete(first);
};

export const createNameCache = ({ namesOfOwner, owners }: CacheLimits): NameCache => {
  /** In the order of each owner's latest answer. */
  const byOwner = new Map<string, Map<string, CachedAnswer>>();
  return {
    get: (owner, name, now) => {
      const cached = byOwner.get(owner)?.get(name);
      return cached === undefined || cached.until <= now ? null : cached.answer;
    },
    put: (owner, name, answer, keepMs, now) => {
      const names = byOwner.get(owner) ?? new Map<string, CachedAnswer>();
      byOwner.delete(owner);
      byOwner.set(owner, names);
      names.delete(name);
      names.set(name, { answer, until: now + keepMs });
      if (names.size > namesOfOwner) dropFirst(names);
      if (byOwner.size > owners) dropFirst(byOwner);
    },
  };
};
