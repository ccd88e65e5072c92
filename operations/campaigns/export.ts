/** The CSV of a summary run: one conclusion per contact, safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { failureMessage } from '../../schemas/campaigns/summary-run.js';
import type { Conclusion } from '../../views/campaigns/index.js';
import type { ViewStore } from '../../views/views.js';

/** Rows read and sent at a time, so that memory does not grow with the file. */
const ROWS = 500;
const HEADER = ['Contact', 'AI Summary', 'Next Action'] as const;
/** Spreadsheets recognise UTF-8 by this mark. They also run cells that begin like a formula, which `write` escapes. */
const BOM = '\uFEFF';
const write = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );

/** Yields the file in pieces, each read when it is requested. */
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
    after = last.assessedAs;
    // Yields the thread to other work.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The row of a contact without an assessment states the reason and what to do. */
const toRow = (row: Conclusion): readonly string[] => [
  row.name === null ? row.contactId : `${row.name} (${row.mobile ?? ''})`,
  ...(row.conclusion === null
    ? [`(not assessed: ${row.failure})`, failureMessage(row.failure)]
    : [row.conclusion, row.nextAction ?? '']),
];
