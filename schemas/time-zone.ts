/** Time zones by their names in the IANA database. */
import { DateTime, IANAZone } from 'luxon';

/** Whether the time zone exists, like `Europe/Berlin`. Offsets do not count, because they have no summer time. */
export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);

/** When the day of `at` ends in a time zone, both in ms since the epoch; always later than `at`. */
export const endOfDay = (zone: string, at: number): number =>
  DateTime.fromMillis(at, { zone }).startOf('day').plus({ days: 1 }).startOf('day').toMillis();
