/** Figures of calls and conversations over a period, and over the one before (docs/how-to/analytics.md). */
import {
  type Analytics,
  type AnalyticsGroup,
  type AnalyticsGroupBy,
  type AnalyticsOutcome,
  type AnalyticsPeriod,
  type AnalyticsSubject,
  CALL_OUTCOMES,
  CONVERSATION_OUTCOMES,
} from '../../schemas/analytics/analytics.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { DAY_MS } from '../../schemas/time-zone.js';
import type { TallyFilter } from '../../views/analytics/index.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems, timeZoneProblems } from '../refusals.js';
import { figuresOf } from './figures.js';
import { type Grouping, type GroupTally, tallyOf } from './report.js';
import { type Span, spanBefore, wholeQuarters } from './times.js';

/** The longest period, a leap year. */
const MAX_DAYS = 366;

/** What is requested. Absent filters match everything. */
export interface AnalyticsRequest {
  readonly subject: AnalyticsSubject;
  /** ms since the epoch. */
  readonly from: number;
  /** ms since the epoch, excluded. */
  readonly to: number;
  /** An IANA name; absent: that of the business. */
  readonly timeZone?: string;
  readonly groupBy?: AnalyticsGroupBy;
  readonly agentId?: string;
  readonly version?: number;
  readonly campaignId?: string;
  /** Of conversations. */
  readonly channel?: AccountChannel;
  readonly outcome?: AnalyticsOutcome;
  /** Whether the figures of the period before are included. */
  readonly compare: boolean;
}

interface AnalyticsOperations {
  /** @throws DomainError validation_failed, analytics_too_many_groups */
  read(businessId: string, request: AnalyticsRequest): Promise<Analytics>;
}

type AnalyticsDeps = Pick<OperationsDeps, 'installationTimeZone'> & {
  readonly views: Pick<OperationsDeps['views'], 'tallies' | 'analyticsName' | 'timeZoneOf'>;
};

export const analyticsOperations = (deps: AnalyticsDeps): AnalyticsOperations => ({
  read: async (businessId, request) => {
    refuseProblems(problemsOf(request));
    const { subject, groupBy = null, compare } = request;
    const timeZone = request.timeZone ?? deps.views.timeZoneOf(businessId) ?? deps.installationTimeZone;
    const grouping: Grouping = { filter: filterOf(request), groupBy, timeZone };
    const span = wholeQuarters(request);
    const read = (of: Span): Promise<AnalyticsPeriod> => periodOf(deps, businessId, grouping, of);
    return {
      subject,
      timeZone,
      groupBy,
      ...(await read(span)),
      previous: compare ? await read(spanBefore(span)) : null,
    };
  },
});

const filterOf = ({
  subject,
  agentId,
  version,
  campaignId,
  channel,
  outcome,
}: AnalyticsRequest): TallyFilter => ({
  subject,
  ...(agentId === undefined ? {} : { agentId }),
  ...(version === undefined ? {} : { version }),
  ...(campaignId === undefined ? {} : { campaignId }),
  ...(channel === undefined ? {} : { channel }),
  ...(outcome === undefined ? {} : { outcome }),
});

const OUTCOMES: Readonly<Record<AnalyticsSubject, readonly AnalyticsOutcome[]>> = {
  calls: CALL_OUTCOMES,
  conversations: CONVERSATION_OUTCOMES,
};

const CALLS_HAVE_NO_CHANNEL = 'requires the subject conversations: calls have no channel';

const problemsOf = (request: AnalyticsRequest): readonly ErrorDetail[] => {
  const { subject, from, to, timeZone, groupBy, agentId, version, channel, outcome } = request;
  return [
    ...(to > from ? [] : [{ path: 'to', message: 'must be after from' }]),
    ...(to - from <= MAX_DAYS * DAY_MS
      ? []
      : [{ path: 'to', message: `must be at most ${MAX_DAYS} days after from` }]),
    ...timeZoneProblems(timeZone, 'timeZone'),
    ...(version === undefined || agentId !== undefined
      ? []
      : [{ path: 'version', message: 'requires agentId: versions are numbered for each agent' }]),
    ...(channel === undefined || subject === 'conversations'
      ? []
      : [{ path: 'channel', message: CALLS_HAVE_NO_CHANNEL }]),
    ...(groupBy !== 'channel' || subject === 'conversations'
      ? []
      : [{ path: 'groupBy', message: CALLS_HAVE_NO_CHANNEL }]),
    ...(outcome === undefined || OUTCOMES[subject].includes(outcome)
      ? []
      : [{ path: 'outcome', message: `must be one of ${OUTCOMES[subject].join(', ')} for ${subject}` }]),
  ];
};

const periodOf = async (
  { views }: AnalyticsDeps,
  businessId: string,
  grouping: Grouping,
  span: Span,
): Promise<AnalyticsPeriod> => {
  const { totals, groups } = await tallyOf(views, businessId, grouping, span);
  const { filter, groupBy } = grouping;
  const nameOf = (of: 'agent' | 'campaign', id: string): string | null =>
    id === '' ? null : views.analyticsName(businessId, of, id);
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    totals: figuresOf(filter.subject, totals),
    groups: groups.map((group) => ({
      ...headOf(groupBy, group, nameOf),
      figures: figuresOf(filter.subject, group.slots),
    })),
  };
};

const headOf = (
  groupBy: AnalyticsGroupBy | null,
  { key }: GroupTally,
  nameOf: (of: 'agent' | 'campaign', id: string) => string | null,
): Omit<AnalyticsGroup, 'figures'> => {
  if (groupBy === 'version') {
    const [agentId = '', version] = key.split(':');
    return { key: agentId || null, name: nameOf('agent', agentId), version: Number(version) || null };
  }
  const isNamed = groupBy === 'agent' || groupBy === 'campaign';
  return { key: key || null, name: isNamed ? nameOf(groupBy, key) : null, version: null };
};
