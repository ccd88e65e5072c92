/** One clock for all calls of the network: ticks every 20 ms without drift; late ticks are made up for. */

export const TICK_MS = 20;

export interface NetworkClock {
  add(tick: () => void): () => void;
  stop(): void;
}

export const createNetworkClock = (): NetworkClock => {
  const ticks = new Set<() => void>();
  let next = performance.now() + TICK_MS;
  let timer: NodeJS.Timeout;
  const run = (): void => {
    while (performance.now() >= next) {
      for (const tick of ticks) tick();
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
