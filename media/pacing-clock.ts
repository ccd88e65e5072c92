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
 * T4. Whoever has the clock catch up before it begins keeps no tick waiting that was due before: one turn of the loop may hold
 *     the work of a hundred calls. Such rounds take half of the time at most (T2).
 */
import { FRAME_MS } from './frames.js';

/** `dueMs` is when the tick should have come, on the same clock as `now`. */
export type Tick = (dueMs: number) => void;

export interface PacingClock {
  /** Calls `tick` every 20 ms until the function that it gives back is called. */
  add(tick: Tick): () => void;
  /** Runs the ticks that are due (T4). Not for work that a tick itself has led to: within a round it does nothing. */
  catchUp(): void;
  stop(): void;
}

/** Timers count whole milliseconds: a tick that would be half of one early is as good as one that is half of one late, ms. */
const EARLY_MS = 0.5;

/** `now` in ms, monotonic. `onFault` hears what a tick throws. */
export const createPacingClock = (now: () => number, onFault: (error: unknown) => void): PacingClock => {
  const ticks = new Set<Tick>();
  let due = now() + FRAME_MS;
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let running = false;
  let ticking = false;
  /** When the last round was over, and as long again. */
  let restedAt = Number.NEGATIVE_INFINITY;

  const run = (): void => {
    ticking = true;
    const begunAt = now();
    const first = due;
    due += (Math.max(0, Math.floor((begunAt - first) / FRAME_MS)) + 1) * FRAME_MS; // T1
    for (const tick of ticks) {
      try {
        tick(first);
      } catch (error) {
        onFault(error); // T3
      }
    }
    ticking = false;
    const overAt = now();
    restedAt = overAt + (overAt - begunAt);
    if (running) schedule();
  };

  /** A timer may come early by what its loop was behind when it was set; then another one waits for the rest. */
  const schedule = (): void => {
    const left = due - now();
    if (left > EARLY_MS) timer = setTimeout(schedule, left);
    else soon = setImmediate(run); // T2
  };

  const cancel = (): void => {
    if (timer !== null) clearTimeout(timer);
    if (soon !== null) clearImmediate(soon);
    timer = null;
    soon = null;
  };

  return {
    catchUp: () => {
      if (!running || ticking) return;
      const at = now();
      if (at < due || at < restedAt) return;
      cancel();
      run();
    },
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
