/** Call windows: when recipients may be contacted, by the clocks and calendars of their time zone. */
import { DateTime, IANAZone } from 'luxon';
import { type CallWindow, WEEKDAYS } from '../../schemas/campaign.js';

/** Whether there is such a time zone. */
export const isTimezone = (name: string): boolean => IANAZone.isValidZone(name);

/** A window never stays the same for longer; looked at again then. */
const DAYS_AHEAD = 8;

export interface WindowState {
  readonly open: boolean;
  /** When that changes, ms since the epoch; null: never. */
  readonly changesAt: number | null;
}

/** How the window stands at `at`, ms since the epoch. Without a window it is always open. */
export const windowAt = (window: CallWindow | null, at: number): WindowState => {
  if (window === null) return { open: true, changesAt: null };
  const spans = spansAround(window, at);
  const now = spans.find(({ from, to }) => from <= at && at < to);
  if (now !== undefined) return { open: true, changesAt: endOf(spans, now.to) };
  const next = spans.find(({ from }) => from > at);
  return { open: false, changesAt: next?.from ?? null };
};

interface Span {
  readonly from: number;
  readonly to: number;
}

/** In order, from the day before, which may reach into today. */
const spansAround = ({ timezone, days, start, end }: CallWindow, at: number): readonly Span[] => {
  const today = DateTime.fromMillis(at, { zone: timezone }).startOf('day');
  const spans: Span[] = [];
  for (let offset = -1; offset <= DAYS_AHEAD; offset += 1) {
    const day = today.plus({ days: offset });
    const name = WEEKDAYS[day.weekday - 1];
    if (name === undefined || !days.includes(name)) continue;
    const from = timeOn(day, start);
    const to = timeOn(end > start ? day : day.plus({ days: 1 }), end);
    if (to > from) spans.push({ from, to });
  }
  return spans;
};

/** A time that the clocks skip that day is the moment at which they do. */
const timeOn = (day: DateTime, time: string): number => {
  const [hour, minute] = time.split(':').map(Number);
  return day.set({ hour: hour ?? 0, minute: minute ?? 0 }).toMillis();
};

/** Where spans follow each other without a gap, the end of the last. */
const endOf = (spans: readonly Span[], to: number): number | null => {
  let end = to;
  for (const span of spans) if (span.from <= end && span.to > end) end = span.to;
  return end;
};
