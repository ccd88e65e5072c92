/**
 * Call windows: when recipients may be contacted, by the clocks and calendars of their time zone.
 *
 * A window is open while the local clock shows a time in it. So if the clocks skip its start, it opens at that moment,
 * and a time that they show twice is in it twice.
 */
import { type CallWindow, WEEKDAYS } from '../../schemas/campaigns/call-window.js';
import { DAY_MS, MINUTE_MS, offsetIn, offsetStretches } from '../../schemas/time-zone.js';

/** A window is open at least once in two weeks: a zone may have skipped the one weekday of the first. */
const DAYS_AHEAD = 15;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu');

export interface WindowState {
  readonly open: boolean;
  /** When `open` changes next, ms since the epoch; null: never. */
  readonly changesAt: number | null;
}

/**
 * The state of the window at `at`, ms since the epoch. It is always open if there is no window, and if the window applies
 * in each recipient's own time zone: that is checked for each of them (operations/outreach/calling-hours-rule.ts).
 */
export const windowAt = (window: CallWindow | null, at: number): WindowState => {
  if (window === null || window.recipientTimezone === true) return { open: true, changesAt: null };
  const start = minutesOf(window.start);
  const end = minutesOf(window.end);
  const days = window.days.map((name) => WEEKDAYS.indexOf(name));
  const offsetAt = offsetIn(window.timezone);

  /** `local`: the local clock time, expressed as ms since the epoch of a clock at UTC. */
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
      // The clocks may skip the time in question, so the moment at which they do is checked as well.
      for (const moment of [from, ...moments.sort((first, second) => first - second)])
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
