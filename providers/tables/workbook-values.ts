/** Values of cells as a workbook shows them: numbers without exponents, dates and times by their formats, escaped characters. Pure. */

/** What a number format shows. */
export type NumberFormat =
  | { readonly type: 'number' }
  /** A whole number with leading zeros. */
  | { readonly type: 'padded'; readonly digits: number }
  | { readonly type: 'date' }
  | { readonly type: 'time' }
  /** Hours beyond a day. */
  | { readonly type: 'duration' };

const NUMBER: NumberFormat = { type: 'number' };
const DATE: NumberFormat = { type: 'date' };
const TIME: NumberFormat = { type: 'time' };
const DURATION: NumberFormat = { type: 'duration' };

/** Built-in formats of times and durations; the dates are below (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  [18, TIME],
  [19, TIME],
  [20, TIME],
  [21, TIME],
  [45, DURATION],
  [46, DURATION],
  [47, DURATION],
]);
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

export const builtInFormat = (id: number): NumberFormat =>
  BUILT_IN.get(id) ?? (BUILT_IN_DATES.has(id) ? DATE : NUMBER);

/** Text that is shown as it is: quoted, escaped, the width of a letter (`_D`), a letter that fills the cell (`*d`). */
const LITERAL = /"[^"]*"|\\.|_.|\*./g;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Colours, conditions, currencies and locales. */
const BRACKETS = /\[[^\]]*\]/g;

/** The meaning of a format's code (ECMA-376 part 1, 18.8.31), by its section for positive numbers. */
export const formatOf = (code: string): NumberFormat => {
  const [section = ''] = code.replaceAll(LITERAL, '').split(';');
  if (ELAPSED.test(section)) return DURATION;
  const plain = section.replaceAll(BRACKETS, '').trim();
  if (/^general$/i.test(plain)) return NUMBER;
  if (/^0{2,}$/.test(plain)) return { type: 'padded', digits: plain.length };
  // The E of a scientific format stands between digits.
  const letters = plain.replaceAll(/e[+-]/gi, '');
  if (/[yd]/i.test(letters)) return DATE;
  if (/[hs]/i.test(letters)) return TIME;
  return /m/i.test(letters) ? DATE : NUMBER;
};

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Day 0 of the two calendars; the first counts a 29 February 1900 that never existed. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
/** The significant digits that a spreadsheet keeps and shows. */
const SIGNIFICANT_DIGITS = 15;

/** The value of a number cell. `epoch1904`: whether the workbook counts days from 1904. */
export const numberText = (value: string, format: NumberFormat, epoch1904: boolean): string => {
  if (value === '') return '';
  switch (format.type) {
    case 'padded':
      return /^\d+$/.test(value) ? value.padStart(format.digits, '0') : plainNumber(value);
    case 'date':
      return serialDate(Number(value), epoch1904);
    case 'time':
      // A date whose format hides it is not lost.
      return Number(value) < 1 ? clock(Number(value)) : serialDate(Number(value), epoch1904);
    case 'duration':
      return clock(Number(value));
    case 'number':
      return plainNumber(value);
  }
};

/** A serial date (ECMA-376 part 1, 18.17.4) as ISO 8601: a date, or a date and time if it has one. */
const serialDate = (serial: number, epoch1904: boolean): string => {
  if (!Number.isFinite(serial)) return '';
  const ms = Math.round((epoch1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + serial * DAY_MS);
  if (Math.abs(ms) > 8.64e15) return '';
  const text = new Date(ms).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
};

/** `09:00:00`; hours beyond a day go on counting. */
const clock = (days: number): string => {
  if (!Number.isFinite(days) || days < 0) return '';
  const seconds = Math.round(days * DAY_SECONDS);
  const pair = (part: number): string => String(part).padStart(2, '0');
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(pair).join(':');
};

/** Without an exponent and without the noise of binary fractions; whole numbers as they stand in the file. */
const plainNumber = (value: string): string => {
  if (/^-?\d+$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const rounded = Number(number.toPrecision(SIGNIFICANT_DIGITS));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Math.abs(rounded) >= 1 ? BigInt(rounded).toString() : rounded.toFixed(20).replace(/0+$/, '');
};

/** Characters that XML cannot carry are `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
