/** Cell references and dates of workbooks (ECMA-376 part 1, 18.3.1.4 and 18.17.4). */

const DAY_MS = 86_400_000;
/** Day 0 of the two calendars; the first counts a 29 February 1900 that never existed. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/** 0 for `A1`, 26 for `AA7`. */
export const columnIndex = (reference: string): number => {
  let index = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    index = index * 26 + value;
  }
  return index - 1;
};

/** A serial date as ISO 8601: a date, or a date and time if it has one. */
export const serialDate = (serial: number, epoch1904: boolean): string => {
  if (!Number.isFinite(serial)) return '';
  const ms = Math.round((epoch1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + serial * DAY_MS);
  if (Math.abs(ms) > 8.64e15) return '';
  const text = new Date(ms).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
};
