/**
 * The clock that leases are counted on: it goes on while the process is stopped and while the machine sleeps.
 *
 * The monotonic clock stands still while a machine is suspended; the wall clock goes on, but may be set. So it is the
 * monotonic clock, and what the wall clock has leapt ahead of it. A wall clock that somebody sets forward ends a lease too
 * early, which costs a moment and harms nobody.
 */

/** What two clocks may differ by between two looks without anything having happened, ms. */
const LEAP_MS = 100;

/** @returns ms since some moment; never goes back. `monotonic` and `wall` in ms. */
export const createLeaseClock = (monotonic: () => number, wall: () => number): (() => number) => {
  let ahead = wall() - monotonic();
  let leapt = 0;
  return () => {
    const now = monotonic();
    const change = wall() - now - ahead;
    if (Math.abs(change) > LEAP_MS) {
      ahead += change;
      leapt += Math.max(0, change);
    }
    return now + leapt;
  };
};
