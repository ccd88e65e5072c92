/** The columns of an export of contacts that are not fields. An import recognises them by their names. */

/** Begins the names of all of these columns, which no field of a contact needs. */
export const EXPORT_PREFIX = 'parley_';

/** Imported as the contact's time zone. */
export const TIME_ZONE_COLUMN = `${EXPORT_PREFIX}time_zone`;

/** For readers of the file; an import ignores them. */
export const INFORMATIVE_COLUMNS = [
  `${EXPORT_PREFIX}other_mobiles`,
  `${EXPORT_PREFIX}id`,
  `${EXPORT_PREFIX}categories`,
  `${EXPORT_PREFIX}blocked`,
  `${EXPORT_PREFIX}last_contact`,
  `${EXPORT_PREFIX}created_at`,
] as const;
