/**
 * When a recipient may be contacted, by local time in the recipient's time zones, all of which must agree.
 *
 * As with windows (actors/iteration/window.ts), hours apply while a wall clock shows a time in them: an hour that the
 * clocks skip does not exist, and one that they show twice counts twice.
 */
import { DateTime } from 'luxon';
import { WEEKDAYS } from '../../schemas/campaigns/call-window.js';
import type { LocalHours, QuietHours } from '../../schemas/campaigns/calling-hours.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { DAY_MS, MINUTE_MS, offsetIn, offsetStretches } from '../../schemas/time-zone.js';

/** How far ahead a common open time is searched, days. */
const DAYS_AHEAD = 14;
const DAY_MINUTES = 24 * 60;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu');

/** Hours in some time zones, by their names in the IANA database. */
interface ZonedHours {
  readonly hours: readonly LocalHours[];
  readonly zones: readonly string[];
}

export interface ContactHours {
  /** Only within these; null: at any time. */
  readonly window: ZonedHours | null;
  /** Not within these; null: never quiet. */
  readonly quiet: ZonedHours | null;
}

export type ContactTime =
  | { readonly allowed: true }
  /** `from`: when it is allowed next, ms since the epoch; null: not within two weeks. */
  | { readonly allowed: false; readonly from: number | null };

/** Whether contact is allowed at `at`, ms since the epoch, in every one of the zones. */
export const contactTimeAt = ({ window, quiet }: ContactHours, at: number): ContactTime => {
  const schedules = [
    ...(window === null ? [] : schedulesOf(window, weekOf(window.hours))),
    ...(quiet === null ? [] : schedulesOf(quiet, weekOf(quiet.hours).map(complement))),
  ];
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    const from = at + day * DAY_MS;
    let open: readonly Span[] = [{ from, to: from + DAY_MS }];
    for (const schedule of schedules) {
      if (open.length === 0) break;
      open = intersection(open, opened(schedule, from, from + DAY_MS));
    }
    const [first] = open;
    if (first !== undefined)
      return first.from === at ? { allowed: true } : { allowed: false, from: first.from };
  }
  return { allowed: false, from: null };
};

/** When the day of `at` began, in the zone in which that was earliest. Both in ms since the epoch. */
export const dayStartIn = (zones: readonly string[], at: number): number =>
  Math.min(...zones.map((zone) => DateTime.fromMillis(at, { zone }).startOf('day').toMillis()));

/** When the next day has begun in all of the zones. Both in ms since the epoch. */
export const nextDayIn = (zones: readonly string[], at: number): number =>
  Math.max(
    ...zones.map((zone) => DateTime.fromMillis(at, { zone }).plus({ days: 1 }).startOf('day').toMillis()),
  );

/** A half-open interval. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Minutes of a day, in order, without overlaps. */
type DayMinutes = readonly Span[];

/** A week of a zone, from Monday. */
interface Schedule {
  readonly offsetAt: (instant: number) => number;
  readonly week: readonly DayMinutes[];
}

const schedulesOf = ({ zones }: ZonedHours, week: readonly DayMinutes[]): readonly Schedule[] =>
  [...new Set(zones)].map((zone) => ({ offsetAt: offsetIn(zone), week }));

const weekOf = (hours: readonly LocalHours[]): readonly DayMinutes[] => {
  const week: Span[][] = WEEKDAYS.map(() => []);
  for (const { days, start, end } of hours) {
    const [from, to] = [minutesOf(start), minutesOf(end)];
    for (const name of days) {
      const day = WEEKDAYS.indexOf(name);
      week[day]?.push({ from, to: to > from ? to : DAY_MINUTES });
      if (to <= from) week[(day + 1) % 7]?.push({ from: 0, to });
    }
  }
  return week.map(merged);
};

const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

const merged = (spans: readonly Span[]): readonly Span[] => {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (span.to <= span.from) continue;
    if (last === undefined || span.from > last.to) result.push(span);
    else result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return result;
};

const complement = (spans: DayMinutes): DayMinutes => {
  const result: Span[] = [];
  let from = 0;
  for (const span of spans) {
    if (span.from > from) result.push({ from, to: span.from });
    from = span.to;
  }
  return from < DAY_MINUTES ? [...result, { from, to: DAY_MINUTES }] : result;
};

/** The spans between two instants in which the schedule is open. */
const opened = ({ offsetAt, week }: Schedule, from: number, to: number): readonly Span[] => {
  const spans: Span[] = [];
  for (const stretch of offsetStretches(offsetAt, from, to)) {
    const { offset } = stretch;
    const last = Math.floor((stretch.to - 1 + offset) / DAY_MS);
    for (let day = Math.floor((stretch.from + offset) / DAY_MS); day <= last; day += 1) {
      // `day` counts from 1970-01-01 and is negative before.
      const weekday = (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
      for (const minutes of week[weekday] ?? []) {
        const start = Math.max(day * DAY_MS + minutes.from * MINUTE_MS - offset, stretch.from);
        const end = Math.min(day * DAY_MS + minutes.to * MINUTE_MS - offset, stretch.to);
        if (start < end) spans.push({ from: start, to: end });
      }
    }
  }
  return spans;
};

const intersection = (left: readonly Span[], right: readonly Span[]): readonly Span[] => {
  const result: Span[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [left[i], right[j]];
    if (a === undefined || b === undefined) return result;
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (from < to) result.push({ from, to });
    if (a.to < b.to) i += 1;
    else j += 1;
  }
};

/** 1970-01-01; in UTC, every week is like the next. */
const ANY_TIME = 0;

/** Errors of quiet hours that match their schema; null has none. */
export const quietHoursProblems = (hours: QuietHours | null): readonly ErrorDetail[] => {
  if (hours === null) return [];
  const time = contactTimeAt({ window: null, quiet: { hours, zones: ['UTC'] } }, ANY_TIME);
  return time.allowed || time.from !== null
    ? []
    : [{ path: '/quietHours', message: 'must leave some time of the week in which calls are allowed' }];
};
