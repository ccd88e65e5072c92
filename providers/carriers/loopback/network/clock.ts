/** One clock for all calls of the network: ticks every 20 ms without drift; late ticks are made up for. */

export const TICK_MS = 20;

export interface NetworkClock {
  /** `dueMs`: when the tick should have come, by `performance.now()`. */
  add(tick: (dueMs: number) => void): () => void;
  stop(): void;
}

export const createNetworkClock = (): NetworkClock => {
  const ticks = new Set<(dueMs: number) => void>();
  let next = performance.now() + TICK_MS;
  let timer: NodeJS.Timeout;
  const run = (): void => {
    while (performance.now() >= next) {
      for (const tick of ticks) tick(next);
      next += TICK_MS;
    }
    timer = setTimeout(run, Math.max(0, next - performance.now()));
  };
  timer = setTimeout(run, TICK_MS);
  return {
    add: (tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    stop: () => clearTimeout(timer),
  };
};
