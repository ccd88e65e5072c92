/** A grid of equally spaced moments, and how late each was met. */

export interface Grid {
  /** Lateness of each moment since the last call, ms. */
  take(): readonly number[];
  stop(): void;
}

/**
 * Calls `tick` every `everyMs` with the moment that was due (`performance.now()`), without drift: missed moments are
 * made up for at once. Uses only `setTimeout` to wait.
 */
export const startGrid = (everyMs: number, tick: (dueMs: number) => void = () => undefined): Grid => {
  let late: number[] = [];
  let due = performance.now() + everyMs;
  let timer: NodeJS.Timeout;
  const run = (): void => {
    for (let now = performance.now(); now >= due; now = performance.now()) {
      late.push(now - due);
      tick(due);
      due += everyMs;
    }
    timer = setTimeout(run, Math.max(0, due - performance.now()));
  };
  timer = setTimeout(run, everyMs);
  return {
    take: () => {
      const taken = late;
      late = [];
      return taken;
    },
    stop: () => clearTimeout(timer),
  };
};
