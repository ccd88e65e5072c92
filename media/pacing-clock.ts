/**
 * The one clock that drives all sessions of a process (media.md, "Frames and clocks"): every 20 ms against a
 * monotonic clock, without drift. A late tick carries when it was due; sessions then send at once what they owe.
 */
import { FRAME_MS } from './frames.js';

/** `dueMs` is when the tick should have come, on the same clock as `now`. */
export type Tick = (dueMs: number) => void;

export interface PacingClock {
  /** Calls `tick` every 20 ms until the function that it gives back is called. */
  add(tick: Tick): () => void;
  stop(): void;
}

/** A process that was stopped for longer than this does not replay the ticks it missed, ms. */
const FORGIVE_MS = 1_000;

/** How long before a tick the clock stops trusting timers, ms: costs 6 % of a core while calls are up. */
const WATCH_MS = 1.2;

/** `now` in ms, monotonic. */
export const createPacingClock = (now: () => number): PacingClock => {
  const ticks = new Set<Tick>();
  let due = now() + FRAME_MS;
  let timer: NodeJS.Timeout | null = null;
  let watch: NodeJS.Immediate | null = null;
  let running = false;

  const run = (): void => {
    const behind = now() - due;
    if (behind > FORGIVE_MS) due += Math.floor(behind / FRAME_MS) * FRAME_MS;
    while (now() >= due) {
      for (const tick of ticks) tick(due);
      due += FRAME_MS;
    }
    if (running) schedule();
  };

  /** Timers come up to a millisecond late; the last stretch is waited for by looking again and again. */
  const schedule = (): void => {
    const left = due - now();
    if (left > WATCH_MS) timer = setTimeout(schedule, left - WATCH_MS);
    else if (left > 0) watch = setImmediate(schedule);
    else run();
  };

  const cancel = (): void => {
    if (timer !== null) clearTimeout(timer);
    if (watch !== null) clearImmediate(watch);
    timer = null;
    watch = null;
  };

  return {
    add: (tick) => {
      ticks.add(tick);
      if (!running) {
        running = true;
        due = now() + FRAME_MS;
        schedule();
      }
      return () => {
        ticks.delete(tick);
        if (ticks.size > 0) return;
        running = false;
        cancel();
      };
    },
    stop: () => {
      ticks.clear();
      running = false;
      cancel();
    },
  };
};
