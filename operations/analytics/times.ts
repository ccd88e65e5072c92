/** The quarters of an hour of a period, and the hours and days of a time zone that they belong to. */
import { DAY_MS, MINUTE_MS, type OffsetStretch, offsetIn, offsetStretches } from '../../schemas/time-zone.js';
import { QUARTER_MS, WEEK_MS } from '../../views/analytics/tally.js';

/** ms since the epoch, whole quarters of an hour; `to` is excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span in whole quarters that contains the given times. */
export const wholeQuarters = ({ from, to }: Span): Span => ({
  from: Math.floor(from / QUARTER_MS) * QUARTER_MS,
  to: Math.ceil(to / QUARTER_MS) * QUARTER_MS,
});

/** As long, right before. */
export const spanBefore = ({ from, to }: Span): Span => ({ from: from - (to - from), to: from });

/** The hour (`07`) or the day (`2026-03-01`) of each quarter of a span, by its number in the span. */
export const timesIn = (zone: string, { from, to }: Span, by: 'hour' | 'day'): readonly string[] => {
  const times: string[] = [];
  const nameOf = by === 'hour' ? hourOf : dayOf();
  for (const stretch of stretchesOf(offsetIn(zone), { from, to }))
    for (let at = from + times.length * QUARTER_MS; at < stretch.to; at += QUARTER_MS)
      times.push(nameOf(at + stretch.offset));
  return times;
};

/** Only weeks in which the clocks change are searched: no zone puts them forward and back within one. */
function* stretchesOf(offsetAt: (instant: number) => number, { from, to }: Span): Iterable<OffsetStretch> {
  for (let start = from; start < to; start += WEEK_MS) {
    const end = Math.min(start + WEEK_MS, to);
    const offset = offsetAt(start);
    if (offsetAt(end) === offset) yield { from: start, to: end, offset };
    else yield* offsetStretches(offsetAt, start, end);
  }
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const hourOf = (local: number): string =>
  HOURS[Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / (60 * MINUTE_MS))] ?? '';

/** Formats each day once. */
const dayOf = (): ((local: number) => string) => {
  const days = new Map<number, string>();
  return (local) => {
    const day = Math.floor(local / DAY_MS);
    const known = days.get(day);
    if (known !== undefined) return known;
    const name = new Date(day * DAY_MS).toISOString().slice(0, 10);
    days.set(day, name);
    return name;
  };
};
