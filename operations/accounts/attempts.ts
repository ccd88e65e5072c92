/** Counts failed attempts per name within a time window. */

export interface Attempts {
  /** Seconds to wait; 0 when another attempt is allowed. */
  waitSeconds(name: string, now: number): number;
  recordFailure(name: string, now: number): void;
  /** Forgets every failure of the name. */
  reset(name: string): void;
  /** Withdraws one failure that turned out to be none. `at`: the time passed to `recordFailure`. */
  withdraw(name: string, at: number): void;
}

/** Names remembered at a time; the oldest are forgotten first. */
const MAX_NAMES = 10_000;

/** `now` in ms since the epoch. */
export const createAttempts = (limit: number, windowMs: number): Attempts => {
  const failures = new Map<string, readonly number[]>();
  const recent = (name: string, now: number): readonly number[] =>
    (failures.get(name) ?? []).filter((at) => at > now - windowMs);
  return {
    waitSeconds: (name, now) => {
      const [oldest, ...others] = recent(name, now).slice(-limit);
      if (oldest === undefined || others.length + 1 < limit) return 0;
      return Math.ceil((oldest + windowMs - now) / 1_000);
    },
    recordFailure: (name, now) => {
      const times = [...recent(name, now), now];
      failures.delete(name);
      failures.set(name, times);
      const first = failures.keys().next();
      if (failures.size > MAX_NAMES && !first.done) failures.delete(first.value);
    },
    reset: (name) => void failures.delete(name),
    withdraw: (name, at) => {
      const times = failures.get(name) ?? [];
      const index = times.lastIndexOf(at);
      if (index < 0) return;
      if (times.length === 1) failures.delete(name);
      else failures.set(name, times.toSpliced(index, 1));
    },
  };
};
