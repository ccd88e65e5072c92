/** The CSV of a summary run: one conclusion a contact, safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { failureMessage } from '../../schemas/summary-run.js';
import type { Conclusion } from '../../views/campaigns/index.js';
import type { ViewStore } from '../../views/views.js';

/** Rows that are read and sent at a time: memory does not grow with the file. */
const ROWS = 500;
const HEADER = ['Contact', 'AI Summary', 'Next Action'] as const;
/** Spreadsheets know UTF-8 by its mark, and run what begins like a formula. */
const BOM = '\uFEFF';
const write = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );

/** In pieces, each read when it is asked for. */
export async function* exportCsv(
  views: Pick<ViewStore, 'conclusions'>,
  summaryRunId: string,
): AsyncGenerator<string> {
  yield BOM + write([HEADER]);
  for (let after = ''; ; ) {
    const rows = views.conclusions(summaryRunId, after, ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield write(rows.map(toRow));
    after = last.contactId;
    // The thread belongs to others as well.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A contact without an assessment shows why, and what to do. */
const toRow = (row: Conclusion): readonly string[] => [
  row.name === null ? row.contactId : `${row.name} (${row.mobile ?? ''})`,
  ...(row.conclusion === null
    ? [`(not assessed: ${row.failure})`, failureMessage(row.failure)]
    : [row.conclusion, row.nextAction ?? '']),
];
