/** Exports calls as CSV, with their outcomes. */
import { escapedCell } from '../../providers/tables/formula-cell.js';
import type { CallAnalysis } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import {
  EXPORT_COLUMNS,
  type ExportColumn,
  isExportColumn,
  USUAL_COLUMNS,
} from '../../schemas/calls/export-columns.js';
import type { CallFilter } from '../../schemas/calls/filters.js';
import type { VoiceCallSummary } from '../../schemas/calls/voice-call.js';
import type { ViewStore } from '../../views/views.js';
import { BYTE_ORDER_MARK, csvOf, pagesOf } from '../csv-file.js';
import { refuseProblems } from '../refusals.js';

/** What a cell may need of a call. */
interface Exported {
  readonly call: VoiceCallSummary;
  readonly analysis: CallAnalysis | null;
}

const cell = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? '' : escapedCell(String(value));

/** The cell of each column. */
const CELLS: Readonly<Record<ExportColumn, (of: Exported) => string>> = {
  id: ({ call }) => call.id,
  createdAt: ({ call }) => call.createdAt,
  startedAt: ({ call }) => call.startedAt ?? '',
  endedAt: ({ call }) => call.endedAt ?? '',
  agent: ({ call }) => cell(call.agentName),
  agentVersion: ({ call }) => cell(call.agentVersion),
  campaign: ({ call }) => cell(call.campaignName),
  contact: ({ call }) => cell(call.contactName),
  // A number is not escaped, although it begins with a plus sign: other programs read this column, too.
  number: ({ call }) => call.calleeNumber,
  status: ({ call }) => call.status,
  endedBy: ({ call }) => call.endedBy ?? '',
  endReason: ({ call }) => cell(call.endReason),
  durationSeconds: ({ call }) => String(call.durationSeconds),
  chargedMicrocredits: ({ call }) => String(call.chargedMicrocredits),
  slowestAnswerMs: ({ call }) => cell(call.slowestAnswer?.ms),
  interrupted: ({ call }) => cell(call.interrupted),
  toolFailed: ({ call }) => cell(call.toolFailed),
  success: ({ analysis }) => outcomeOf(analysis).success,
  sentiment: ({ analysis }) => outcomeOf(analysis).sentiment,
  requests: ({ analysis }) => outcomeOf(analysis).requests,
  callBackAt: ({ analysis }) => outcomeOf(analysis).callBackAt,
  summary: ({ analysis }) => outcomeOf(analysis).summary,
  analysis: ({ analysis }) => analysis?.status ?? '',
  tags: ({ call }) => cell((call.tags ?? []).join('; ')),
  score: ({ call }) => cell(call.score),
  reviewed: ({ call }) => cell(call.reviewed),
};

/** The columns of a file. */
interface ExportOptions {
  /** Those of the one agent whose calls they are, whose criteria and fields have a column each; null: calls of several agents. */
  readonly settings: AnalysisSettings | null;
  /** Null: the usual ones. */
  readonly columns: readonly ExportColumn[] | null;
}

/** The matching calls, newest first. Yields pieces, each read on demand. */
export async function* exportCalls(
  views: Pick<ViewStore, 'calls' | 'analysisOf'>,
  businessId: string,
  filter: CallFilter,
  { settings, columns }: ExportOptions,
): AsyncGenerator<string> {
  const shown = columns ?? USUAL_COLUMNS;
  const criteria = (settings?.criteria ?? []).map(({ key }) => key);
  const fields = Object.keys(settings?.fields?.properties ?? {});
  yield BYTE_ORDER_MARK + csvOf([[...shown, ...criteria, ...fields]]);
  for await (const calls of pagesOf((page) => views.calls(businessId, page, filter)))
    yield csvOf(
      calls.map((call) => {
        const analysis =
          call.outcome === undefined || call.outcome === null ? null : views.analysisOf(businessId, call.id);
        return [
          ...shown.map((column) => CELLS[column]({ call, analysis })),
          ...findingsOf(analysis, criteria, fields),
        ];
      }),
    );
}

/**
 * The columns of a request, in its order; null: it names none.
 * @throws DomainError validation_failed for a name that is not a column, or is there twice
 */
export const exportColumnsOf = (names: string | undefined): readonly ExportColumn[] | null => {
  if (names === undefined) return null;
  const columns = names.split(',');
  const unknown = columns.filter((name) => !isExportColumn(name));
  refuseProblems([
    ...(unknown.length === 0
      ? []
      : [{ path: 'columns', message: `must be names of columns: ${EXPORT_COLUMNS.join(', ')}` }]),
    ...(new Set(columns).size === columns.length
      ? []
      : [{ path: 'columns', message: 'must not have a column twice' }]),
  ]);
  return columns.filter(isExportColumn);
};

const outcomeOf = (analysis: CallAnalysis | null) => {
  const [success = '', sentiment = '', requests = '', callBackAt = '', summary = ''] = outcomeCells(analysis);
  return { success, sentiment, requests, callBackAt, summary };
};

/** The columns of {@link outcomeCells}. */
export const OUTCOME_COLUMNS = ['success', 'sentiment', 'requests', 'callBackAt', 'summary'] as const;

/** The outcome of a call; empty without an analysis. */
export const outcomeCells = (analysis: CallAnalysis | null): readonly string[] => {
  const findings = analysis?.findings ?? null;
  const callBack = findings?.requests.find(({ request }) => request === 'call_back');
  return [
    cell(analysis?.success ?? null),
    findings?.sentiment ?? '',
    (findings?.requests ?? []).map(({ request }) => request).join('; '),
    callBack?.at ?? '',
    cell(findings?.summary ?? null),
  ];
};

/** Findings of criteria and fields that the analysis did not know are empty. */
export const findingsOf = (
  analysis: CallAnalysis | null,
  criteria: readonly string[],
  fields: readonly string[],
): readonly string[] => {
  const verdicts = new Map(analysis?.findings?.criteria.map(({ key, verdict }) => [key, verdict]));
  const values = new Map(analysis?.findings?.fields.map(({ key, value }) => [key, value]));
  return [
    ...criteria.map((key) => verdicts.get(key) ?? ''),
    ...fields.map((key) => cell(values.get(key) ?? null)),
  ];
};
