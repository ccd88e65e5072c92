/** A pacing clock that ticks when a test says so. */
import type { PacingClock, Tick } from '../../media/pacing-clock.js';

/** Steered by hand. */
export interface HandClock {
  /** As media has it. */
  readonly pacing: PacingClock;
  /** ms. */
  now(): number;
  /** 20 ms pass; nobody ticks yet. */
  goOn(): void;
  /** Everybody ticks. */
  tick(): void;
}

/** `startMs`: what it shows at first. */
export const createHandClock = (startMs: number): HandClock => {
  const ticks = new Set<Tick>();
  let now = startMs;
  return {
    pacing: {
      add: (tick) => {
        ticks.add(tick);
        return () => ticks.delete(tick);
      },
      catchUp: () => undefined,
      stop: () => undefined,
    },
    now: () => now,
    goOn: () => {
      now += 20;
    },
    tick: () => {
      for (const tick of [...ticks]) tick(now);
    },
  };
};

/** Ids that tell in which order they were made. */
export const numberedIds = (): (() => string) => {
  let ids = 0;
  return () => {
    ids += 1;
    return `identity${ids}`;
  };
};
