/** The quarters of an hour of a period, and the hours and days of a time zone that they belong to. */
import { DAY_MS, MINUTE_MS, offsetIn, offsetStretches } from '../../schemas/time-zone.js';
import { QUARTER_MS } from '../../views/analytics/tally.js';

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
  for (const stretch of offsetStretches(offsetIn(zone), from, to)) {
    for (let at = from + times.length * QUARTER_MS; at < stretch.to; at += QUARTER_MS) {
      const local = at + stretch.offset;
      const hour = Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / (60 * MINUTE_MS));
      times.push(by === 'hour' ? String(hour).padStart(2, '0') : new Date(local).toISOString().slice(0, 10));
    }
  }
  return times;
};
