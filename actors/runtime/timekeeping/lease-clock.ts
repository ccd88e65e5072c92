/**
 * A monotonic clock that continues while the process is stopped and while the machine sleeps. Leases and the journal's
 * time (journal-time.ts) are measured on it.
 *
 * The system's monotonic clock stops while a machine is suspended; the wall clock continues, but may be set. The time
 * since boot continues, too, and cannot be set, but is expensive to read: it is read only when the wall clock leaps,
 * and shows whether the machine slept. Setting the wall clock changes nothing.
 */
import { uptime } from 'node:os';

/** How far two clocks may drift apart between two looks without anything having happened, ms. */
const LEAP_MS = 100;

/** @returns ms since some moment; never goes back. `monotonic`, `wall`, `sinceBoot` in ms. */
export const createLeaseClock = (
  monotonic: () => number,
  wall: () => number,
  sinceBoot: () => number,
): (() => number) => {
  let ahead = wall() - monotonic();
  let bootAhead = sinceBoot() - monotonic();
  let slept = 0;
  return () => {
    const now = monotonic();
    const change = wall() - now - ahead;
    if (Math.abs(change) > LEAP_MS) {
      ahead += change;
      const sleep = sinceBoot() - now - bootAhead;
      bootAhead += sleep;
      if (sleep > LEAP_MS) slept += sleep;
    }
    return now + slept;
  };
};

/** The same on the clocks of this machine. */
export const createMachineClock = (wall: () => number = Date.now): (() => number) =>
  createLeaseClock(
    () => performance.now(),
    wall,
    () => uptime() * 1_000,
  );
