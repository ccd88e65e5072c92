/**
 * The one clock that drives all sessions of a process (docs/explanation/media.md "Frames and clocks"): every 20 ms against a
 * monotonic clock, without drift.
 *
 * It guarantees:
 * T1. A late tick runs once, however many it missed, and carries the time when the first missed one was due: sessions
 *     send at once what is due by now.
 * T2. The event loop runs between two rounds of ticks, however long the ticks take: sockets are read and timers fire,
 *     even under overload.
 * T3. A tick that throws is reported and does not stop the others.
 * T4. Work that calls `catchUp` before it starts delays no tick that was already due: one turn of the loop may hold the
 *     work of a hundred calls. Such rounds take at most half of the time (T2).
 * T5. Work that can wait takes a tenth of the time at most, whatever the number of calls, and none while a tick is due.
 */
import { FRAME_MS } from './frames.js';

/** `dueMs` is when the tick should have come, on the same clock as `now`. */
export type Tick = (dueMs: number) => void;

export interface PacingClock {
  /** Calls `tick` every 20 ms until the returned function is called. */
  add(tick: Tick): () => void;
  /** Runs the ticks that are due (T4). Not for work that a tick itself has caused: within a round it does nothing. */
  catchUp(): void;
  /** Does a part of some work that can wait, or does nothing (T5). */
  spare(work: () => void): void;
  stop(): void;
}

/** Timers have a resolution of a millisecond: half of one too early is as good as half of one too late, ms. */
const EARLY_MS = 0.5;

/** Share of the time for work that can wait, and the most that it may save up, ms. */
const SPARE_SHARE = 0.1;
const MOST_SPARE_MS = 5;

/** `now` in ms, monotonic. `onFault` receives what a tick throws. */
export const createPacingClock = (now: () => number, onFault: (error: unknown) => void): PacingClock => {
  const ticks = new Set<Tick>();
  let due = now() + FRAME_MS;
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let running = false;
  let ticking = false;
  /** The end of the last round, plus as long as it took. */
  let restedAt = Number.NEGATIVE_INFINITY;
  let spareMs = MOST_SPARE_MS;
  let spareAt = now();

  const run = (): void => {
    ticking = true;
    const startedAt = now();
    const first = due;
    due += (Math.max(0, Math.floor((startedAt - first) / FRAME_MS)) + 1) * FRAME_MS; // T1
    for (const tick of ticks) {
      try {
        tick(first);
      } catch (error) {
        onFault(error); // T3
      }
    }
    ticking = false;
    const endedAt = now();
    restedAt = endedAt + (endedAt - startedAt);
    if (running) schedule();
  };

  /** A timer may fire early by the lag of its loop when it was set; then another one waits for the rest. */
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
    spare: (work) => {
      const startedAt = now();
      spareMs = Math.min(MOST_SPARE_MS, spareMs + (startedAt - spareAt) * SPARE_SHARE);
      spareAt = startedAt;
      if (spareMs <= 0 || (running && startedAt >= due)) return;
      work();
      spareMs -= now() - startedAt;
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
