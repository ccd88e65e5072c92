/** Reads a Data Source's file: its column profiles, and its rows with the contact that each is bound to. */
import type { Column } from '../../actors/data-source/events.js';
import type { SourceRow } from '../../actors/source-rows/events.js';
import { readPhoneNumber } from '../../providers/numbering/phone-number.js';
import { isoDate } from '../../providers/tables/dates.js';
import { type ColumnProfile, createProfiler } from '../../providers/tables/profile.js';
import { openTable, type Table } from '../../providers/tables/table.js';
import { isUuid } from '../../schemas/ids.js';
import { withoutHidden } from '../../schemas/text.js';
import { createIssueLog, lastRow } from './issues.js';
import type { IngestionJob, IngestionMessage } from './messages.js';

/** Size of one commit; the journal's largest message is far larger. */
const PART_BYTES = 200_000;
const PART_ROWS = 1_000;

/** Share of filled cells that must be of a type before a column is proposed as the key. */
const KEY_SHARE = 0.95;

export async function* profileSource({
  file,
}: Extract<IngestionJob, { type: 'profile' }>): AsyncGenerator<IngestionMessage> {
  const table = await openTable(file);
  try {
    yield await profileOf(table);
  } finally {
    await table.close();
  }
}

const profileOf = async (table: Table): Promise<IngestionMessage> => {
  const profiler = createProfiler(table.header);
  const issues = createIssueLog();
  let rows = 0;
  for await (const batch of table.batches()) {
    issues.table(batch.issues);
    for (const row of batch.rows) profiler.add(row);
    rows = lastRow(batch, rows);
  }
  return { type: 'profile', columns: proposed(profiler.result()), rows, issues: issues.result() };
};

/** Proposes as the key the first column that is nearly all mobile numbers, else the first that is nearly all ids. */
const proposed = (profiles: readonly ColumnProfile[]): readonly Column[] => {
  const keyed = (type: 'mobile' | 'uuid'): ColumnProfile | undefined =>
    profiles.find(({ fits, filled }) => filled > 0 && fits[type] >= filled * KEY_SHARE);
  const key = keyed('mobile') ?? keyed('uuid');
  return profiles.map((profile) => ({
    column: profile.column,
    index: profile.index,
    fieldKey: profile.fieldKey,
    type: profile === key ? (keyed('mobile') === key ? 'mobile' : 'uuid') : profile.type,
    include: true,
    key: profile === key,
    filled: profile.filled,
    empty: profile.empty,
    fits: profile.fits,
    review: profile.needsReview ? profile.reviewReason : null,
  }));
};

type RowsJob = Extract<IngestionJob, { type: 'rows' }>;

export async function* sourceRows(job: RowsJob): AsyncGenerator<IngestionMessage> {
  const table = await openTable(job.file);
  try {
    yield* rowsOf(table, job);
  } finally {
    await table.close();
  }
}

async function* rowsOf(
  table: Table,
  { keyIndex, keyType, dates }: RowsJob,
): AsyncGenerator<IngestionMessage> {
  const issues = createIssueLog();
  const keyColumn = keyIndex === null ? null : (table.header[keyIndex] ?? null);
  let part = 0;
  let rows: SourceRow[] = [];
  let bytes = 0;
  let yielded = 0;
  for await (const batch of table.batches()) {
    issues.table(batch.issues);
    for (const { row, cells: read } of batch.rows) {
      const cells = read.map(withoutHidden);
      // A date that has no reading in this order has only the other one, and stays as it is written.
      for (const { index, order } of dates)
        cells[index] = isoDate(cells[index] ?? '', order) ?? cells[index] ?? '';
      const key = keyIndex === null ? '' : keyOf(cells[keyIndex] ?? '', keyType);
      if (key === '' && keyIndex !== null)
        issues.add({
          row,
          column: keyColumn,
          code: 'key_invalid',
          message: 'no contact can be matched to this row',
        });
      rows.push([key, ...cells]);
      bytes += key.length + cells.reduce((sum, cell) => sum + cell.length + 3, 0);
      if (rows.length >= PART_ROWS || bytes >= PART_BYTES) {
        yield { type: 'source_part', part, rows };
        yielded += rows.length;
        part += 1;
        rows = [];
        bytes = 0;
      }
    }
  }
  if (rows.length > 0) yield { type: 'source_part', part, rows };
  yield { type: 'done', rows: yielded + rows.length, issues: issues.result() };
}

const keyOf = (cell: string, type: 'mobile' | 'uuid'): string => {
  if (type === 'uuid') {
    const text = cell.trim();
    return isUuid(text) ? text.toLowerCase() : '';
  }
  const number = readPhoneNumber(cell);
  return number.type === 'number' ? number.e164 : '';
};
