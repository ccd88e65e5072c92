/** Time zones by their names in the IANA database. */
import { DateTime, IANAZone } from 'luxon';

/** Whether there is such a time zone, like `Europe/Berlin`; offsets are none, for they know no summer. */
export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);

/** When the day ends in a time zone in which it is `at`, both in ms since the epoch; always later than `at`. */
export const endOfDay = (zone: string, at: number): number =>
  DateTime.fromMillis(at, { zone }).startOf('day').plus({ days: 1 }).startOf('day').toMillis();
