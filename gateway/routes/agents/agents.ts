/** Agents (spec section 4.4). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { AgentResource, type agentBodies, BusinessAgentMutation } from '../../../schemas/agents/agent.js';
import { AssignmentResource, ChannelReadiness } from '../../../schemas/channels/channel.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { described, nullable } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { ListQuery, NextCursor, pageRequest, serialisedList, writtenAs } from '../common.js';
import { channelsOf, type VoiceReadiness } from '../messaging/channels.js';

const AgentResponse = Type.Object({ agent: AgentResource });
/** Refusals of a profile. */
export const PROFILE_ERRORS: readonly ErrorCode[] = [
  'variable_undeclared',
  'data_source_not_found',
  'data_source_field_unknown',
  'category_not_found',
  'voice_unknown',
];

/** The bodies that create and change agents. */
export type Bodies = ReturnType<typeof agentBodies>;

/** The routes of agents. */
export const agentRoutes = (
  operations: Operations,
  views: ViewStore,
  voiceReadiness: VoiceReadiness,
  bodies: Bodies,
): readonly Route[] => [
  ...collectionRoutes(operations, views, voiceReadiness, bodies),
  ...changeRoutes(operations, bodies),
];

const collectionRoutes = (
  operations: Operations,
  views: ViewStore,
  voiceReadiness: VoiceReadiness,
  { AgentCreate }: Bodies,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents',
    operationId: 'listAgents',
    summary:
      'List the agents of the business, newest first. A page with long agents may contain fewer than `limit`.',
    description:
      'Archived agents are listed, too: check `status`. Agents with large instructions make a page end early; go on while `nextCursor` is not null.',
    scopes: ['agents:read'],
    query: ListQuery,
    response: Type.Object({
      agents: Type.Array(AgentResource, { description: 'The agents, newest first.' }),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) =>
      serialisedList('agents', views.agents(businessId, pageRequest(query))),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents',
    operationId: 'createAgent',
    audit: { action: 'agent.created', target: 'data.agent.id' },
    summary: 'Create an agent.',
    description:
      'Publishes version 1. Values of {{alias}} placeholders must be declared in `dataSourceVariables`. With `assignment`, the agent also answers on that account of its channel, for which the key needs `channels:write`.',
    scopes: ['agents:write'],
    scopesIf: [
      {
        when: 'assignment is set',
        scopes: ['channels:write'],
        applies: ({ assignment }) => assignment !== undefined && assignment !== null,
      },
    ],
    idempotent: true,
    quota: 'agents',
    status: 201,
    body: AgentCreate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({
      agent: AgentResource,
      referenceName: described(Type.String(), 'As `agent.referenceName`.', 'ann-ce24a5c0'),
      channelReadiness: described(ChannelReadiness, 'Whether the channel of the agent can be used.'),
      assignment: nullable(AssignmentResource, {
        description: 'The account on which it answers; null: none.',
      }),
    }),
    errors: [
      ...PROFILE_ERRORS,
      'channel_assignment_not_supported',
      'channel_not_connected',
      'channel_account_not_found',
      'external_automation_active',
    ],
    handler: async ({ caller, body }) => {
      const { result, ...written } = await operations.agents.create(caller, body);
      const { agent, assignment } = result;
      const channelReadiness =
        channelsOf(views, caller.businessId, voiceReadiness()).find(
          ({ channel }) => channel === agent.channel,
        )?.readiness ?? 'unavailable';
      return {
        ...written,
        result: { agent, referenceName: agent.referenceName, channelReadiness, assignment },
      };
    },
  }),
];

const changeRoutes = (operations: Operations, { AgentUpdate }: Bodies): readonly Route[] => [
  route({
    method: 'PATCH',
    path: '/api/v1/agents',
    operationId: 'updateAgent',
    audit: { action: 'agent.changed', target: 'data.agent.id' },
    summary:
      'Change an agent. Omitted optional fields and voice settings keep their values; null clears one. Calls in progress keep the settings that they started with.',
    description:
      'Publishes the change at once as the next version, and ends the splits of the agent. Send the `ETag` of the agent in `If-Match`, so that a change by somebody else is not overwritten. To prepare a change instead, save a draft.',
    scopes: ['agents:write'],
    idempotent: true,
    tagged: true,
    body: AgentUpdate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: AgentResponse,
    errors: [
      ...PROFILE_ERRORS,
      'agent_not_found',
      'agent_archived',
      'agent_in_use',
      'agent_changing',
      'agent_changed',
    ],
    handler: async ({ caller, body, expectedTags }) =>
      writtenAs('agent', await operations.agents.update(caller, body, expectedTags)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/agents',
    operationId: 'archiveAgent',
    audit: { action: 'agent.archived', target: 'data.agent.id' },
    summary: 'Archive an agent. It can no longer be selected.',
    description:
      'Calls in progress continue. Its draft is deleted and its splits end. It cannot be restored.',
    scopes: ['agents:write'],
    idempotent: true,
    body: BusinessAgentMutation,
    response: AgentResponse,
    errors: ['agent_not_found'],
    handler: async ({ caller, body }) => writtenAs('agent', await operations.agents.archive(caller, body)),
  }),
];
