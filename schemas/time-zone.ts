/** Time zones by their names in the IANA database. */
import { IANAZone } from 'luxon';

/** Whether there is such a time zone, like `Europe/Berlin`; offsets are none, for they know no summer. */
export const isTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);
