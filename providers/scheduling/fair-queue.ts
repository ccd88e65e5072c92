/** A queue that serves owners in turn, so a busy owner does not delay the others. Each owner's items keep their order. */

export interface FairQueue<T> {
  push(owner: string, item: T): void;
  /** Null when the queue is empty. */
  shift(): T | null;
  size(): number;
  sizeOf(owner: string): number;
  /** Removes and returns all remaining items. */
  clear(): readonly T[];
}

export const createFairQueue = <T>(): FairQueue<T> => {
  /** By owner; the owner whose turn is next comes first. */
  const queues = new Map<string, T[]>();
  let size = 0;
  return {
    push: (owner, item) => {
      const queue = queues.get(owner);
      if (queue === undefined) queues.set(owner, [item]);
      else queue.push(item);
      size += 1;
    },
    shift: () => {
      for (const [owner, queue] of queues) {
        const next = queue.shift();
        queues.delete(owner);
        if (queue.length > 0) queues.set(owner, queue);
        size -= 1;
        return next ?? null;
      }
      return null;
    },
    size: () => size,
    sizeOf: (owner) => queues.get(owner)?.length ?? 0,
    clear: () => {
      const left = [...queues.values()].flat();
      queues.clear();
      size = 0;
      return left;
    },
  };
};
