/** What the page of figures reads: the period and the filters of its address, as the API takes them. Pure. */
import type { Data, Query } from '../../api/client.js';
import type { Filters } from '../../ui/filters.js';
import { boundsOf, periodOf } from '../../ui/Period/bounds.js';

type Analytics = Data<'readAnalytics'>;
export type Group = Analytics['groups'][number];
/** Null only if the figures are of conversations. */
export type CallFigures = NonNullable<Group['figures']['calls']>;
type AnalyticsQuery = Query<'readAnalytics'>;

/** What the calls of a period can be divided by. */
export const GROUPINGS = ['agent', 'version', 'campaign', 'outcome', 'endReason'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The choice while the address has none. */
export const FALLBACK = '7d';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** The longest period that is shown, days: that of the API. */
const MAX_DAYS = 366;
/** A period without a beginning is as long as this, days. */
const OPEN_DAYS = 30;

export type PeriodQuery = Pick<
  AnalyticsQuery,
  'businessId' | 'from' | 'to' | 'timeZone' | 'agentId' | 'campaignId'
>;

interface QueryRequest {
  readonly businessId: string;
  readonly filters: Pick<Filters, 'filterOf'>;
  readonly now: Date;
  /** An IANA name: days begin where the viewer is. */
  readonly timeZone: string;
}

/** Up to now, in whole quarters of an hour: the same query for as long. */
export const periodQuery = ({ businessId, filters, now, timeZone }: QueryRequest): PeriodQuery => {
  const bounds = boundsOf(periodOf(filters, FALLBACK), now);
  const end = bounds.to === null ? Number.POSITIVE_INFINITY : Date.parse(bounds.to);
  const to = Math.min(end, Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS);
  const chosen = bounds.from === null ? to - OPEN_DAYS * DAY_MS : Date.parse(bounds.from);
  // A day ahead of now has no figures, and a period has a beginning before its end.
  const from = Math.min(Math.max(chosen, to - MAX_DAYS * DAY_MS), to - QUARTER_MS);
  const [agentId, campaignId] = [filters.filterOf('agent'), filters.filterOf('campaign')];
  return {
    businessId,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    ...(agentId === '' ? {} : { agentId }),
    ...(campaignId === '' ? {} : { campaignId }),
  };
};

/** A single day is shown by the hour. */
export const stepOf = ({ from, to }: Pick<PeriodQuery, 'from' | 'to'>): 'hour' | 'day' =>
  Date.parse(to) - Date.parse(from) <= DAY_MS ? 'hour' : 'day';

/** The grouping that the address names. */
export const groupingOf = ({ filterOf }: Pick<Filters, 'filterOf'>): Grouping =>
  GROUPINGS.find((grouping) => grouping === filterOf('by')) ?? 'agent';

/** Charges of calls and of their analyses. */
export const costOf = ({ chargedMicrocredits, analysisCostMicrocredits }: CallFigures): number =>
  chargedMicrocredits + analysisCostMicrocredits;
