/**
 * The journal's time in the threads of a process: the main thread, which measures it, shares by how much it is ahead of the
 * monotonic clock. Threads count on with that clock, which they have in common (`performance.now()` they have not).
 */

/** How often the difference is written, ms: it changes by 10 ms a second at most, or where the machine slept. */
const EVERY_MS = 500;

/** Monotonic, ms; the same in all threads. */
const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Shares `now`, ms since the epoch, for as long as the process lives: for {@link readSharedClock} in other threads. */
export const shareClock = (now: () => number): SharedArrayBuffer => {
  const buffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const [shared, own] = [new BigUint64Array(buffer), new Float64Array(1)];
  const bits = new BigUint64Array(own.buffer);
  const write = (): void => {
    own[0] = now() - monotonic();
    // All of it at once: half of a number would be any time.
    Atomics.store(shared, 0, bits[0] ?? 0n);
  };
  write();
  setInterval(write, EVERY_MS).unref();
  return buffer;
};

/** What a thread was started with: whole ms since the epoch; never goes back. */
export const readSharedClock = (buffer: SharedArrayBuffer): (() => number) => {
  const [shared, own] = [new BigUint64Array(buffer), new Float64Array(1)];
  const bits = new BigUint64Array(own.buffer);
  let latest = 0;
  return () => {
    bits[0] = Atomics.load(shared, 0);
    latest = Math.max(latest, Math.floor(monotonic() + (own[0] ?? 0)));
    return latest;
  };
};
