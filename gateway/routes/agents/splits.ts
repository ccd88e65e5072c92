/** Splits of an agent's recipients between two versions, and their outcomes. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { SplitEndRequest, SplitResource, SplitResults, SplitStart } from '../../../schemas/agents/split.js';
import { DomainError } from '../../../schemas/errors.js';
import { AgentId, SplitId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, ListQuery, NextCursor, pageRequest, writtenAs } from '../common.js';
import { PROFILE_ERRORS } from './agents.js';

const Params = Type.Object({ agentId: AgentId }, closed);
const SplitParams = Type.Object({ agentId: AgentId, splitId: SplitId }, closed);
const SplitResponse = Type.Object({ split: SplitResource }, closed);

/** The routes of splits. */
export const splitRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/splits',
    operationId: 'listSplits',
    summary: 'List the splits of an agent and of its campaigns, also those that have ended, newest first.',
    description:
      'A split divides the recipients of an agent between the published version and an earlier one, so that their outcomes can be compared.',
    scopes: ['agents:read'],
    params: Params,
    query: ListQuery,
    response: Type.Object(
      {
        splits: Type.Array(SplitResource, { description: 'The splits, newest first.' }),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['agent_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { agentId }, query }) => {
      if (views.agent(businessId, agentId) === null) throw new DomainError('agent_not_found');
      const { items, nextCursor } = views.agentSplits(businessId, agentId, pageRequest(query));
      return { data: { splits: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/splits',
    operationId: 'startSplit',
    audit: { action: 'agent.split_started', target: 'params.agentId' },
    summary:
      'Give a share of the recipients of an agent, or of one of its voice campaigns, an earlier version. A recipient gets the same version until the split ends; the next publication ends it.',
    description:
      "A hash of the recipient's number or address chooses the version. An agent has one split, and one for each of up to 20 campaigns at the same time; that of a campaign comes before that of the agent. Do not publish while you compare: it ends the splits.",
    scopes: ['agents:write'],
    idempotent: true,
    status: 201,
    params: Params,
    body: SplitStart,
    response: SplitResponse,
    errors: [
      ...(['agent_not_found', 'agent_archived', 'agent_version_not_found', 'agent_changing'] as const),
      ...(['agent_channel_mismatch', 'agent_not_voice', 'campaign_not_found'] as const),
      ...(['split_not_found', 'split_running', 'too_many_splits'] as const),
    ],
    handler: async ({ caller, params: { agentId }, body }) =>
      writtenAs('split', await operations.splits.start(caller, agentId, body)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/splits/{splitId}',
    operationId: 'readSplit',
    summary:
      'Read a split with the outcomes of both versions side by side, and their differences with intervals at a confidence of 95 %.',
    description:
      'Decide before the start how many calls you want: looking every day and stopping at the first conclusive difference finds differences that are none.',
    scopes: ['agents:read', 'voice:read'],
    params: SplitParams,
    query: BusinessQuery,
    response: Type.Object({ split: SplitResource, results: SplitResults }, closed),
    errors: ['split_not_found'],
    handler: async ({ businessId, params: { agentId, splitId } }) => ({
      data: await operations.splits.read(businessId, agentId, splitId),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/splits/{splitId}/end',
    operationId: 'endSplit',
    audit: { action: 'agent.split_ended', target: 'params.agentId' },
    summary:
      'End a split. A winner that is not the published version is checked and published again; without a winner the published version stays.',
    description: 'Results stay readable. Calls in progress keep the version that they started with.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    params: SplitParams,
    body: SplitEndRequest,
    response: SplitResponse,
    errors: [
      ...PROFILE_ERRORS,
      ...(['agent_not_found', 'agent_archived', 'agent_in_use', 'agent_version_not_found'] as const),
      'split_not_found',
    ],
    handler: async ({ caller, params: { agentId, splitId }, body }) =>
      writtenAs('split', await operations.splits.end(caller, agentId, splitId, body)),
  }),
];
