/** The CSV of a summary run: one conclusion per contact, with the outcome of its last call if requested; safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { failureMessage } from '../../schemas/campaigns/summary-run.js';
import type { Conclusion } from '../../views/campaigns/index.js';
import type { ViewStore } from '../../views/views.js';
import { findingsOf, OUTCOME_COLUMNS, outcomeCells } from '../calls/export.js';
import { BYTE_ORDER_MARK, pagesOf } from '../csv-file.js';

const HEADER = ['Contact', 'AI Summary', 'Next Action'] as const;

/** The outcomes that an export has in further columns. */
export interface ExportedOutcomes {
  readonly businessId: string;
  readonly campaignId: string;
  /** Each has a column. */
  readonly criteria: readonly string[];
  readonly fields: readonly string[];
}

/** Spreadsheets run cells that begin like a formula, so these are escaped. */
const write = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );

/** Yields the file in pieces, each read when it is requested. */
export async function* exportCsv(
  views: Pick<ViewStore, 'conclusions' | 'analysedCallOf' | 'analysisOf'>,
  summaryRunId: string,
  outcomes: ExportedOutcomes | null = null,
): AsyncGenerator<string> {
  const further = outcomes === null ? [] : [...OUTCOME_COLUMNS, ...outcomes.criteria, ...outcomes.fields];
  yield BYTE_ORDER_MARK + write([[...HEADER, ...further]]);
  const read: Parameters<typeof pagesOf<Conclusion>>[0] = ({ limit, cursor }) => {
    const items = views.conclusions(summaryRunId, cursor ?? '', limit);
    return { items, nextCursor: items.at(-1)?.assessedAs ?? null };
  };
  for await (const rows of pagesOf(read))
    if (rows.length > 0) yield write(rows.map((row) => [...toRow(row), ...outcomeOf(views, row, outcomes)]));
}

/** The outcome of the contact's last analysed call in the campaign. */
const outcomeOf = (
  views: Pick<ViewStore, 'analysedCallOf' | 'analysisOf'>,
  { contactId }: Conclusion,
  outcomes: ExportedOutcomes | null,
): readonly string[] => {
  if (outcomes === null) return [];
  const { businessId, campaignId, criteria, fields } = outcomes;
  const callId = views.analysedCallOf(businessId, campaignId, contactId);
  const analysis = callId === null ? null : views.analysisOf(businessId, callId);
  return [...outcomeCells(analysis), ...findingsOf(analysis, criteria, fields)];
};

/** The row of a contact without an assessment states the reason and what to do. */
const toRow = (row: Conclusion): readonly string[] => [
  row.name === null ? row.contactId : `${row.name} (${row.mobile ?? ''})`,
  ...(row.conclusion === null
    ? [`(not assessed: ${row.failure})`, failureMessage(row.failure)]
    : [row.conclusion, row.nextAction ?? '']),
];
