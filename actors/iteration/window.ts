/**
 * Call windows: when recipients may be contacted, by the clocks and calendars of their time zone.
 *
 * A window is open while a clock on the wall there shows a time in it. So it opens at the moment at which the clocks
 * skip its start, and what they show a second time is in it a second time.
 */
import { IANAZone } from 'luxon';
import { type CallWindow, WEEKDAYS } from '../../schemas/campaign.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The clocks of a zone are not changed twice within so short a time, ms. */
const PROBE_MS = DAY_MS / 4;
/** A window is open at least once in two weeks: a zone may have skipped the one weekday of the first. */
const DAYS_AHEAD = 15;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu');

export interface WindowState {
  readonly open: boolean;
  /** When that changes, ms since the epoch; null: never. */
  readonly changesAt: number | null;
}

/** How the window stands at `at`, ms since the epoch. Without a window it is always open. */
export const windowAt = (window: CallWindow | null, at: number): WindowState => {
  if (window === null) return { open: true, changesAt: null };
  const zone = IANAZone.create(window.timezone);
  const start = minutesOf(window.start);
  const end = minutesOf(window.end);
  const days = window.days.map((name) => WEEKDAYS.indexOf(name));
  const offsetAt = (instant: number): number => zone.offset(instant) * MINUTE_MS;

  /** `local`: what the clock shows, as ms since the epoch of a clock at UTC. */
  const isOpen = (local: number): boolean => {
    const minute = Math.floor(local / MINUTE_MS) % (24 * 60);
    const today = (Math.floor(local / DAY_MS) + FIRST_WEEKDAY) % 7;
    if (end > start) return days.includes(today) && start <= minute && minute < end;
    // Over midnight: the evening of one day and the morning of the next.
    return (days.includes(today) && minute >= start) || (days.includes((today + 6) % 7) && minute < end);
  };

  const open = isOpen(at + offsetAt(at));
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    for (const { from, to, offset } of stretches(offsetAt, at + day * DAY_MS, at + (day + 1) * DAY_MS)) {
      const midnight = Math.floor((from + offset) / DAY_MS) * DAY_MS;
      const moments = [midnight, midnight + DAY_MS]
        .flatMap((local) => [local + start * MINUTE_MS, local + end * MINUTE_MS, local])
        .map((local) => local - offset);
      // The clocks may skip what is asked for, so that the moment at which they do counts as well.
      for (const moment of [from, ...moments.sort((one, other) => one - other)])
        if (moment > at && moment >= from && moment < to && isOpen(moment + offset) !== open)
          return { open, changesAt: moment };
    }
  }
  return { open, changesAt: null };
};

const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/** Of the same offset from UTC, all in ms; one after the other without a gap. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

function* stretches(offsetAt: (instant: number) => number, from: number, to: number): Iterable<Stretch> {
  let begun = from;
  let offset = offsetAt(from);
  for (let instant = from; instant < to; instant += PROBE_MS) {
    const next = Math.min(instant + PROBE_MS, to);
    const after = offsetAt(next);
    if (after === offset) continue;
    const changed = changeBetween(offsetAt, instant, next);
    yield { from: begun, to: changed, offset };
    begun = changed;
    offset = after;
  }
  yield { from: begun, to, offset };
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
