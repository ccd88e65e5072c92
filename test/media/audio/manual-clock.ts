/** A pacing clock that ticks when the test says so. */
import type { PacingClock, Tick } from '../../../media/audio/pacing-clock.js';

/** A manual clock. */
export interface ManualClock {
  /** The clock as media uses it. */
  readonly pacing: PacingClock;
  /** Current time, ms. */
  now(): number;
  /** Advances time by 20 ms without ticking. */
  advance(): void;
  /** Runs all ticks. */
  tick(): void;
}

/** `startMs`: the initial time. */
export const createManualClock = (startMs: number): ManualClock => {
  const ticks = new Set<Tick>();
  let now = startMs;
  return {
    pacing: {
      add: (tick) => {
        ticks.add(tick);
        return () => ticks.delete(tick);
      },
      catchUp: () => undefined,
      spare: (work) => work(),
      stop: () => undefined,
    },
    now: () => now,
    advance: () => {
      now += 20;
    },
    tick: () => {
      for (const tick of [...ticks]) tick(now);
    },
  };
};

/** Ids numbered in order of their creation. */
export const numberedIds = (): (() => string) => {
  let ids = 0;
  return () => {
    ids += 1;
    return `identity${ids}`;
  };
};
