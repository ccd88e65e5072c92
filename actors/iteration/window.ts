/**
 * Call windows: when recipients may be contacted, by the clocks and calendars of their time zone.
 *
 * A window is open while a clock on the wall there shows a time in it. So it opens at the moment at which the clocks
 * skip its start, and what they show a second time is in it a second time.
 */
import { type CallWindow, WEEKDAYS } from '../../schemas/campaign.js';
import { DAY_MS, MINUTE_MS, offsetIn, offsetStretches } from '../../schemas/zone-offsets.js';

/** A window is open at least once in two weeks: a zone may have skipped the one weekday of the first. */
const DAYS_AHEAD = 15;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu');

export interface WindowState {
  readonly open: boolean;
  /** When that changes, ms since the epoch; null: never. */
  readonly changesAt: number | null;
}

/**
 * How the window stands at `at`, ms since the epoch. It is always open without a window, and where it holds in each
 * recipient's own time zone: that is judged for each of them (operations/outreach/calling-hours-rule.ts).
 */
export const windowAt = (window: CallWindow | null, at: number): WindowState => {
  if (window === null || window.recipientTimezone === true) return { open: true, changesAt: null };
  const start = minutesOf(window.start);
  const end = minutesOf(window.end);
  const days = window.days.map((name) => WEEKDAYS.indexOf(name));
  const offsetAt = offsetIn(window.timezone);

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
    for (const { from, to, offset } of offsetStretches(
      offsetAt,
      at + day * DAY_MS,
      at + (day + 1) * DAY_MS,
    )) {
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
