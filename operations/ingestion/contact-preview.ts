/** What an import would make of a contact file, by its first rows: the same reading, and nothing is stored. */
import { type DateReadings, dateColumn, dateReadings, isoDate } from '../../providers/tables/dates.js';
import type { Table, TableRow } from '../../providers/tables/table.js';
import type { DateOrder } from '../../schemas/contacts/job.js';
import type { ContactImportPreview, PreviewColumn } from '../../schemas/contacts/preview.js';
import { withoutHidden } from '../../schemas/text.js';
import { kindsOf } from './column-kinds.js';
import { type ContactColumns, readColumns } from './contact-columns.js';
import {
  columnLimit,
  contactReader,
  encodingIssue,
  logDuplicate,
  mobileColumn,
  openContactTable,
  type ReaderOptions,
} from './contact-rows.js';
import { createIssueLog, type IssueLog, lastRow } from './issues.js';
import type { IngestionJob, IngestionMessage } from './messages.js';

/** Rows that are read: enough for dates and numbers to show their form, and read within a moment. */
export const PREVIEW_ROWS = 1_000;
/** Characters of all cells that are read. */
const MOST_CHARACTERS = 4_000_000;
/** Sample values of a column, and how much of each is shown. */
const SAMPLES = 3;
const SAMPLE_CHARACTERS = 200;

type PreviewJob = Extract<IngestionJob, { type: 'contact_preview' }>;

export async function* previewContacts(job: PreviewJob): AsyncGenerator<IngestionMessage> {
  const table = await openContactTable(job.file, job.mapping);
  try {
    yield { type: 'contact_preview', preview: await previewOf(job, table) };
  } finally {
    await table.close();
  }
}

const previewOf = async ({ mapping, knownKeys }: PreviewJob, table: Table): Promise<ContactImportPreview> => {
  const { header, format, encoding, delimiter, sheet, headerRow } = table;
  const issues = createIssueLog();
  const { columns, keys, problems } = readColumns(header, mapping, knownKeys);
  const refusals = [...problems, ...columnLimit(columns)];
  for (const issue of [...refusals, ...encodingIssue(table, mapping)]) issues.add(issue);
  const { rows, read, isComplete } = await firstRows(table, issues);
  const withoutCountry = columns.mobile < 0 ? 0 : readContacts({ mapping, columns, header, issues }, rows);
  const { kept, failedRows } = issues.result();
  return {
    format,
    encoding,
    encodingDetected: encoding !== null && mapping.encoding === undefined,
    delimiter,
    sheet,
    headerRow,
    rows: read,
    complete: isComplete,
    failed: failedRows,
    withoutCountry,
    usable: refusals.length === 0,
    columns: header.map((column, index) => {
      const values = rows
        .map(({ cells }) => withoutHidden(cells[index] ?? ''))
        .filter((value) => value.trim() !== '');
      return previewColumn({ column, index, key: keys[index] ?? '', values, columns, header });
    }),
    issues: [...kept],
  };
};

/** Logs the issues that the import would have; returns how many numbers need the default country. */
const readContacts = (options: ReaderOptions, rows: readonly TableRow[]): number => {
  const reader = contactReader(options);
  const column = mobileColumn(options.columns, options.header);
  const seen = new Map<string, number>();
  for (const row of rows) {
    const contact = reader.row(row);
    if (contact === null) continue;
    const first = seen.get(contact.mobile);
    if (first === undefined) seen.set(contact.mobile, row.row);
    else logDuplicate(options.issues, row.row, column, first);
  }
  reader.finish();
  return reader.withoutCountry();
};

interface FirstRows {
  /** Those that can be used. */
  readonly rows: readonly TableRow[];
  /** Rows that were read, good or bad. */
  readonly read: number;
  /** Whether these are all rows of the file. */
  readonly isComplete: boolean;
}

/** @throws TableRefused if the file proves unusable before the last of these rows */
const firstRows = async (table: Table, issues: IssueLog): Promise<FirstRows> => {
  const rows: TableRow[] = [];
  let read = 0;
  let characters = 0;
  for await (const batch of table.batches()) {
    const good = batch.rows.filter(({ row }) => row <= PREVIEW_ROWS);
    issues.table(batch.issues.filter(({ row }) => row === null || row <= PREVIEW_ROWS));
    rows.push(...good);
    read = lastRow(batch, read);
    for (const { cells } of good) for (const cell of cells) characters += cell.length;
    if (read > PREVIEW_ROWS) return { rows, read: PREVIEW_ROWS, isComplete: false };
    if (characters > MOST_CHARACTERS) return { rows, read, isComplete: false };
  }
  return { rows, read, isComplete: true };
};

interface ColumnFacts {
  readonly column: string;
  readonly index: number;
  readonly key: string;
  /** The filled ones. */
  readonly values: readonly string[];
  readonly columns: ContactColumns;
  readonly header: readonly string[];
}

const previewColumn = ({ column, index, key, values, columns, header }: ColumnFacts): PreviewColumn => {
  const field = columns.fields.find((candidate) => candidate.index === index);
  const labelled = columns.labelled.find(({ value }) => value === index);
  const use = useOf(columns, index, header);
  return {
    column,
    use,
    key,
    label: labelled === undefined ? null : (header[labelled.label] ?? null),
    samples: values.slice(0, SAMPLES).map(shortened),
    dates: use === 'field' ? previewDates(values, field?.dates) : null,
  };
};

const useOf = (columns: ContactColumns, index: number, header: readonly string[]): PreviewColumn['use'] => {
  const { mobile, labelled, name, timeZone, fields } = columns;
  if (labelled.length === 0 ? index === mobile : labelled.some(({ value }) => value === index))
    return 'mobile';
  if (index === timeZone) return 'time_zone';
  if (name.includes(index)) {
    const kind = kindsOf(header).kinds[index];
    return kind === 'first_name' || kind === 'last_name' ? kind : 'name';
  }
  return fields.some((field) => field.index === index) ? 'field' : 'ignored';
};

/** `chosen`: the order that the mapping names. */
const previewDates = (values: readonly string[], chosen: DateOrder | undefined): PreviewColumn['dates'] => {
  const found = dateColumn(values);
  if (found === null && chosen === undefined) return null;
  const order = chosen ?? found?.order ?? 'ambiguous';
  const isMisfit = (value: string): boolean =>
    order === 'ambiguous'
      ? Object.values(readingsOf(value)).every((reading) => reading === null)
      : isoDate(value, order) === null;
  const isOpen = (value: string): boolean => {
    const { dmy, mdy } = readingsOf(value);
    return dmy !== null && mdy !== null && dmy !== mdy;
  };
  const shown = new Set(
    [values.find(isOpen), values.find(isMisfit), ...values.slice(0, SAMPLES)].flatMap((value) => value ?? []),
  );
  return {
    order,
    misfits: values.filter(isMisfit).length,
    readings: [...shown]
      .slice(0, SAMPLES)
      .map((value) => ({ value: shortened(value), ...readingsOf(value) })),
  };
};

const NO_READING: DateReadings = { dmy: null, mdy: null, ymd: null };

const readingsOf = (value: string): DateReadings => dateReadings(value) ?? NO_READING;

const shortened = (value: string): string =>
  value.length > SAMPLE_CHARACTERS ? `${value.slice(0, SAMPLE_CHARACTERS - 1)}…` : value;
