/**
 * Answers of name servers, kept for a short while: those of each owner apart, so that no owner removes another one's, nor learns
 * what another one has looked up.
 */
import type { NameAnswer } from './name-answer.js';

export interface NameCache {
  /** Null: it is not kept, or no longer. `now` in ms. */
  get(owner: string, name: string, now: number): NameAnswer | null;
  put(owner: string, name: string, answer: NameAnswer, keepMs: number, now: number): void;
}

export interface CacheLimits {
  /** Names of one owner; the one that was kept first goes. */
  readonly namesOfOwner: number;
  /** Owners; the one that looked a name up the longest ago goes with all of its names. */
  readonly owners: number;
}

interface Kept {
  readonly answer: NameAnswer;
  readonly until: number;
}

const dropFirst = <T>(entries: Map<string, T>): void => {
  const [first] = entries.keys();
  if (first !== undefined) entries.delete(first);
};

export const createNameCache = ({ namesOfOwner, owners }: CacheLimits): NameCache => {
  /** In the order in which they last looked a name up. */
  const byOwner = new Map<string, Map<string, Kept>>();
  return {
    get: (owner, name, now) => {
      const kept = byOwner.get(owner)?.get(name);
      return kept === undefined || kept.until <= now ? null : kept.answer;
    },
    put: (owner, name, answer, keepMs, now) => {
      const names = byOwner.get(owner) ?? new Map<string, Kept>();
      byOwner.delete(owner);
      byOwner.set(owner, names);
      names.delete(name);
      names.set(name, { answer, until: now + keepMs });
      if (names.size > namesOfOwner) dropFirst(names);
      if (byOwner.size > owners) dropFirst(byOwner);
    },
  };
};
