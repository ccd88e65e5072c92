/**
 * The one clock that drives all sessions of a process (docs/media.md "Frames and clocks"): every 20 ms against a
 * monotonic clock, without drift.
 *
 * It guarantees:
 * T1. A late tick comes once, whatever it missed, and carries when the first missed one was due: sessions send at once
 *     what they owe by now.
 * T2. Between two rounds of ticks the event loop has its turn, however long the ticks take: sockets are read and
 *     timers fire, also where there is more work than time.
 * T3. A tick that throws is reported and stops nobody else's.
 */
import { FRAME_MS } from './frames.js';

/** `dueMs` is when the tick should have come, on the same clock as `now`. */
export type Tick = (dueMs: number) => void;

export interface PacingClock {
  /** Calls `tick` every 20 ms until the function that it gives back is called. */
  add(tick: Tick): () => void;
  stop(): void;
}

/** How long before a tick the clock stops trusting timers, ms: costs 6 % of a core while calls are up. */
const WATCH_MS = 1.2;

/** `now` in ms, monotonic. `onFault` hears what a tick throws. */
export const createPacingClock = (now: () => number, onFault: (error: unknown) => void): PacingClock => {
  const ticks = new Set<Tick>();
  let due = now() + FRAME_MS;
  let timer: NodeJS.Timeout | null = null;
  let watch: NodeJS.Immediate | null = null;
  let running = false;

  const run = (): void => {
    const first = due;
    due += (Math.floor((now() - first) / FRAME_MS) + 1) * FRAME_MS; // T1
    for (const tick of ticks) {
      try {
        tick(first);
      } catch (error) {
        onFault(error); // T3
      }
    }
    if (running) schedule();
  };

  /** Timers come up to a millisecond late; the last stretch is waited for by looking again and again. */
  const schedule = (): void => {
    const left = due - now();
    if (left > WATCH_MS) timer = setTimeout(schedule, left - WATCH_MS);
    else watch = setImmediate(left > 0 ? schedule : run); // T2
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
