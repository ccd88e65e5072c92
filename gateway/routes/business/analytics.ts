/** Figures of calls and conversations (docs/reference/api.md "Analytics"). */
import { type Static, Type } from 'typebox';
import type { AnalyticsRequest } from '../../../operations/analytics/analytics.js';
import { analyticsCsv } from '../../../operations/analytics/export.js';
import type { Operations } from '../../../operations/operations.js';
import {
  Analytics,
  AnalyticsGroupBy,
  AnalyticsOutcome,
  AnalyticsSubject,
} from '../../../schemas/analytics/analytics.js';
import { AccountChannel } from '../../../schemas/channels/channel.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { AgentId, BusinessId, CampaignId } from '../../../schemas/fields.js';
import { closed, DateTime, described, literals } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { epochMs } from '../common.js';

const AnalyticsQuery = Type.Object(
  {
    businessId: BusinessId,
    subject: Type.Optional(AnalyticsSubject),
    from: described(DateTime, 'The beginning of the period, moved back to a whole quarter of an hour.'),
    to: described(
      DateTime,
      'The end of the period, at most 366 days later; not included, and moved forward to a whole quarter of an hour.',
      '2026-03-09T09:30:00.000Z',
    ),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'IANA name, for hours and days. Default: that of the business.',
        examples: ['America/New_York'],
      }),
    ),
    groupBy: Type.Optional(AnalyticsGroupBy),
    agentId: Type.Optional(AgentId),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Only this version of `agentId`, which is then required.',
        examples: [3],
      }),
    ),
    campaignId: Type.Optional(CampaignId),
    channel: Type.Optional(described(AccountChannel, 'Only conversations on this channel.')),
    outcome: Type.Optional(AnalyticsOutcome),
    compare: Type.Optional(
      literals(['none', 'previous'], {
        description: 'previous: with the figures of the period before, as long.',
      }),
    ),
  },
  closed,
);

/** Shared by the answer in JSON and the file. */
const ANALYTICS = {
  scopes: ['voice:read'],
  scopesIf: [
    {
      when: 'subject is conversations',
      scopes: ['communications:read'],
      applies: (_body: unknown, { subject }: Static<typeof AnalyticsQuery>) => subject === 'conversations',
    },
  ],
  query: AnalyticsQuery,
  errors: ['analytics_too_many_groups'] satisfies readonly ErrorCode[],
} as const;

/** The routes of figures. */
export const analyticsRoutes = (
  operations: Pick<Operations, 'analytics'>,
  views: Pick<ViewStore, 'catchUp'>,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/analytics',
    operationId: 'readAnalytics',
    summary:
      'Read figures of calls or conversations in a period of up to 366 days, from one time up to, but not including, another; both are extended to whole quarters of an hour.',
    description:
      'A call counts at the time of its request, once its charge is settled. Numbers are exact; percentiles are at most 5 % off. At most 1,000 groups are returned.',
    ...ANALYTICS,
    response: Analytics,
    handler: async ({ businessId, query }) => ({
      data: await operations.analytics.read(businessId, requestOf(query)),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/analytics/export',
    operationId: 'exportAnalytics',
    audit: { action: 'analytics.exported' },
    summary: 'Download the same figures as CSV: a row for all of each period, and one for each group.',
    description: 'Takes the parameters of `GET /api/v1/analytics`.',
    ...ANALYTICS,
    fileType: 'text/csv',
    response: null,
    handler: async ({ businessId, query }) => {
      await views.catchUp(businessId);
      const analytics = await operations.analytics.read(businessId, requestOf(query));
      return { text: analyticsCsv(analytics), filename: 'analytics.csv' };
    },
  }),
];

const requestOf = (query: Static<typeof AnalyticsQuery>): AnalyticsRequest => {
  const { businessId: _businessId, subject = 'calls', from, to, compare, ...others } = query;
  return {
    ...others,
    subject,
    from: epochMs('from', from),
    to: epochMs('to', to),
    compare: compare === 'previous',
  };
};
