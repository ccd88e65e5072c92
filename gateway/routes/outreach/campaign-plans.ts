/** Routes for the console's campaign builder and charts (docs/reference/api.md "Campaigns"). */
import { Type } from 'typebox';
import { requireCampaign } from '../../../operations/campaigns/campaigns.js';
import type { Operations } from '../../../operations/operations.js';
import {
  CampaignEstimate,
  CampaignEstimateRequest,
  CampaignSeries,
} from '../../../schemas/campaigns/plan.js';
import { DomainError } from '../../../schemas/errors.js';
import { BusinessId, IterationId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { CampaignParams, PLAN_ERRORS } from './campaigns.js';

export const campaignPlanRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/campaign-estimates',
    operationId: 'estimateCampaign',
    audit: { none: 'an estimate changes nothing' },
    summary: 'Estimate the recipients, duration and cost of a campaign. Nothing is stored.',
    description:
      "Only for sessions of the console. At most 5,000 people are examined, by the rules of a campaign. Duration and cost are expected from the agent's last 100 calls.",
    sessionOnly: true,
    role: 'operator',
    body: CampaignEstimateRequest,
    maxBodyBytes: JSON_BODY_BYTES,
    response: CampaignEstimate,
    errors: [...PLAN_ERRORS, 'category_not_found'],
    handler: async ({ caller, body }) => ({ data: await operations.campaignPlans.estimate(caller, body) }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/campaigns/{campaignId}/series',
    operationId: 'readCampaignSeries',
    summary:
      'Read the course of an iteration over time: outcomes and attempts in progress. Defaults to the current iteration.',
    description: 'Only for sessions of the console. At most 120 buckets of the last 7 days.',
    sessionOnly: true,
    role: 'viewer',
    params: CampaignParams,
    query: Type.Object({ businessId: BusinessId, iterationId: Type.Optional(IterationId) }, closed),
    response: CampaignSeries,
    errors: ['campaign_not_found', 'iteration_not_found'],
    handler: async ({ businessId, params: { campaignId }, query, caller }) => {
      const { currentIteration } = await requireCampaign({ views }, businessId, campaignId, caller.at);
      const { iterationId = currentIteration.id } = query;
      const iteration = views.iteration(campaignId, iterationId, caller.at);
      if (iteration === null) throw new DomainError('iteration_not_found');
      return { data: views.iterationSeries(iterationId, iteration.endedAt !== null, caller.at) };
    },
  }),
];
