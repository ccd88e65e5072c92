/** Reads a contact file and its rows: an import and its preview see the same. */
import { readPhoneNumber } from '../../providers/numbering/phone-number.js';
import { isoDate } from '../../providers/tables/dates.js';
import { openTable, type Table, type TableRow } from '../../providers/tables/table.js';
import { MAX_FIELD_CHARACTERS, MAX_FIELDS, MAX_NAME_CHARACTERS } from '../../schemas/contacts/contact.js';
import type { ContactMapping, DateOrder, JobIssue } from '../../schemas/contacts/job.js';
import { oneLine, withoutHidden } from '../../schemas/text.js';
import { isTimeZone } from '../../schemas/time-zone.js';
import { requireCountry } from '../mobile.js';
import { type ContactColumns, numberColumn } from './contact-columns.js';
import type { IssueLog } from './issues.js';
import type { TableFile } from './messages.js';
import { numberIssue } from './number-issue.js';

/** Dates of a column that are reported one by one; more would only push out other issues. */
const MOST_DATES = 20;

/** What is wrong with the dates of each order, and how to write them. */
const WRITTEN: Readonly<Record<DateOrder, string>> = {
  dmy: 'day, month and year, for example 31/12/2026',
  mdy: 'month, day and year, for example 12/31/2026',
  ymd: 'year, month and day, for example 2026-12-31',
};

/** @throws TableRefused */
export const openContactTable = (file: TableFile, { encoding }: ContactMapping): Promise<Table> =>
  openTable({ ...file, ...(encoding === undefined ? {} : { encoding }) });

/** Mentions a detected encoding; empty if it was named, or needs no mention. */
export const encodingIssue = (
  { encoding }: Pick<Table, 'encoding'>,
  mapping: ContactMapping,
): readonly JobIssue[] => {
  if (encoding === null || mapping.encoding !== undefined || encoding.startsWith('utf-')) return [];
  const message = `the file was read as ${encoding}; if letters are wrong, name its encoding in mapping.encoding`;
  return [{ row: null, column: null, code: 'encoding_detected', message }];
};

/** The issue of a file with more columns than a contact has fields; empty: they fit. */
export const columnLimit = ({ fields }: Pick<ContactColumns, 'fields'>): readonly JobIssue[] => {
  if (fields.length <= MAX_FIELDS) return [];
  const message = `a contact has at most ${MAX_FIELDS} fields; leave columns out with mapping.ignore`;
  return [{ row: null, column: null, code: 'column_limit', message }];
};

/** Logs a row whose number an earlier row has. `column`: null if labels choose the number. */
export const logDuplicate = (issues: IssueLog, row: number, column: string | null, first: number): void =>
  issues.failed(row, column, 'mobile_duplicate', `row ${first} already has this number`);

/** The column of the numbers; null if labels choose it row by row. */
export const mobileColumn = (
  { mobile, labelled }: Pick<ContactColumns, 'mobile' | 'labelled'>,
  header: readonly string[],
): string | null => (labelled.length > 0 ? null : (header[mobile] ?? null));

/** A row that an import stores. */
export interface ReadContact {
  readonly mobile: string;
  readonly name: string;
  /** In the order of the fields; empty ones change nothing. */
  readonly values: readonly string[];
  /** Null: no column has time zones. */
  readonly timeZone: string | null;
}

export interface ContactReader {
  /** Null: the row is left out, and its issue logged. */
  row(row: TableRow): ReadContact | null;
  /** Logs what was not logged row by row. */
  finish(): void;
  /** Rows that were left out because their number needs the default country. */
  withoutCountry(): number;
}

export interface ReaderOptions {
  readonly mapping: ContactMapping;
  readonly columns: ContactColumns;
  readonly header: readonly string[];
  readonly issues: IssueLog;
}

/** @throws DomainError validation_failed if the default country is none */
export const contactReader = ({ mapping, columns, header, issues }: ReaderOptions): ContactReader => {
  const country = mapping.defaultCountry === undefined ? null : requireCountry(mapping.defaultCountry);
  const dates = dateLog(header, issues);
  let withoutCountry = 0;
  const nameOf = (cells: readonly string[]): string =>
    columns.name
      .map((index) => oneLine(cells[index] ?? '', Number.POSITIVE_INFINITY))
      .filter((part) => part !== '')
      .join(' ');

  const row: ContactReader['row'] = ({ row, cells }) => {
    const at = numberColumn(columns, cells);
    const number = readPhoneNumber(cells[at] ?? '', country);
    if (number.type === 'refused') {
      if (number.reason === 'country_missing') withoutCountry += 1;
      const { code, message } = numberIssue(number.reason, number.readings);
      issues.failed(row, header[at] ?? '', code, message);
      return null;
    }
    const name = nameOf(cells);
    if (name.length > MAX_NAME_CHARACTERS) {
      issues.failed(row, null, 'name_too_long', `a name has at most ${MAX_NAME_CHARACTERS} characters`);
      return null;
    }
    const values: string[] = [];
    for (const { index, dates: order } of columns.fields) {
      const cell = index === at ? '' : withoutHidden(cells[index] ?? '');
      const value = order === undefined ? cell : dates.read(row, index, cell, order);
      if (value.length > MAX_FIELD_CHARACTERS) {
        const message = `a field has at most ${MAX_FIELD_CHARACTERS} characters`;
        issues.failed(row, header[index] ?? null, 'value_too_long', message);
        return null;
      }
      values.push(value);
    }
    const timeZone = columns.timeZone === null ? null : (cells[columns.timeZone] ?? '').trim();
    if (timeZone !== null && timeZone !== '' && !isTimeZone(timeZone)) {
      const message = 'not a time zone of the IANA database, for example Europe/Berlin';
      issues.failed(row, header[columns.timeZone ?? -1] ?? null, 'time_zone_invalid', message);
      return null;
    }
    return { mobile: number.e164, name, values, timeZone };
  };
  return { row, finish: dates.finish, withoutCountry: () => withoutCountry };
};

interface DateLog {
  /** The date as ISO 8601, or the cell as it is: nothing of the file is lost. */
  read(row: number, index: number, cell: string, order: DateOrder): string;
  finish(): void;
}

const dateLog = (header: readonly string[], issues: IssueLog): DateLog => {
  const wrong = new Map<number, number>();
  return {
    read: (row, index, cell, order) => {
      if (cell.trim() === '') return cell;
      const date = isoDate(cell, order);
      if (date !== null) return date;
      const count = (wrong.get(index) ?? 0) + 1;
      wrong.set(index, count);
      if (count <= MOST_DATES) {
        const message = `not a date as ${WRITTEN[order]}; it is stored as it is`;
        issues.add({ row, column: header[index] ?? null, code: 'date_invalid', message });
      }
      return cell;
    },
    finish: () => {
      for (const [index, count] of wrong) {
        if (count <= MOST_DATES) continue;
        const message = `${count} values are no dates in the chosen order, and are stored as they are; the first ${MOST_DATES} are listed`;
        issues.add({ row: null, column: header[index] ?? null, code: 'date_invalid', message });
      }
    },
  };
};
