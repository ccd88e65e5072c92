/**
 * Limits how many refusals of a caller become entries: a fixed number a minute, and one more entry that counts the rest.
 * A caller therefore cannot flood the audit log, and its attempts are not lost.
 */

/** Callers remembered at a time. */
const MAX_NAMES = 10_000;
const WINDOW_MS = 60_000;

export interface RefusalWindows<T> {
  /** Whether this refusal becomes an entry. A refusal that does not is counted and returned by {@link settled}. */
  admit(name: string, at: number, refusal: T): boolean;
  /** The latest refusal and the count of each ended window that omitted some; each window is returned once. */
  settled(at: number): readonly { readonly latest: T; readonly omitted: number }[];
}

interface Window<T> {
  readonly since: number;
  admitted: number;
  omitted: number;
  latest: T;
}

/** `limit`: entries per name and minute. */
export const createRefusalWindows = <T>(limit: number): RefusalWindows<T> => {
  const windows = new Map<string, Window<T>>();
  let ended: { latest: T; omitted: number }[] = [];

  const end = (name: string, { latest, omitted }: Window<T>): void => {
    windows.delete(name);
    if (omitted > 0) ended.push({ latest, omitted });
  };

  return {
    admit: (name, at, refusal) => {
      let window = windows.get(name);
      if (window !== undefined && at - window.since >= WINDOW_MS) {
        end(name, window);
        window = undefined;
      }
      if (window === undefined) {
        window = { since: at, admitted: 0, omitted: 0, latest: refusal };
        windows.set(name, window);
        const [oldest] = windows;
        if (windows.size > MAX_NAMES && oldest !== undefined) end(...oldest);
      }
      if (window.admitted < limit) {
        window.admitted += 1;
        return true;
      }
      window.omitted += 1;
      window.latest = refusal;
      return false;
    },
    settled: (at) => {
      // Windows are ordered by their start: after the first open window, all are open.
      for (const [name, window] of windows) {
        if (at - window.since < WINDOW_MS) break;
        end(name, window);
      }
      const result = ended;
      ended = [];
      return result;
    },
  };
};
