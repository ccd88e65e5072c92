/**
 * Dates as people and programs write them in figures: `05/06/2026`, `5.6.2026`, `2026-06-05`, with or without a time. Which of
 * the two small numbers is the month, the text does not say; an order does. Pure.
 */
import { DATE_ORDERS, type DateOrder } from '../../schemas/contacts/job.js';

/** The text as ISO 8601 in each order; null: no calendar has that day. */
export type DateReadings = Readonly<Record<DateOrder, string | null>>;

interface Figures {
  readonly parts: readonly [string, string, string];
  readonly separator: string;
  /** Whether the year comes first; otherwise it is last. */
  readonly yearFirst: boolean;
  /** As ISO 8601, with its `T`; empty: the text has none. */
  readonly time: string;
}

/** Longest text that is looked at: a date with a time and an offset has thirty characters. */
const MOST_CHARACTERS = 40;

const DATE = /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}))/;
const TIME =
  /^(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?([AP])\.?M\.?)?( ?(?:Z|[+-]\d{2}:?\d{2}))?$/i;

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const two = (number: number | string): string => String(number).padStart(2, '0');

/** Null: no clock shows it. */
const isoTime = (text: string): string | null => {
  if (text === '') return '';
  const [, hours, minutes = '', seconds = '00', half, offset = ''] = TIME.exec(text) ?? [];
  if (hours === undefined) return null;
  const shown = Number(hours);
  if (half !== undefined && (shown < 1 || shown > 12)) return null;
  const hour = half === undefined ? shown : (shown % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return `T${two(hour)}:${minutes}:${seconds}${offset.trim().toUpperCase()}`;
};

/** Null: not written as a date. */
const figuresIn = (text: string): Figures | null => {
  const written = text.trim();
  if (written.length > MOST_CHARACTERS) return null;
  const found = DATE.exec(written);
  if (found === null) return null;
  const [
    all,
    year,
    leading = '',
    second = '',
    third = '',
    first = '',
    trailing = '',
    middle = '',
    last = '',
  ] = found;
  const time = isoTime(written.slice(all.length));
  if (time === null) return null;
  return year === undefined
    ? { parts: [first, middle, last], separator: trailing, yearFirst: false, time }
    : { parts: [year, second, third], separator: leading, yearFirst: true, time };
};

const isoOf = ({ parts, yearFirst, time }: Figures, order: DateOrder): string | null => {
  const [first, second, third] = parts;
  // A year of four digits says itself where it stands: such a date has one reading in every order.
  if (yearFirst) return isoDay(first, second, third, time);
  if (order === 'ymd') return null;
  return order === 'dmy' ? isoDay(third, second, first, time) : isoDay(third, first, second, time);
};

const isoDay = (year: string, month: string, day: string, time: string): string | null =>
  isDay(Number(year), Number(month), Number(day)) ? `${year}-${two(month)}-${two(day)}${time}` : null;

/** The date as ISO 8601, with its time if it has one; null: the text is no date in this order. */
export const isoDate = (text: string, order: DateOrder): string | null => {
  const figures = figuresIn(text);
  return figures === null ? null : isoOf(figures, order);
};

/** Null: not written as a date, whatever the order. */
export const dateReadings = (text: string): DateReadings | null => {
  const figures = figuresIn(text);
  if (figures === null) return null;
  const readings = (order: DateOrder): string | null => isoOf(figures, order);
  return { dmy: readings('dmy'), mdy: readings('mdy'), ymd: readings('ymd') };
};

/** The dates of a column. */
export interface DateColumn {
  /** The only order in which most can be read; `ambiguous`: the values do not say whether day or month is first. */
  readonly order: DateOrder | 'ambiguous';
  /** Filled values that are no date in this order; in any order, if it is ambiguous. */
  readonly misfits: number;
}

/** Share of the filled values that must be written as dates. */
const MIN_SHARE = 0.8;

/** Null: not a column of dates. `values`: the filled ones. */
export const dateColumn = (values: readonly string[]): DateColumn | null => {
  const written = values.flatMap((value) => figuresIn(value) ?? []);
  const dates = written.filter((figures) => DATE_ORDERS.some((order) => isoOf(figures, order) !== null));
  if (dates.length === 0 || written.length < values.length * MIN_SHARE) return null;
  const order = orderOf(dates);
  const fits =
    order === 'ambiguous' ? dates.length : dates.filter((figures) => isoOf(figures, order) !== null).length;
  return { order, misfits: values.length - fits };
};

const orderOf = (dates: readonly Figures[]): DateOrder | 'ambiguous' => {
  const open = dates.filter(({ yearFirst }) => !yearFirst);
  if (open.length === 0) return 'ymd';
  const only = (order: DateOrder, other: DateOrder): boolean =>
    open.some((figures) => isoOf(figures, order) !== null && isoOf(figures, other) === null);
  const [dayFirst, monthFirst] = [only('dmy', 'mdy'), only('mdy', 'dmy')];
  if (dayFirst !== monthFirst) return dayFirst ? 'dmy' : 'mdy';
  if (dayFirst) return 'ambiguous';
  // Countries that write dots write the day first; and the same day in both orders needs no choice.
  const isClear = open.every(
    (figures) => figures.separator === '.' || isoOf(figures, 'dmy') === isoOf(figures, 'mdy'),
  );
  return isClear ? 'dmy' : 'ambiguous';
};
