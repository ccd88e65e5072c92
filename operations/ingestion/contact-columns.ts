/** Determines the meaning of each column of a contact file. */
import { fieldKeyOf, formerFieldKeyOf } from '../../providers/tables/field-key.js';
import { EXPORT_PREFIX, TIME_ZONE_COLUMN } from '../../schemas/contacts/export-columns.js';
import type { ContactMapping, DateOrder, JobIssue } from '../../schemas/contacts/job.js';
import { uniqueKey } from '../../schemas/unique-key.js';
import {
  type ColumnKind,
  kindsOf,
  type LabelledNumber,
  labelKind,
  labelledNumbers,
  type NamedColumns,
} from './column-kinds.js';

export interface ContactColumns {
  /** The column of the number; with `labelled`, the one of rows whose labels say nothing. */
  readonly mobile: number;
  /** The numbers among which the labels of each row choose; those that are not chosen are fields. Empty: `mobile` counts. */
  readonly labelled: readonly LabelledNumber[];
  /** Columns joined by a space; empty: contacts are named by their number. */
  readonly name: readonly number[];
  readonly fields: readonly ContactField[];
  /** Null: no column has time zones. */
  readonly timeZone: number | null;
}

interface ContactField {
  readonly index: number;
  readonly key: string;
  /** The order of the column's dates, which become ISO 8601; absent: values stay as they are. */
  readonly dates?: DateOrder;
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
  const { columns, problems } = readColumns(header, mapping, knownKeys);
  return problems.length > 0 ? problems : columns;
};

interface ReadColumns {
  /** As far as they are known: a `mobile` of -1 is missing. */
  readonly columns: ContactColumns;
  /** The key of each column: of fields theirs, of others the one that they would have. */
  readonly keys: readonly string[];
  /** What makes the file unusable; empty: nothing. */
  readonly problems: readonly JobIssue[];
}

export const readColumns = (
  header: readonly string[],
  mapping: ContactMapping,
  knownKeys: readonly string[],
): ReadColumns => {
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
  const recognised = kindsOf(header);
  const { kinds } = recognised;

  // A landline is called only if the file has no column of mobile numbers.
  const likely = kinds.includes('mobile') ? kinds.indexOf('mobile') : plainest(header, kinds, 'phone');
  const chosen = mapping.mobile === undefined ? likely : named(mapping.mobile);
  if (mapping.mobile === undefined && chosen < 0) {
    const message = 'no column looks like a mobile number; name it in mapping.mobile';
    problems.push({ row: null, column: null, code: 'column_missing', message });
  }
  const name = nameColumns(recognised, mapping, named).filter((index) => index >= 0);
  const exported = header.indexOf(TIME_ZONE_COLUMN);
  const ownZone = exported < 0 ? null : exported;
  const timeZone = mapping.timeZone === undefined ? ownZone : named(mapping.timeZone);
  for (const column of [...Object.keys(mapping.fields ?? {}), ...Object.keys(mapping.dates ?? {})])
    named(column);

  const ignored = new Set(mapping.ignore ?? []);
  const labels = labelledNumbers(header);
  const isLabelled =
    mapping.mobile === undefined && labels.length > 1 && labels.some(({ value }) => value === chosen);
  const labelled = isLabelled ? labels.filter(({ value }) => !ignored.has(header[value] ?? '')) : [];
  const mobile = labelled.some(({ value }) => value === chosen) ? chosen : (labelled[0]?.value ?? chosen);
  const keyOf = fieldKeys(mapping, knownKeys);
  const fields = header.flatMap((column, index): readonly ContactField[] => {
    // What an export says besides, which is no field unless the mapping makes it one.
    if (column.startsWith(EXPORT_PREFIX) && mapping.fields?.[column] === undefined) return [];
    const isNumber = index === mobile && labelled.length === 0;
    if (isNumber || index === timeZone || name.includes(index) || ignored.has(column)) return [];
    const dates = mapping.dates?.[column];
    return [{ index, key: keyOf(column), ...(dates === undefined ? {} : { dates }) }];
  });
  const own = new Map(fields.map(({ index, key }) => [index, key]));
  const keys = header.map((column, index) => own.get(index) ?? keyOf(column));
  return { columns: { mobile, labelled, name, fields, timeZone }, keys, problems };
};

const nameColumns = (
  { kinds, familyFirst }: NamedColumns,
  { name, nameParts }: ContactMapping,
  named: (column: string) => number,
): readonly number[] => {
  if (name !== undefined) return [named(name)];
  if (nameParts !== undefined) return nameParts.map(named);
  const first = (kind: ColumnKind): number => kinds.indexOf(kind);
  const parts = familyFirst
    ? [first('last_name'), first('first_name')]
    : [first('first_name'), first('last_name')];
  return first('name') >= 0 ? [first('name')] : parts;
};

/** Gives each column, in the order of the header, a key that no column before it has. */
const fieldKeys = (
  { fields }: ContactMapping,
  knownKeys: readonly string[],
): ((column: string) => string) => {
  const known = (key: string | null): string | undefined =>
    key === null ? undefined : knownKeys.find((candidate) => candidate.toLowerCase() === key.toLowerCase());
  /** "City" is the field "city" if there is one, and "Straße" the field "Stra_e" that an earlier version made of it. */
  const fieldKey = (column: string): string => {
    const key = fieldKeyOf(column);
    return known(key) ?? known(formerFieldKeyOf(column)) ?? key;
  };
  const taken = new Set<string>();
  return (column) => uniqueKey(fields?.[column] ?? fieldKey(column), taken);
};

/** The column with the number of a row: the first filled one that its label calls mobile, else the first that takes calls. */
export const numberColumn = (
  { mobile, labelled }: Pick<ContactColumns, 'mobile' | 'labelled'>,
  cells: readonly string[],
): number => {
  if (labelled.length === 0) return mobile;
  const filled = labelled.filter(({ value }) => (cells[value] ?? '').trim() !== '');
  const kinds = filled.map(({ label }) => labelKind(cells[label] ?? ''));
  const chosen = filled[kinds.indexOf('mobile')] ?? filled[kinds.indexOf('other')];
  return chosen?.value ?? mobile;
};
