/**
 * Turns of the event loop, which requests share with the audio that is paced on the same thread.
 *
 * It guarantees:
 * L1. In one turn, requests run until the budget is used up; only the last of them may exceed it. However many arrive together,
 *     sockets are read and audio is sent in between.
 * L2. Businesses take turns, so that one with many connections does not delay the others.
 */
import { createFairQueue } from '../../providers/scheduling/fair-queue.js';

export interface LoopTurns {
  /** Resolves when it is the business's turn. The queue is as long as there are requests, and connections are bounded. */
  take(businessId: string): Promise<void>;
}

/** Creates the queue. `budgetMs`: the share of a turn for requests; `now` in ms, monotonic. */
export const createLoopTurns = (budgetMs: number, now: () => number): LoopTurns => {
  const waiting = createFairQueue<() => void>();
  let isDue = false;

  const turn = async (): Promise<void> => {
    const began = now();
    for (;;) {
      const resume = waiting.shift();
      if (resume === null) break;
      resume();
      await microtasksDone();
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

/** Resolves when the work of this turn is done: ticks run after all microtasks, and after those that they queue in turn. */
const microtasksDone = (): Promise<void> =>
  new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
