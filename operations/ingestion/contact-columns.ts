/** Determines the meaning of each column of a contact file. */
import { fieldKeyOf, formerFieldKeyOf } from '../../providers/tables/field-key.js';
import { EXPORT_PREFIX, TIME_ZONE_COLUMN } from '../../schemas/contacts/export-columns.js';
import type { ContactMapping, JobIssue } from '../../schemas/contacts/job.js';
import { uniqueKey } from '../../schemas/unique-key.js';
import { type ColumnKind, kindsOf } from './column-kinds.js';

export interface ContactColumns {
  readonly mobile: number;
  /** Columns joined by a space; empty: contacts are named by their number. */
  readonly name: readonly number[];
  readonly fields: readonly { readonly index: number; readonly key: string }[];
  /** Null: no column has time zones. */
  readonly timeZone: number | null;
}

const wordsIn = (name: string): number => name.trim().split(/[\s_-]+/).length;

/** The column of the kind whose name says least besides: "Phone" rather than "Default Address Phone"; -1: none. */
const plainest = (header: readonly string[], kinds: readonly ColumnKind[], kind: ColumnKind): number =>
  kinds.reduce(
    (found, candidate, index) =>
      candidate === kind && (found < 0 || wordsIn(header[index] ?? '') < wordsIn(header[found] ?? ''))
        ? index
        : found,
    -1,
  );

/** The columns, or the issues that make the file unusable. */
export const contactColumns = (
  header: readonly string[],
  mapping: ContactMapping,
  knownKeys: readonly string[],
): ContactColumns | readonly JobIssue[] => {
  const problems: JobIssue[] = [];
  const named = (column: string): number => {
    const index = header.indexOf(column);
    if (index < 0)
      problems.push({
        row: null,
        column,
        code: 'column_missing',
        message: `the file has no column ${column}`,
      });
    return index;
  };
  const { kinds, familyFirst } = kindsOf(header);
  const first = (kind: ColumnKind): number => kinds.indexOf(kind);

  // A landline is called only if the file has no column of mobile numbers.
  const likely = first('mobile') >= 0 ? first('mobile') : plainest(header, kinds, 'phone');
  const mobile = mapping.mobile === undefined ? likely : named(mapping.mobile);
  if (mapping.mobile === undefined && mobile < 0) {
    const message = 'no column looks like a mobile number; name it in mapping.mobile';
    problems.push({ row: null, column: null, code: 'column_missing', message });
  }
  const whole = mapping.name === undefined ? first('name') : named(mapping.name);
  const parts = familyFirst
    ? [first('last_name'), first('first_name')]
    : [first('first_name'), first('last_name')];
  const name = (whole >= 0 ? [whole] : parts).filter((index) => index >= 0);
  const exported = header.indexOf(TIME_ZONE_COLUMN);
  const ownZone = exported < 0 ? null : exported;
  const timeZone = mapping.timeZone === undefined ? ownZone : named(mapping.timeZone);
  for (const column of Object.keys(mapping.fields ?? {})) named(column);
  if (problems.length > 0) return problems;

  const known = (key: string | null): string | undefined =>
    key === null ? undefined : knownKeys.find((candidate) => candidate.toLowerCase() === key.toLowerCase());
  /** "City" is the field "city" if there is one, and "Straße" the field "Stra_e" that an earlier version made of it. */
  const fieldKey = (column: string): string => {
    const key = fieldKeyOf(column);
    return known(key) ?? known(formerFieldKeyOf(column)) ?? key;
  };
  const ignored = new Set(mapping.ignore ?? []);
  const taken = new Set<string>();
  const fields = header.flatMap((column, index) => {
    // What an export says besides, which is no field unless the mapping makes it one.
    if (column.startsWith(EXPORT_PREFIX) && mapping.fields?.[column] === undefined) return [];
    if (index === mobile || index === timeZone || name.includes(index) || ignored.has(column)) return [];
    return [{ index, key: uniqueKey(mapping.fields?.[column] ?? fieldKey(column), taken) }];
  });
  return { mobile, name, fields, timeZone };
};
