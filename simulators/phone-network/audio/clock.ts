/**
 * One clock for all calls of the network: it ticks every 20 ms without drift and catches up on late ticks.
 *
 * If the network itself was delayed, it reads the audio that arrived meanwhile before it plays the ticks that fell due
 * meanwhile: otherwise a caller that sent on time would be heard with a gap.
 */

export const TICK_MS = 20;

export interface NetworkClock {
  /** `dueMs`: when the tick was due, by `performance.now()`. Returns a function that removes the tick. */
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
    // Ticks that fall due during playback run after the audio that arrives during playback has been read.
    for (const until = performance.now(); next <= until; next += TICK_MS)
      for (const tick of ticks) tick(next);
    timer = setTimeout(run, Math.max(0, next - performance.now()));
  };
  /** Node reads sockets between a timer and an immediate. */
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
