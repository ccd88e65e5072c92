/**
 * Virtual time of one conversation.
 *
 * V1. While no provider is awaited, time passes frame by frame, as fast as the machine computes.
 * V2. While one is awaited, time passes no faster than the real clock, from the moment at which the wait began: the delay of a
 *     provider is the delay that the customer hears.
 * V3. An answer of a provider arrives at the virtual time that corresponds to its real time, after all frames before it.
 * V4. The event loop runs between any two frames, so conversations in one process take turns.
 * V5. How far the machine fell behind during V2 is measured: beyond {@link MOST_BEHIND_MS} the times prove nothing.
 */
import { FRAME_MS } from '../audio/frames.js';

/** A machine that is further behind has delayed answers itself, ms: five frames, and a turn of a loaded event loop. */
export const MOST_BEHIND_MS = 250;

/** The real clock, and the event loop. */
export interface RealTime {
  /** ms, monotonic. */
  now(): number;
  /** Resolves after `ms`, or as soon as the function that `onWake` receives is called. */
  wait(ms: number, onWake: (wake: () => void) => void): Promise<void>;
  /** Resolves once pending promises and input have had their turn. */
  turn(): Promise<void>;
}

export const realTime: RealTime = {
  now: () => performance.now(),
  wait: (ms, onWake) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      onWake(() => {
        clearTimeout(timer);
        resolve();
      });
    }),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};

export interface VirtualClock {
  /** ms since the beginning of the conversation. */
  now(): number;
  /** Carries out `act` at that time, or with the next frame if it has passed. Returns a function that cancels it. */
  at(atMs: number, act: () => void): () => void;
  sleep(ms: number): Promise<void>;
  /** A provider is awaited from now on; the returned function ends that (idempotent). */
  awaiting(): () => void;
  isAwaiting(): boolean;
  /** Resolves at the virtual time of this real moment (V3). */
  arrive(): Promise<void>;
  /** Advances by one frame, and carries out what is due. */
  frame(): Promise<void>;
  /** The most that the machine was behind, ms. */
  behindMs(): number;
  /** Ends time: whatever waits for it goes on at once. */
  stop(): void;
}

interface Due {
  readonly atMs: number;
  readonly act: () => void;
}

/** `startMs`: the time at which it begins. */
export const createVirtualClock = (time: RealTime, startMs = 0): VirtualClock => {
  let frameMs = startMs;
  let nowMs = startMs;
  let waits = 0;
  let anchor = { virtualMs: startMs, realMs: 0 };
  let mostBehindMs = 0;
  let isStopped = false;
  let wake: () => void = () => undefined;
  const schedule = new Set<Due>();
  const arrivals: Due[] = [];

  /** The virtual time of this real moment, while a provider is awaited. */
  const reached = (): number => anchor.virtualMs + time.now() - anchor.realMs;

  const deliverArrivals = async (): Promise<void> => {
    for (let next = arrivals[0]; next !== undefined && next.atMs < frameMs + FRAME_MS; next = arrivals[0]) {
      arrivals.shift();
      nowMs = Math.max(nowMs, next.atMs);
      next.act();
      await time.turn();
    }
  };

  /** Resolves once the next frame may begin (V2). */
  const untilAllowed = async (): Promise<void> => {
    for (;;) {
      await time.turn(); // V4
      await deliverArrivals();
      if (waits === 0 || isStopped) return;
      const aheadMs = frameMs + FRAME_MS - reached();
      if (aheadMs <= 0) {
        mostBehindMs = Math.max(mostBehindMs, -aheadMs); // V5
        return;
      }
      await time.wait(aheadMs, (stopWaiting) => {
        wake = stopWaiting;
      });
    }
  };

  const carryOutDue = (): void => {
    const due = [...schedule].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs);
    for (const entry of due) if (schedule.delete(entry)) entry.act();
  };

  const at = (atMs: number, act: () => void): (() => void) => {
    const entry = { atMs, act };
    schedule.add(entry);
    return () => void schedule.delete(entry);
  };

  return {
    now: () => nowMs,
    at,
    sleep: (ms) =>
      isStopped || ms <= 0 ? Promise.resolve() : new Promise((resolve) => void at(nowMs + ms, resolve)),
    awaiting: () => {
      if (waits === 0) anchor = { virtualMs: nowMs, realMs: time.now() };
      waits += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        waits -= 1;
        wake();
      };
    },
    isAwaiting: () => waits > 0,
    arrive: () => {
      if (isStopped || waits === 0) return Promise.resolve();
      const atMs = reached();
      return new Promise((resolve) => {
        arrivals.push({ atMs, act: resolve });
        wake();
      });
    },
    frame: async () => {
      await untilAllowed();
      frameMs += FRAME_MS;
      nowMs = Math.max(nowMs, frameMs);
      carryOutDue();
    },
    behindMs: () => mostBehindMs,
    stop: () => {
      isStopped = true;
      for (const { act } of [...arrivals.splice(0), ...schedule]) act();
      schedule.clear();
      wake();
    },
  };
};
