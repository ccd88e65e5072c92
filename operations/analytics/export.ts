/** Figures as CSV: a row for all of each period, and one for each of its groups. */
import { stringify } from 'csv-stringify/sync';
import { escapedCell } from '../../providers/tables/formula-cell.js';
import type {
  Analytics,
  AnalyticsFigures,
  AnalyticsGroup,
  AnalyticsPeriod,
  CallFigures,
} from '../../schemas/analytics/analytics.js';

/** Spreadsheets recognise UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const ROW_COLUMNS = ['period', 'from', 'to', 'row', 'key', 'name', 'version'];

type Head = Omit<AnalyticsGroup, 'figures'>;
const TOTAL: Head = { key: null, name: null, version: null };

/** The figures as a file. Percentiles have columns like `firstTokenMs.p95`; what is null is empty. */
export const analyticsCsv = (analytics: Analytics): string => {
  const columns = [...ROW_COLUMNS, ...valuesOf(analytics.totals).map(([name]) => name)];
  const rows = [
    ...rowsOf('current', analytics),
    ...(analytics.previous === null ? [] : rowsOf('previous', analytics.previous)),
  ];
  return BYTE_ORDER_MARK + stringify([columns, ...rows], { record_delimiter: '\r\n' });
};

const rowsOf = (
  name: 'current' | 'previous',
  { from, to, totals, groups }: AnalyticsPeriod,
): readonly (readonly string[])[] => {
  const row = (kind: 'total' | 'group', head: Head, figures: AnalyticsFigures): readonly string[] => [
    ...[name, from, to, kind, escapedCell(head.key ?? ''), escapedCell(head.name ?? '')],
    ...[head.version, ...valuesOf(figures).map(([, value]) => value)].map((value) => String(value ?? '')),
  ];
  return [row('total', TOTAL, totals), ...groups.map((group) => row('group', group, group.figures))];
};

type Percentiles = CallFigures['callSeconds'];

/** Each figure with its column; the objects that hold them have none. */
const valuesOf = ({
  calls,
  conversations,
}: AnalyticsFigures): readonly (readonly [string, number | null])[] => {
  if (calls !== null) {
    const { callSeconds, latencies, ...counters } = calls;
    return columnsOf(counters, { callSeconds, ...latencies });
  }
  if (conversations === null) return [];
  const { replySeconds, ...counters } = conversations;
  return columnsOf(counters, { replySeconds });
};

const columnsOf = (
  counters: Readonly<Record<string, number | null>>,
  percentiles: Readonly<Record<string, Percentiles>>,
): readonly (readonly [string, number | null])[] => [
  ...Object.entries(counters),
  ...Object.entries(percentiles).flatMap(([name, { p50, p95 }]) => [
    [`${name}.p50`, p50] as const,
    [`${name}.p95`, p95] as const,
  ]),
];
