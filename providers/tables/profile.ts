/** Profiles the columns of a table while its rows stream by. */
import { uniqueKey } from '../../schemas/unique-key.js';
import { fieldKeyOf } from './field-key.js';
import type { TableRow } from './types.js';

export type ColumnType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'mobile'
  | 'email'
  | 'uuid';

export interface ColumnProfile {
  readonly column: string;
  /** Index of the column in each row. */
  readonly index: number;
  /** Field key derived from the name; unique among the columns. */
  readonly fieldKey: string;
  /** The type of most values; text if they are mixed. */
  readonly type: ColumnType;
  /** Number of filled values that fit each type. */
  readonly fits: Readonly<Record<ColumnType, number>>;
  readonly filled: number;
  readonly empty: number;
  readonly needsReview: boolean;
  /** Reason for a review: some values do not fit the type of most; a date is ambiguous. */
  readonly reviewReason: 'mixed_types' | 'ambiguous_date' | null;
}

export interface Profiler {
  add(row: TableRow): void;
  result(): readonly ColumnProfile[];
}

/** From the most specific to the most general. */
const TYPES = ['uuid', 'email', 'mobile', 'boolean', 'integer', 'decimal', 'datetime', 'date'] as const;

const PATTERNS: Readonly<Record<(typeof TYPES)[number], RegExp>> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  mobile: /^\+[1-9](?:[ ().-]*\d){7,14}$/,
  boolean: /^(?:true|false|yes|no)$/i,
  integer: /^-?\d{1,15}$/,
  decimal: /^-?\d{1,15}(?:[.,]\d{1,15})?$/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  date: /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})$/,
};
/** A date whose day and month are interchangeable. */
const AMBIGUOUS_DATE = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d{4}$/;
const SLASHED_DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

/** Share of values that must fit a type for the column to have it. */
const MIN_SHARE = 0.8;

/** Year, month and day, in the order of ISO 8601, or day and month in either order and the year. */
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})/;
const YEAR_LAST = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Whether the calendar has the day that a date or a time of the right form names; other values have none. */
const isInCalendar = (value: string): boolean => {
  const [, year, month, day] = YEAR_FIRST.exec(value) ?? [];
  if (year !== undefined) return isDay(Number(year), Number(month), Number(day));
  const [, first, second, last] = YEAR_LAST.exec(value) ?? [];
  if (last === undefined) return true;
  return (
    isDay(Number(last), Number(second), Number(first)) || isDay(Number(last), Number(first), Number(second))
  );
};

const DATED: ReadonlySet<ColumnType> = new Set(['date', 'datetime']);

const fitsPattern = (type: (typeof TYPES)[number], value: string): boolean =>
  PATTERNS[type].test(value) && (!DATED.has(type) || isInCalendar(value));

/** Whether a value fits the type. An empty value fits none. */
export const fitsType = (type: ColumnType, value: string): boolean =>
  type === 'text' ? value !== '' : fitsPattern(type, value.trim());

interface Counter {
  filled: number;
  empty: number;
  ambiguous: number;
  slashed: number;
  readonly fits: Record<ColumnType, number>;
}

const noFits = (): Record<ColumnType, number> => ({
  text: 0,
  integer: 0,
  decimal: 0,
  boolean: 0,
  date: 0,
  datetime: 0,
  mobile: 0,
  email: 0,
  uuid: 0,
});

export const createProfiler = (header: readonly string[]): Profiler => {
  const counters = header.map(
    (): Counter => ({
      filled: 0,
      empty: 0,
      ambiguous: 0,
      slashed: 0,
      fits: noFits(),
    }),
  );
  return {
    add: ({ cells }) => {
      for (const [index, counter] of counters.entries()) count(counter, (cells[index] ?? '').trim());
    },
    result: () => {
      const taken = new Set<string>();
      return header.map((column, index) =>
        profileOf(column, index, uniqueKey(fieldKeyOf(column), taken), counters[index]),
      );
    },
  };
};

const count = (counter: Counter, value: string): void => {
  if (value === '') {
    counter.empty += 1;
    return;
  }
  counter.filled += 1;
  counter.fits.text += 1;
  // Longer values count as plain text, without a test of the other types.
  if (value.length > 64) return;
  for (const type of TYPES) if (fitsPattern(type, value)) counter.fits[type] += 1;
  if (!SLASHED_DATE.test(value)) return;
  counter.slashed += 1;
  if (AMBIGUOUS_DATE.test(value)) counter.ambiguous += 1;
};

const profileOf = (
  column: string,
  index: number,
  fieldKey: string,
  counter: Counter | undefined,
): ColumnProfile => {
  const { filled = 0, empty = 0, ambiguous = 0, slashed = 0, fits } = counter ?? {};
  const counted: Readonly<Record<ColumnType, number>> = fits ?? noFits();
  // Of types that fit equally well, the more specific one wins.
  const best = TYPES.reduce<ColumnType>(
    (chosen, type) => (counted[type] > (chosen === 'text' ? 0 : counted[chosen]) ? type : chosen),
    'text',
  );
  const type = best !== 'text' && filled > 0 && counted[best] >= filled * MIN_SHARE ? best : 'text';
  const mixed = type !== 'text' && counted[type] < filled;
  const unclear = type === 'date' && slashed > 0 && ambiguous === slashed;
  return {
    column,
    index,
    fieldKey,
    type,
    fits: counted,
    filled,
    empty,
    needsReview: mixed || unclear,
    // The order must be decided, whatever else the column contains: without it dates would be stored as they are written.
    reviewReason: unclear ? 'ambiguous_date' : mixed ? 'mixed_types' : null,
  };
};
