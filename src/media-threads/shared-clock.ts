/**
 * The journal's time in the threads of a process. The main thread measures it, and shares its offset from the monotonic
 * clock. The other threads add the offset to that clock, which they have in common (unlike `performance.now()`).
 */

/** How often the offset is written, ms: it changes by at most 10 ms per second, unless the machine has slept. */
const EVERY_MS = 500;

/** Monotonic, ms; the same in all threads. */
const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Shares `now`, ms since the epoch, for the life of the process; other threads read it with {@link readSharedClock}. */
export const shareClock = (now: () => number): SharedArrayBuffer => {
  const buffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const [shared, own] = [new BigUint64Array(buffer), new Float64Array(1)];
  const bits = new BigUint64Array(own.buffer);
  const write = (): void => {
    own[0] = now() - monotonic();
    // Written atomically: a torn number could be any time.
    Atomics.store(shared, 0, bits[0] ?? 0n);
  };
  write();
  setInterval(write, EVERY_MS).unref();
  return buffer;
};

/** Reads the clock that a thread was started with: whole ms since the epoch, never decreasing. */
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
