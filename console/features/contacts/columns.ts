/** The use of each column in a file of contacts: as the service takes it, then corrected by the user. */
import type { Data } from '../../api/client.js';

export type Preview = Data<'previewContactImport'>['preview'];
export type PreviewedColumn = Preview['columns'][number];

/** `labelled`: one of several numbers, among which a label chooses row by row. `part`: of the name. */
export type Use = 'mobile' | 'labelled' | 'name' | 'part' | 'field' | 'zone' | 'ignore';

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface ColumnUse {
  readonly column: string;
  readonly use: Use;
  /** The key of the field, for columns used as fields. */
  readonly key: string;
  /** The order of dates, which are stored in one form; `text`: stored as written; `open`: the user must choose. */
  readonly dates: DateOrder | 'text' | 'open';
}

const USE_OF: Readonly<Record<PreviewedColumn['use'], Use>> = {
  mobile: 'mobile',
  name: 'name',
  first_name: 'part',
  last_name: 'part',
  time_zone: 'zone',
  field: 'field',
  ignored: 'ignore',
};

const useOf = ({ use, label }: PreviewedColumn): Use => (label === null ? USE_OF[use] : 'labelled');

/** As the service takes them. */
export const usesOf = ({ columns }: Preview): readonly ColumnUse[] =>
  columns.map((column) => ({
    column: column.column,
    use: useOf(column),
    key: column.key,
    dates: column.dates?.order === 'ambiguous' ? 'open' : 'text',
  }));

/** Changes the use of one column; a use that only one column can have is taken from the other. */
export const withUse = (
  uses: readonly ColumnUse[],
  column: string,
  use: Use,
  labelled: ReadonlySet<string> = new Set(),
): readonly ColumnUse[] => {
  const before = uses.find((columnUse) => columnUse.column === column)?.use;
  return uses.map((columnUse) => {
    if (columnUse.column === column) return { ...columnUse, use };
    const isTaken = columnUse.use === use && (use === 'mobile' || use === 'name' || use === 'zone');
    // A full name replaces its parts, a number those that labels choose, and the labels choose among all or none.
    const isReplaced =
      (use === 'name' && columnUse.use === 'part') ||
      (use === 'part' && columnUse.use === 'name') ||
      (use === 'labelled' && columnUse.use === 'mobile') ||
      (columnUse.use === 'labelled' && (use === 'mobile' || (before === 'labelled' && use !== 'ignore')));
    if (use === 'labelled' && labelled.has(columnUse.column)) return { ...columnUse, use };
    return isTaken || isReplaced ? { ...columnUse, use: 'field' } : columnUse;
  });
};

/** The columns that labels can choose among. */
export const labelledColumns = ({ columns }: Preview): ReadonlySet<string> =>
  new Set(columns.flatMap(({ column, label }) => (label === null ? [] : [column])));

export type ColumnProblem = 'no_mobile' | 'key' | 'twice' | 'many' | 'dates';

const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Of a contact, as the service counts them. */
const MOST_FIELDS = 100;

/** What the service would refuse, or the user has to decide first. */
export const problemOf = (uses: readonly ColumnUse[]): ColumnProblem | null => {
  if (!uses.some(({ use }) => use === 'mobile' || use === 'labelled')) return 'no_mobile';
  const fields = uses.filter(({ use }) => use === 'field');
  const keys = fields.map(({ key }) => key);
  if (keys.some((key) => !KEY.test(key))) return 'key';
  if (new Set(keys.map((key) => key.toLowerCase())).size < keys.length) return 'twice';
  if (keys.length > MOST_FIELDS) return 'many';
  return fields.some(({ dates }) => dates === 'open') ? 'dates' : null;
};

export interface Mapping {
  readonly mobile?: string;
  readonly name?: string;
  readonly nameParts?: readonly string[];
  readonly timeZone?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly ignore?: readonly string[];
  readonly dates?: Readonly<Record<string, DateOrder>>;
  readonly defaultCountry?: string;
  readonly encoding?: Encoding;
}

export type Encoding = NonNullable<Preview['encoding']>;

/** What the user chose beside the columns. */
export interface FileChoices {
  /** Two letters; empty if numbers are international. */
  readonly country: string;
  /** Null: as detected. */
  readonly encoding: Encoding | null;
}

/** The mapping in the form of an import. */
export const mappingOf = (
  uses: readonly ColumnUse[],
  preview: Preview,
  { country, encoding }: FileChoices,
): Mapping => {
  const withThis = (use: Use): readonly string[] =>
    uses.filter((columnUse) => columnUse.use === use).map(({ column }) => column);
  const [mobile] = withThis('mobile');
  const [name] = withThis('name');
  const [timeZone] = withThis('zone');
  const parts = withThis('part');
  const fields = uses.filter(({ use }) => use === 'field');
  return {
    ...(mobile === undefined ? {} : { mobile }),
    ...(name === undefined ? {} : { name }),
    ...(name !== undefined || isAsFound(parts, preview) ? {} : { nameParts: parts }),
    ...(timeZone === undefined ? {} : { timeZone }),
    fields: Object.fromEntries(fields.map(({ column, key }) => [column, key])),
    ignore: withThis('ignore'),
    dates: datesOf(fields),
    ...(country === '' ? {} : { defaultCountry: country }),
    ...(encoding === null ? {} : { encoding }),
  };
};

const datesOf = (fields: readonly ColumnUse[]): Readonly<Record<string, DateOrder>> =>
  Object.fromEntries(
    fields.flatMap(({ column, dates }) => (dates === 'text' || dates === 'open' ? [] : [[column, dates]])),
  );

/** Whether these parts of the name are those that the service found: it knows their order in each language. */
const isAsFound = (parts: readonly string[], { columns }: Preview): boolean => {
  const found = columns.filter((column) => useOf(column) === 'part').map(({ column }) => column);
  const hasName = columns.some((column) => useOf(column) === 'name');
  return !hasName && found.length === parts.length && found.every((column) => parts.includes(column));
};

/** What the preview must know of the choices: enough to count the rows that an import would refuse. */
export const previewMappingOf = (
  uses: readonly ColumnUse[] | null,
  { country, encoding }: FileChoices,
): Mapping => {
  const mobile = uses?.find(({ use }) => use === 'mobile')?.column;
  const dates = datesOf(uses?.filter(({ use }) => use === 'field') ?? []);
  return {
    ...(mobile === undefined ? {} : { mobile }),
    ...(Object.keys(dates).length === 0 ? {} : { dates }),
    ...(country === '' ? {} : { defaultCountry: country }),
    ...(encoding === null ? {} : { encoding }),
  };
};
