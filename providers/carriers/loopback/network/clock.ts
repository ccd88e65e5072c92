/**
 * One clock for all calls of the network: ticks every 20 ms without drift; late ticks are made up for.
 *
 * A network that had no processor itself reads what came meanwhile before it plays what was due meanwhile: otherwise
 * a caller who was in time would be heard with a hole.
 */

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
  let caughtUp: NodeJS.Immediate | null = null;
  const playDue = (): void => {
    caughtUp = null;
    // What falls due while this plays is played after what comes while this plays.
    for (const until = performance.now(); next <= until; next += TICK_MS)
      for (const tick of ticks) tick(next);
    timer = setTimeout(run, Math.max(0, next - performance.now()));
  };
  /** Sockets are read between a timer and an immediate. */
  const run = (): void => {
    if (performance.now() - next < TICK_MS) playDue();
    else caughtUp = setImmediate(playDue);
  };
  timer = setTimeout(run, TICK_MS);
  return {
    add: (tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    stop: () => {
      clearTimeout(timer);
      if (caughtUp !== null) clearImmediate(caughtUp);
    },
  };
};
