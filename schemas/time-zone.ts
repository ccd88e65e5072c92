/** Time zones by their names in the IANA database, and their offsets from UTC over a span of time. */
import { DateTime, IANAZone } from 'luxon';

/** Whether the time zone exists, like `Europe/Berlin`. Offsets do not count, because they have no summer time. */
export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);

/** When the day of `at` ends in a time zone, both in ms since the epoch; always later than `at`. */
export const endOfDay = (zone: string, at: number): number =>
  DateTime.fromMillis(at, { zone }).startOf('day').plus({ days: 1 }).startOf('day').toMillis();

/** When the day of `at` begins in a time zone, or the day so many days later (negative: earlier); ms since the epoch. */
export const startOfDay = (zone: string, at: number, days: number): number =>
  DateTime.fromMillis(at, { zone }).startOf('day').plus({ days }).startOf('day').toMillis();

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** The clocks of a zone never change twice within this time, ms. */
const PROBE_MS = DAY_MS / 4;

/** A stretch of the same offset from UTC, all in ms; stretches follow each other without a gap. */
export interface OffsetStretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** Returns the offset from UTC at an instant, both in ms. `name`: of the IANA database. */
export const offsetIn = (name: string): ((instant: number) => number) => {
  const zone = IANAZone.create(name);
  return (instant) => zone.offset(instant) * MINUTE_MS;
};

/** The stretches between two instants (ms since the epoch), in order. */
export function* offsetStretches(
  offsetAt: (instant: number) => number,
  from: number,
  to: number,
): Iterable<OffsetStretch> {
  let start = from;
  let offset = offsetAt(from);
  for (let instant = from; instant < to; instant += PROBE_MS) {
    const next = Math.min(instant + PROBE_MS, to);
    const after = offsetAt(next);
    if (after === offset) continue;
    const changed = changeBetween(offsetAt, instant, next);
    yield { from: start, to: changed, offset };
    start = changed;
    offset = after;
  }
  yield { from: start, to, offset };
}

/** The first instant of the offset that holds at `to`. */
const changeBetween = (offsetAt: (instant: number) => number, from: number, to: number): number => {
  const after = offsetAt(to);
  let [before, changed] = [from, to];
  while (changed - before > 1) {
    const middle = Math.floor((before + changed) / 2);
    if (offsetAt(middle) === after) changed = middle;
    else before = middle;
  }
  return changed;
};
