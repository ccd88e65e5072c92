/** Campaigns, their iterations, members and activities (spec section 4.8, docs/reference/api.md "Campaigns"). */
import { Type } from 'typebox';
import { requireCampaign } from '../../../operations/campaigns/campaigns.js';
import { withCallOutcomes } from '../../../operations/campaigns/findings.js';
import type { Operations } from '../../../operations/operations.js';
import { ActivityResource } from '../../../schemas/campaigns/activity.js';
import { CallBackState } from '../../../schemas/campaigns/call-back.js';
import { CampaignResource, IterationResource } from '../../../schemas/campaigns/campaign.js';
import { MembershipResource } from '../../../schemas/campaigns/membership.js';
import { CampaignAction, CampaignCreate, IterationCreate } from '../../../schemas/campaigns/requests.js';
import { CampaignChannel, MembershipStatus } from '../../../schemas/campaigns/states.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { BusinessId, CampaignId, ContactId, IterationId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';

export const CampaignParams = Type.Object({ campaignId: CampaignId }, closed);

/** Errors of a template that does not fit. */
const TEMPLATE_ERRORS = [
  ...(['template_not_found', 'template_not_approved', 'template_paused', 'template_disabled'] as const),
  ...(['template_parameters_mismatch', 'templates_unreachable'] as const),
] as const;

/** Errors in a plan. */
export const PLAN_ERRORS: readonly ErrorCode[] = [
  ...(['audience_empty', 'channel_assignment_not_supported', 'channel_not_connected'] as const),
  ...(['agent_not_found', 'agent_not_active', 'agent_not_voice', 'agent_channel_mismatch'] as const),
  ...(['variable_undeclared', 'media_not_found', 'media_expired', 'media_type_mismatch'] as const),
  ...TEMPLATE_ERRORS,
];

/** The routes of campaigns. */
export const campaignRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...collectionRoutes(operations, views),
  ...singleCampaignRoutes(operations, views),
  ...iterationRoutes(operations, views),
  ...membershipRoutes(views),
];

const collectionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/campaigns',
    operationId: 'listCampaigns',
    summary: 'List campaigns with their latest iteration, newest first.',
    description: '`status` and `counts` are those of the current iteration, which is the latest.',
    scopes: ['campaigns:read'],
    query: Type.Object({ businessId: BusinessId, ...pageQuery }, closed),
    response: Type.Object({
      campaigns: Type.Array(CampaignResource, { description: 'The campaigns, newest first.' }),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query, caller }) => {
      const { items, nextCursor } = views.campaigns(businessId, pageRequest(query), caller.at);
      return { data: { campaigns: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/campaigns',
    operationId: 'createCampaign',
    audit: { action: 'campaign.created', target: 'data.campaign.id' },
    summary:
      'Create a campaign with its first iteration. Its recipients are fixed from then on; none are contacted before it is started.',
    description:
      'Without `startAt`, the campaign is a `draft` until `PATCH` with `action: "start"`. The audience is read in the background: `audienceReady` says when it is complete. On WhatsApp, a template is compared with the list of the channel. Voice campaigns call as many recipients at a time as the business has lines.',
    scopes: ['campaigns:write'],
    idempotent: true,
    quota: 'campaigns',
    status: 201,
    body: CampaignCreate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({ campaign: CampaignResource }),
    errors: [...PLAN_ERRORS, 'category_not_found'],
    handler: async ({ caller, body }) =>
      writtenAs('campaign', await operations.campaigns.create(caller, body)),
  }),
];

const singleCampaignRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}',
    operationId: 'readCampaign',
    summary: 'Read a campaign with its current iteration: counts by outcome, pace, estimated end.',
    description:
      'Poll it, or subscribe to the webhooks `campaign.iteration.*` and `campaign.recipient.ended`.',
    scopes: ['campaigns:read'],
    params: CampaignParams,
    query: BusinessQuery,
    response: Type.Object({ campaign: CampaignResource }),
    errors: ['campaign_not_found'],
    handler: async ({ businessId, params, caller }) => {
      const campaign = await requireCampaign({ views }, businessId, params.campaignId, caller.at);
      return { data: { campaign } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/campaigns/{campaignId}',
    operationId: 'actOnCampaign',
    audit: { action: 'campaign.changed', target: 'params.campaignId' },
    summary:
      'Start, pause or cancel the current iteration. Calls in progress continue when it is paused, and are hung up when it is cancelled.',
    description:
      'Repeating an action is harmless. A cancelled iteration stays `cancelling` until the carriers confirm the end of its calls; recipients that were not contacted get the outcome `cancelled`. Changes are sent as `campaign.iteration.started`, `.paused`, `.cancelling` and `.ended`.',
    scopes: ['campaigns:write'],
    idempotent: true,
    quota: 'none',
    params: CampaignParams,
    body: CampaignAction,
    response: Type.Object({ campaign: CampaignResource }),
    errors: ['campaign_not_found', 'iteration_ended', 'iteration_not_started', ...TEMPLATE_ERRORS],
    handler: async ({ caller, params, body }) =>
      writtenAs('campaign', await operations.campaigns.act(caller, params.campaignId, body)),
  }),
];

const iterationRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}/iterations',
    operationId: 'listIterations',
    summary: 'List the iterations of a campaign in their order.',
    description: 'The first one was created with the campaign; the others are follow-ups.',
    scopes: ['campaigns:read'],
    params: CampaignParams,
    query: Type.Object({ businessId: BusinessId, ...pageQuery }, closed),
    response: Type.Object({
      iterations: Type.Array(IterationResource, { description: 'The iterations in their order.' }),
      nextCursor: NextCursor,
    }),
    errors: ['campaign_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { campaignId }, query, caller }) => {
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const { items, nextCursor } = views.iterations(campaignId, pageRequest(query), caller.at);
      return { data: { iterations: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/campaigns/{campaignId}/iterations',
    operationId: 'createIteration',
    audit: { action: 'campaign.iteration_created', target: 'params.campaignId' },
    summary: 'Create a follow-up iteration for recipients selected by the outcomes of earlier ones.',
    description:
      'The current iteration must have ended. With `recommendedBySummaryRunId`, the contacts that a completed summary of all iterations recommends are selected. Like a campaign, an iteration is a `draft` until it is started, unless it has `startAt`.',
    scopes: ['campaigns:write'],
    idempotent: true,
    status: 201,
    params: CampaignParams,
    body: IterationCreate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({ iteration: IterationResource }),
    errors: [
      ...PLAN_ERRORS,
      ...(['campaign_not_found', 'iteration_not_ended', 'iteration_not_found'] as const),
      ...(['summary_run_not_found', 'summary_run_not_ended'] as const),
    ],
    handler: async ({ caller, params, body }) =>
      writtenAs('iteration', await operations.campaigns.createIteration(caller, params.campaignId, body)),
  }),
];

/** Memberships and activities of a campaign. */
const membershipRoutes = (views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}/memberships',
    operationId: 'listMemberships',
    summary: 'List the members of the iterations of a campaign, with every attempt and its outcome.',
    description:
      'Filter by `status` to find recipients to follow up, for example `no_answer`. Outcomes of calls are included if the key also has `communications:read`.',
    scopes: ['campaigns:read', 'contacts:read'],
    params: CampaignParams,
    query: Type.Object(
      {
        businessId: BusinessId,
        ...pageQuery,
        iterationId: Type.Optional(IterationId),
        contactId: Type.Optional(ContactId),
        status: Type.Optional(MembershipStatus),
        callBack: Type.Optional(CallBackState),
      },
      closed,
    ),
    response: Type.Object({
      memberships: Type.Array(MembershipResource, { description: 'The members.' }),
      nextCursor: NextCursor,
    }),
    errors: ['campaign_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { campaignId }, query, caller, access }) => {
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const { iterationId, contactId, status, callBack } = query;
      const { items, nextCursor } = views.memberships(campaignId, pageRequest(query), {
        ...(iterationId === undefined ? {} : { iterationId }),
        ...(contactId === undefined ? {} : { contactId }),
        ...(status === undefined ? {} : { status }),
        ...(callBack === undefined ? {} : { callBack }),
      });
      const readsCalls = access()?.includes('communications:read') === true;
      return {
        data: { memberships: readsCalls ? withCallOutcomes(views, businessId, items) : items, nextCursor },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/campaigns/{campaignId}/activities',
    operationId: 'listActivities',
    summary: 'List the calls and messages of a campaign, newest first.',
    description: 'Also lists what contacts answered to messages of the campaign, as `inbound`.',
    scopes: ['campaigns:read', 'communications:read'],
    params: CampaignParams,
    query: Type.Object(
      {
        businessId: BusinessId,
        ...pageQuery,
        contactId: Type.Optional(ContactId),
        iterationId: Type.Optional(IterationId),
        channel: Type.Optional(CampaignChannel),
        status: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 32,
            description: 'Only those with this status.',
            examples: ['completed'],
          }),
        ),
      },
      closed,
    ),
    response: Type.Object({
      activities: Type.Array(ActivityResource, { description: 'The calls and messages, newest first.' }),
      nextCursor: NextCursor,
    }),
    errors: ['campaign_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { campaignId }, query, caller }) => {
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const { contactId, iterationId, channel, status } = query;
      const { items, nextCursor } = views.activities(campaignId, pageRequest(query), {
        ...(contactId === undefined ? {} : { contactId }),
        ...(iterationId === undefined ? {} : { iterationId }),
        ...(channel === undefined ? {} : { channel }),
        ...(status === undefined ? {} : { status }),
      });
      return { data: { activities: items, nextCursor } };
    },
  }),
];
