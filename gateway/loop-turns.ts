/**
 * Turns of the event loop, which requests share with the audio that is paced on the same thread.
 *
 * It guarantees:
 * L1. What requests do at a stretch takes so much of one turn and no more, but for the last of them: however many come
 *     at a time, sockets are read and audio is sent between them.
 * L2. Businesses take turns, so that one with many connections keeps nobody else waiting.
 */
import { createFairQueue } from '../providers/fair-queue.js';

export interface LoopTurns {
  /** Resolves when it is the business's turn. As many wait as there are requests: connections are bounded. */
  take(businessId: string): Promise<void>;
}

/** `budgetMs` of a turn is for requests; `now` in ms, monotonic. */
export const createLoopTurns = (budgetMs: number, now: () => number): LoopTurns => {
  const waiting = createFairQueue<() => void>();
  let isDue = false;

  const turn = async (): Promise<void> => {
    const began = now();
    for (;;) {
      const go = waiting.shift();
      if (go === null) break;
      go();
      await workedOff();
      if (now() - began >= budgetMs) break; // L1
    }
    isDue = waiting.size() > 0;
    if (isDue) setImmediate(turn);
  };

  return {
    take: (businessId) =>
      new Promise((resolve) => {
        waiting.push(businessId, resolve);
        if (isDue) return;
        isDue = true;
        setImmediate(turn);
      }),
  };
};

/** Resolves when nothing can go on in this turn any more: ticks come after all microtasks, and those that these bring. */
const workedOff = (): Promise<void> =>
  new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
