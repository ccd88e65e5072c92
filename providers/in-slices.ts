/**
 * Many who wait for the same thing are told of it one after the other, and the event loop turns in between: none of them is
 * kept long, and frames that are due meanwhile leave in time.
 */

/** What is begun in one turn of the event loop takes this long, and one piece of work more, ms. */
const SLICE_MS = 1;

/** Runs work in the order in which it comes: the first at once, what has come with it some turns of the event loop later. */
export type Slices = (work: () => void) => void;

/** `now`: ms of a monotonic clock. What a piece of work has resolved is counted as its own work. */
export const createSlices = (now = (): number => performance.now()): Slices => {
  const waiting: (() => void)[] = [];
  let next = 0;

  const run = (startedAt: number): void => {
    const work = waiting[next];
    if (work === undefined) {
      waiting.length = 0;
      next = 0;
      return;
    }
    if (now() - startedAt >= SLICE_MS) {
      setImmediate(begin);
      return;
    }
    next += 1;
    work();
    // Behind everything that awaits what this one has resolved: Node runs its ticks once no microtask is left.
    queueMicrotask(() => process.nextTick(run, startedAt));
  };
  const begin = (): void => run(now());

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) begin();
  };
};
