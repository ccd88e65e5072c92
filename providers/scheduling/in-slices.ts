/**
 * Runs the continuations of many waiters one after the other and yields to the event loop in between, so that none waits
 * long and audio frames that fall due meanwhile are sent in time.
 */

/** The work started in one turn of the event loop takes at most this long plus one piece of work, ms. */
const SLICE_MS = 1;

/** Runs work in order of arrival: the first piece immediately, the rest possibly a few turns of the event loop later. */
export type Slices = (work: () => void) => void;

/** `now`: ms of a monotonic clock. Continuations of promises that a piece of work resolves count towards its time. */
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
    // Runs after everything that awaits what this piece has resolved: Node runs its ticks once no microtask is left.
    queueMicrotask(() => process.nextTick(run, startedAt));
  };
  const begin = (): void => run(now());

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) begin();
  };
};
