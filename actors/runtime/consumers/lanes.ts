/** Work in lanes: one piece at a time in each, in order, and a bounded number at a time over all of them. */

export interface Lanes {
  /** Runs `work` when the lane's earlier work is done and a place is free. Rejects as `work` does. */
  run(lane: string, work: () => Promise<void>): Promise<void>;
  /** Resolves when all work handed in so far is done. */
  idle(): Promise<void>;
}

/** `width`: how many pieces of work at a time. */
export const createLanes = (width: number): Lanes => {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** The last piece of work of each lane that has any. */
  const last = new Map<string, Promise<void>>();

  const inSlot = async (work: () => Promise<void>): Promise<void> => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      await work();
    } finally {
      // The place goes to the next one, or becomes free.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    run: (lane, work) => {
      // A failure is reported to the caller that handed the work in; work behind it continues.
      const before = (last.get(lane) ?? Promise.resolve()).catch(() => undefined);
      const result = before
        .then(() => inSlot(work))
        .finally(() => {
          if (last.get(lane) === result) last.delete(lane);
        });
      last.set(lane, result);
      return result;
    },
    idle: async () => {
      await Promise.allSettled(last.values());
    },
  };
};
