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
import { closed, DateTime, literals, Uuid } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { epochMs } from '../common.js';

const AnalyticsQuery = Type.Object(
  {
    businessId: Uuid,
    subject: Type.Optional(AnalyticsSubject),
    from: DateTime,
    to: DateTime,
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'IANA name, for hours and days. Default: that of the business.',
      }),
    ),
    groupBy: Type.Optional(AnalyticsGroupBy),
    agentId: Type.Optional(Uuid),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of agentId.' })),
    campaignId: Type.Optional(Uuid),
    channel: Type.Optional(AccountChannel),
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
