/**
 * Sorts a contact file by partition before anybody is told of it: the whole file is read and checked first, so
 * that one which turns out to be damaged changes nothing, and each partition gets its rows at once.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import { openTable, type TableRow } from '../../providers/tables/table.js';
import { MAX_FIELD_CHARACTERS, MAX_FIELDS, MAX_NAME_CHARACTERS } from '../../schemas/contact.js';
import { contactIdIn, partitionOfMobile } from '../../schemas/ids.js';
import { parseMobile, requireCountry } from '../mobile.js';
import { type ContactColumns, contactColumns } from './contact-columns.js';
import { createIssueLog, type IssueLog, lastRow } from './issues.js';
import type { IngestionJob, IngestionMessage } from './messages.js';

/** Rows of one command: some 100 KiB, and two or three ms for the actor that decides on it. */
const PART_ROWS = 500;
/** SQLite keeps this much of the staged rows in memory, KiB; the rest is on disk. */
const CACHE_KIB = 65_536;

export type ContactsJob = Extract<IngestionJob, { job: 'contacts' }>;

export async function* stageContacts(job: ContactsJob): AsyncGenerator<IngestionMessage> {
  const table = await openTable(job.file);
  const columns = contactColumns(table.header, job.mapping);
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
  const staged = openStaging(join(job.directory, 'staged.sqlite'));
  try {
    let rows = 0;
    const rowOf = rowReader(job, columns, table.header, issues);
    for await (const batch of table.batches()) {
      issues.table(batch.issues);
      rows = lastRow(batch, rows);
      staged.begin();
      for (const row of batch.rows) {
        const read = rowOf(row);
        if (read !== null) staged.add(partitionOfMobile(read[1]), row.row, JSON.stringify(read));
      }
      staged.commit();
    }
    const keys = columns.fields.map(({ key }) => key);
    yield* parts(staged, keys, table.header[columns.mobile] ?? '', issues);
    yield { type: 'done', rows, issues: issues.result() };
  } finally {
    staged.close();
  }
}

/** A row as the partitions take it; null when it is left out, and noted why. */
const rowReader = (
  { mapping, businessId, importId }: ContactsJob,
  columns: ContactColumns,
  header: readonly string[],
  issues: IssueLog,
): ((row: TableRow) => ImportedRow | null) => {
  const country = mapping.defaultCountry === undefined ? null : requireCountry(mapping.defaultCountry);
  const mobileColumn = header[columns.mobile] ?? '';
  return ({ row, cells }) => {
    const text = (cells[columns.mobile] ?? '').trim();
    const mobile = text === '' ? null : parseMobile(text, country);
    if (mobile === null) {
      const [code, message] =
        text === ''
          ? ['mobile_missing', 'a contact needs a mobile number']
          : ['mobile_invalid', 'not a valid number in E.164, for example +14155550123'];
      issues.failed(row, mobileColumn, code ?? '', message ?? '');
      return null;
    }
    const name = columns.name
      .map((index) => (cells[index] ?? '').trim())
      .filter((part) => part !== '')
      .join(' ');
    if (name.length > MAX_NAME_CHARACTERS) {
      issues.failed(row, null, 'name_too_long', `a name has at most ${MAX_NAME_CHARACTERS} characters`);
      return null;
    }
    const values: string[] = [];
    for (const { index } of columns.fields) {
      const value = cells[index] ?? '';
      if (value.length > MAX_FIELD_CHARACTERS) {
        const message = `a field has at most ${MAX_FIELD_CHARACTERS} characters`;
        issues.failed(row, header[index] ?? null, 'value_too_long', message);
        return null;
      }
      values.push(value);
    }
    const contactId = contactIdIn(partitionOfMobile(mobile), businessId, importId, String(row));
    return [contactId, mobile, name, ...values];
  };
};

function* parts(
  staged: Staging,
  columns: readonly string[],
  mobileColumn: string,
  issues: IssueLog,
): Generator<IngestionMessage> {
  let partition = '';
  let part = 0;
  let rows: ImportedRow[] = [];
  let seen = new Map<string, number>();
  const flush = function* (): Generator<IngestionMessage> {
    if (rows.length > 0) yield { type: 'contact_part', partition, part: String(part), columns, rows };
    part += 1;
    rows = [];
  };
  for (const next of staged.inOrder()) {
    if (next.partition !== partition) {
      yield* flush();
      partition = next.partition;
      part = 0;
      seen = new Map();
    }
    const row: ImportedRow = JSON.parse(next.body);
    const [, mobile] = row;
    const first = seen.get(mobile);
    if (first !== undefined) {
      issues.failed(next.row, mobileColumn, 'mobile_duplicate', `row ${first} has this number already`);
      continue;
    }
    seen.set(mobile, next.row);
    rows.push(row);
    if (rows.length >= PART_ROWS) yield* flush();
  }
  yield* flush();
}

interface StagedRow {
  readonly partition: string;
  readonly row: number;
  readonly body: string;
}

interface Staging {
  begin(): void;
  add(partition: string, row: number, body: string): void;
  commit(): void;
  /** By partition, and within it as in the file. */
  inOrder(): Iterable<StagedRow>;
  close(): void;
}

/** A file that nobody needs after a crash: no journal, no waiting for the disk. */
const openStaging = (path: string): Staging => {
  const db = new Database(path);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.exec(
    'CREATE TABLE staged (partition TEXT, row INTEGER, body TEXT, PRIMARY KEY (partition, row)) WITHOUT ROWID',
  );
  const insert = db.prepare<[string, number, string]>('INSERT INTO staged VALUES (?, ?, ?)');
  const all = db.prepare<[], StagedRow>('SELECT partition, row, body FROM staged ORDER BY partition, row');
  return {
    begin: () => void db.exec('BEGIN'),
    add: (partition, row, body) => void insert.run(partition, row, body),
    commit: () => void db.exec('COMMIT'),
    inOrder: () => all.iterate(),
    close: () => void db.close(),
  };
};
