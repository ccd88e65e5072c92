/**
 * Sorts a contact file by partition before any partition receives rows: the whole file is read and checked first, so
 * that a file that turns out to be damaged changes nothing, and each partition gets its rows together.
 */
import { join } from 'node:path';
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import { readPhoneNumber } from '../../providers/numbering/phone-number.js';
import { takeBytes } from '../../providers/spool/account.js';
import { openTable, type TableRow } from '../../providers/tables/table.js';
import { MAX_FIELD_CHARACTERS, MAX_FIELDS, MAX_NAME_CHARACTERS } from '../../schemas/contacts/contact.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';
import { oneLine, withoutHidden } from '../../schemas/text.js';
import { isTimeZone } from '../../schemas/time-zone.js';
import { requireCountry } from '../mobile.js';
import { type ContactColumns, contactColumns } from './contact-columns.js';
import { createIssueLog, type IssueLog, lastRow } from './issues.js';
import type { IngestionJob, IngestionMessage } from './messages.js';
import { numberIssue } from './number-issue.js';
import { createRowSorter, type RowSorter } from './row-sorter.js';

/** Rows of one command: about 100 KiB, and two or three ms for the actor that decides on it. */
const PART_ROWS = 500;

/** Name of the time zone column in a part; no field can have this name. */
const TIME_ZONE_COLUMN = '@timeZone';

type ContactPart = Extract<IngestionMessage, { type: 'contact_part' }>;

export type ContactsJob = Extract<IngestionJob, { type: 'contacts' }>;

export async function* stageContacts(job: ContactsJob): AsyncGenerator<IngestionMessage> {
  const { encoding } = job.mapping;
  const table = await openTable({ ...job.file, ...(encoding === undefined ? {} : { encoding }) });
  const columns = contactColumns(table.header, job.mapping, job.knownKeys);
  if (!('mobile' in columns)) {
    yield { type: 'refused', issues: columns };
    return;
  }
  if (columns.fields.length > MAX_FIELDS) {
    const message = `a contact has at most ${MAX_FIELDS} fields; leave columns out with mapping.ignore`;
    yield { type: 'refused', issues: [{ row: null, column: null, code: 'column_limit', message }] };
    return;
  }
  const issues = createIssueLog();
  if (table.encoding !== null && encoding === undefined && !table.encoding.startsWith('utf-')) {
    const message = `the file was read as ${table.encoding}; if letters are wrong, name its encoding in mapping.encoding`;
    issues.add({ row: null, column: null, code: 'encoding_detected', message });
  }
  const staged = createRowSorter(join(job.directory, 'staged'), (bytes) => takeBytes(job.account, bytes));
  try {
    let rows = 0;
    const rowOf = rowReader(job, columns, table.header, issues);
    for await (const batch of table.batches()) {
      issues.table(batch.issues);
      rows = lastRow(batch, rows);
      for (const row of batch.rows) {
        const read = rowOf(row);
        if (read !== null) staged.add(partitionOfContact(read[0]), row.row, JSON.stringify(read));
      }
    }
    const keys = columns.fields.map(({ key }) => key);
    const layout =
      columns.timeZone === null
        ? { columns: keys }
        : { columns: [...keys, TIME_ZONE_COLUMN], timeZoneColumn: TIME_ZONE_COLUMN };
    yield* parts(staged, layout, table.header[columns.mobile] ?? '', issues);
    yield { type: 'done', rows, issues: issues.result() };
  } finally {
    staged.close();
  }
}

/** Reads a row into the form of the partitions; returns null, and logs the issue, if the row is left out. */
const rowReader = (
  { mapping, businessId, importId }: ContactsJob,
  columns: ContactColumns,
  header: readonly string[],
  issues: IssueLog,
): ((row: TableRow) => ImportedRow | null) => {
  const country = mapping.defaultCountry === undefined ? null : requireCountry(mapping.defaultCountry);
  const mobileColumn = header[columns.mobile] ?? '';
  return ({ row, cells }) => {
    const number = readPhoneNumber(cells[columns.mobile] ?? '', country);
    if (number.type === 'refused') {
      const { code, message } = numberIssue(number.reason, number.readings);
      issues.failed(row, mobileColumn, code, message);
      return null;
    }
    const mobile = number.e164;
    const name = columns.name
      .map((index) => oneLine(cells[index] ?? '', Number.POSITIVE_INFINITY))
      .filter((part) => part !== '')
      .join(' ');
    if (name.length > MAX_NAME_CHARACTERS) {
      issues.failed(row, null, 'name_too_long', `a name has at most ${MAX_NAME_CHARACTERS} characters`);
      return null;
    }
    const values: string[] = [];
    for (const { index } of columns.fields) {
      const value = withoutHidden(cells[index] ?? '');
      if (value.length > MAX_FIELD_CHARACTERS) {
        const message = `a field has at most ${MAX_FIELD_CHARACTERS} characters`;
        issues.failed(row, header[index] ?? null, 'value_too_long', message);
        return null;
      }
      values.push(value);
    }
    if (columns.timeZone !== null) {
      const timeZone = (cells[columns.timeZone] ?? '').trim();
      if (timeZone !== '' && !isTimeZone(timeZone)) {
        const message = 'not a time zone of the IANA database, for example Europe/Berlin';
        issues.failed(row, header[columns.timeZone] ?? null, 'time_zone_invalid', message);
        return null;
      }
      values.push(timeZone);
    }
    const contactId = contactIdIn(partitionOfMobile(mobile), businessId, importId, String(row));
    return [contactId, mobile, name, ...values];
  };
};

function* parts(
  staged: RowSorter,
  layout: Pick<ContactPart, 'columns' | 'timeZoneColumn'>,
  mobileColumn: string,
  issues: IssueLog,
): Generator<IngestionMessage> {
  for (const { partition, rows: sorted } of staged.partitions()) {
    const seen = new Map<string, number>();
    const rows: ImportedRow[] = [];
    for (const { row, body } of sorted) {
      const read: ImportedRow = JSON.parse(body);
      const [, mobile] = read;
      const first = seen.get(mobile);
      if (first === undefined) {
        seen.set(mobile, row);
        rows.push(read);
      } else issues.failed(row, mobileColumn, 'mobile_duplicate', `row ${first} already has this number`);
    }
    for (let from = 0, part = 0; from < rows.length; from += PART_ROWS, part += 1)
      yield {
        type: 'contact_part',
        partition,
        part: String(part),
        ...layout,
        rows: rows.slice(from, from + PART_ROWS),
      };
  }
}
