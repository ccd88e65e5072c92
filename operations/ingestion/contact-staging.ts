/**
 * Sorts a contact file by partition before any partition receives rows: the whole file is read and checked first, so
 * that a file that turns out to be damaged changes nothing, and each partition gets its rows together.
 */
import { join } from 'node:path';
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import { takeBytes } from '../../providers/spool/account.js';
import type { Table } from '../../providers/tables/table.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';
import { contactColumns } from './contact-columns.js';
import {
  columnLimit,
  contactReader,
  encodingIssue,
  logDuplicate,
  mobileColumn,
  openContactTable,
  type ReadContact,
} from './contact-rows.js';
import { createIssueLog, type IssueLog, lastRow } from './issues.js';
import type { IngestionJob, IngestionMessage } from './messages.js';
import { createRowSorter, type RowSorter } from './row-sorter.js';

/** Rows of one command: about 100 KiB, and two or three ms for the actor that decides on it. */
const PART_ROWS = 500;

/** Name of the time zone column in a part; no field can have this name. */
const TIME_ZONE_COLUMN = '@timeZone';

type ContactPart = Extract<IngestionMessage, { type: 'contact_part' }>;

export type ContactsJob = Extract<IngestionJob, { type: 'contacts' }>;

export async function* stageContacts(job: ContactsJob): AsyncGenerator<IngestionMessage> {
  const table = await openContactTable(job.file, job.mapping);
  try {
    yield* stageTable(job, table);
  } finally {
    await table.close();
  }
}

async function* stageTable(job: ContactsJob, table: Table): AsyncGenerator<IngestionMessage> {
  const columns = contactColumns(table.header, job.mapping, job.knownKeys);
  if (!('mobile' in columns)) {
    yield { type: 'refused', issues: columns };
    return;
  }
  const tooMany = columnLimit(columns);
  if (tooMany.length > 0) {
    yield { type: 'refused', issues: tooMany };
    return;
  }
  const issues = createIssueLog();
  for (const issue of encodingIssue(table, job.mapping)) issues.add(issue);
  const staged = createRowSorter(join(job.directory, 'staged'), (bytes) => takeBytes(job.account, bytes));
  try {
    let rows = 0;
    const read = contactReader({ mapping: job.mapping, columns, header: table.header, issues });
    for await (const batch of table.batches()) {
      issues.table(batch.issues);
      rows = lastRow(batch, rows);
      for (const row of batch.rows) {
        const contact = read.row(row);
        if (contact === null) continue;
        const imported = importedRow(job, row.row, contact);
        staged.add(partitionOfContact(imported[0]), row.row, JSON.stringify(imported));
      }
    }
    read.finish();
    const keys = columns.fields.map(({ key }) => key);
    const layout =
      columns.timeZone === null
        ? { columns: keys }
        : { columns: [...keys, TIME_ZONE_COLUMN], timeZoneColumn: TIME_ZONE_COLUMN };
    yield* parts(staged, layout, mobileColumn(columns, table.header), issues);
    yield { type: 'done', rows, issues: issues.result() };
  } finally {
    staged.close();
  }
}

/** A row in the form of the partitions. */
const importedRow = (
  { businessId, importId }: ContactsJob,
  row: number,
  contact: ReadContact,
): ImportedRow => {
  const { mobile, name, values, timeZone } = contact;
  const contactId = contactIdIn(partitionOfMobile(mobile), businessId, importId, String(row));
  return [contactId, mobile, name, ...values, ...(timeZone === null ? [] : [timeZone])];
};

function* parts(
  staged: RowSorter,
  layout: Pick<ContactPart, 'columns' | 'timeZoneColumn'>,
  column: string | null,
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
      } else logDuplicate(issues, row, column, first);
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
