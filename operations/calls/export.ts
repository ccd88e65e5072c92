/** Exports calls as CSV, with their outcomes. */
import { escapedCell } from '../../providers/tables/formula-cell.js';
import type { CallAnalysis } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type { CallFilter } from '../../schemas/calls/filters.js';
import type { VoiceCallSummary } from '../../schemas/calls/voice-call.js';
import type { ViewStore } from '../../views/views.js';
import { BYTE_ORDER_MARK, csvOf, pagesOf } from '../csv-file.js';

const CALL_COLUMNS = [
  ...['id', 'createdAt', 'agent', 'campaign', 'contact', 'number', 'status', 'endedBy', 'endReason'],
  ...['durationSeconds', 'chargedMicrocredits'],
] as const;
const REVIEW_COLUMNS = ['analysis', 'tags', 'score'] as const;

/**
 * The matching calls, newest first. `settings`: those of the one agent whose calls they are, whose criteria and fields have a column each;
 * null: calls of several agents. Yields pieces, each read on demand.
 */
export async function* exportCalls(
  views: Pick<ViewStore, 'calls' | 'analysisOf'>,
  businessId: string,
  filter: CallFilter,
  settings: AnalysisSettings | null,
): AsyncGenerator<string> {
  const criteria = (settings?.criteria ?? []).map(({ key }) => key);
  const fields = Object.keys(settings?.fields?.properties ?? {});
  yield BYTE_ORDER_MARK +
    csvOf([[...CALL_COLUMNS, ...OUTCOME_COLUMNS, ...REVIEW_COLUMNS, ...criteria, ...fields]]);
  for await (const calls of pagesOf((page) => views.calls(businessId, page, filter)))
    yield csvOf(
      calls.map((call) => {
        const analysis =
          call.outcome === undefined || call.outcome === null ? null : views.analysisOf(businessId, call.id);
        return [...rowOf(call, analysis), ...findingsOf(analysis, criteria, fields)];
      }),
    );
}

const cell = (value: string | number | boolean | null): string =>
  value === null ? '' : escapedCell(String(value));

const rowOf = (call: VoiceCallSummary, analysis: CallAnalysis | null): readonly string[] => [
  call.id,
  call.createdAt,
  cell(call.agentName),
  cell(call.campaignName),
  cell(call.contactName),
  // A number is not escaped, although it begins with a plus sign: other programs read this column, too.
  call.calleeNumber,
  call.status,
  call.endedBy ?? '',
  cell(call.endReason),
  String(call.durationSeconds),
  String(call.chargedMicrocredits),
  ...outcomeCells(analysis),
  analysis?.status ?? '',
  cell((call.tags ?? []).join('; ')),
  cell(call.score ?? null),
];

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
