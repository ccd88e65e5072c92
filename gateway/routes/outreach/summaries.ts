/** AI summaries of campaigns and their export (spec section 4.8, docs/reference/api.md "Campaigns"). */
import { Type } from 'typebox';
import { requireCampaign } from '../../../operations/campaigns/campaigns.js';
import { exportCsv } from '../../../operations/campaigns/export.js';
import type { Operations } from '../../../operations/operations.js';
import { CampaignFindings } from '../../../schemas/campaigns/findings.js';
import { SummaryRunRequest, SummaryRunResource } from '../../../schemas/campaigns/summary-run.js';
import { DomainError } from '../../../schemas/errors.js';
import { BusinessId, SummaryRunId } from '../../../schemas/fields.js';
import { closed, literals } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest } from '../common.js';
import { CampaignParams } from './campaigns.js';

const findingsRoute = (operations: Operations, views: ViewStore): Route =>
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}/findings',
    operationId: 'readCampaignFindings',
    summary:
      'Read what was found in the analysed calls of a campaign: verdicts by criterion, sentiments, requests, and the distribution of fields.',
    description: 'Counts the latest 10,000 analysed calls, by the present criteria and fields of the agents.',
    scopes: ['campaigns:read', 'communications:read'],
    params: CampaignParams,
    query: BusinessQuery,
    response: Type.Object({ findings: CampaignFindings }),
    errors: ['campaign_not_found', 'agent_not_found'],
    handler: async ({ businessId, params: { campaignId }, caller }) => {
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      return { data: { findings: await operations.summaries.findings(businessId, campaignId) } };
    },
  });

const exportRoute = (operations: Operations, views: ViewStore): Route =>
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}/exports',
    operationId: 'exportCampaign',
    audit: { action: 'campaign.exported', target: 'params.campaignId' },
    summary: 'Download the conclusions of a completed or partial summary run as CSV.',
    description:
      'One row for each contact, with the columns Contact, AI Summary and Next Action. The file is streamed.',
    scopes: ['campaigns:read', 'communications:read', 'contacts:read'],
    params: CampaignParams,
    query: Type.Object(
      {
        businessId: BusinessId,
        summaryRunId: SummaryRunId,
        findings: Type.Optional(
          literals(['true', 'false'], {
            description:
              'Add the outcome of the last call to each contact in further columns. Default: false.',
          }),
        ),
      },
      closed,
    ),
    fileType: 'text/csv',
    response: null,
    errors: ['campaign_not_found', 'summary_run_not_found', 'summary_run_not_ended'],
    handler: async ({
      businessId,
      params: { campaignId },
      query: { summaryRunId, findings = 'false' },
      caller,
    }) => {
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const run = await readThrough(views, businessId, () => views.summaryRun(campaignId, summaryRunId));
      if (run === null) throw new DomainError('summary_run_not_found');
      if (run.status !== 'completed' && run.status !== 'partial')
        throw new DomainError('summary_run_not_ended');
      const outcomes =
        findings === 'true'
          ? { businessId, campaignId, ...(await operations.summaries.findingColumns(businessId, campaignId)) }
          : null;
      return { stream: exportCsv(views, summaryRunId, outcomes), filename: `${summaryRunId}.csv` };
    },
  });

export const summaryRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}/summary-runs',
    operationId: 'listSummaryRuns',
    summary: 'List the AI summaries of a campaign with their progress, newest first.',
    description: 'Poll it to follow a run: no webhook announces the end of one.',
    scopes: ['campaigns:read', 'communications:read'],
    params: CampaignParams,
    query: Type.Object({ businessId: BusinessId, ...pageQuery }, closed),
    response: Type.Object({
      summaryRuns: Type.Array(SummaryRunResource, { description: 'The runs, newest first.' }),
      nextCursor: NextCursor,
    }),
    errors: ['campaign_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { campaignId }, query, caller }) => {
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const { items, nextCursor } = views.summaryRuns(campaignId, pageRequest(query));
      return { data: { summaryRuns: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/campaigns/{campaignId}/summary-runs',
    operationId: 'runSummary',
    audit: { action: 'summary.run', target: 'params.campaignId' },
    summary:
      'Estimate the maximum cost of an AI summary (201), or confirm exactly that amount and start it (202). Only completed assessments are charged.',
    description:
      'Send `mode: "estimate"` first, then `mode: "confirm"` with the `summaryRunId` and exactly the `maxChargeMicrocredits` of the response, within an hour. All iterations must have ended; an iteration that was created since makes the estimate invalid. The whole price is reserved at the start.',
    scopes: ['campaigns:write', 'communications:read'],
    idempotent: true,
    status: 202,
    otherStatuses: [201],
    params: CampaignParams,
    body: SummaryRunRequest,
    response: SummaryRunResource,
    errors: [
      ...(['campaign_not_found', 'iteration_not_ended', 'summary_run_not_found'] as const),
      ...(['summary_estimate_mismatch', 'insufficient_credit'] as const),
    ],
    handler: async ({ caller, params: { campaignId }, body }) => {
      if (body.mode === 'estimate') {
        const { result, ...written } = await operations.summaries.estimate(caller, campaignId);
        return { ...written, result, status: 201 };
      }
      return operations.summaries.confirm(caller, campaignId, body);
    },
  }),
  findingsRoute(operations, views),
  exportRoute(operations, views),
];
