/** Channels, the Instagram connection, and the assignments of accounts (spec section 4.3). */
import { Type } from 'typebox';
import { assignmentResource } from '../../../operations/channels/channels.js';
import type { Operations } from '../../../operations/operations.js';
import {
  AccountChannel,
  AssignableAgent,
  AssignmentResource,
  ChannelAssignment,
  ChannelDelete,
  type ChannelReadiness,
  ChannelResource,
  InstagramConnection,
  OfWhatsApp,
} from '../../../schemas/channels/channel.js';
import { about, EXAMPLE, nullableText } from '../../../schemas/described.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, ListQuery, NextCursor, pageQuery, pageRequest } from '../common.js';

/** Whether calls can currently be placed; provided by the composition. */
export type VoiceReadiness = () => ChannelReadiness;

/** Every channel of the service with its current state for a business. */
export const channelsOf = (
  views: ViewStore,
  businessId: string,
  voice: ChannelReadiness,
): readonly ChannelResource[] => {
  const accounts = views.channelAccounts(businessId);
  const connected = (channel: string): number =>
    accounts.filter((account) => account.channel === channel).length;
  const messaging = (channel: string): ChannelReadiness =>
    connected(channel) > 0 ? 'live' : 'not_connected';
  return [
    {
      channel: 'whatsapp',
      label: 'WhatsApp',
      status: 'live',
      assignmentMode: 'phone_number',
      readiness: messaging('whatsapp'),
      connectedAccounts: connected('whatsapp'),
    },
    {
      channel: 'voice',
      label: 'Voice',
      status: 'live',
      assignmentMode: 'none',
      readiness: voice,
      connectedAccounts: 0,
    },
    {
      channel: 'instagram',
      label: 'Instagram',
      status: 'live',
      assignmentMode: 'provider_account',
      readiness: messaging('instagram'),
      connectedAccounts: connected('instagram'),
    },
    {
      channel: 'sms',
      label: 'SMS',
      status: 'coming_later',
      assignmentMode: 'none',
      readiness: 'unavailable',
      connectedAccounts: 0,
    },
    {
      channel: 'other',
      label: 'Other',
      status: 'reserved',
      assignmentMode: 'none',
      readiness: 'unavailable',
      connectedAccounts: 0,
    },
  ];
};

/** The routes of channels. */
export const channelRoutes = (
  operations: Operations,
  views: ViewStore,
  voiceReadiness: VoiceReadiness,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/channels',
    operationId: 'listChannels',
    summary: 'List the channels with their current readiness and how agents are assigned to them.',
    description:
      'Lists every channel of the service, also those that the business has not connected. Not paged.',
    scopes: ['channels:read'],
    query: BusinessQuery,
    response: Type.Object({ channels: Type.Array(ChannelResource, about('All channels.')) }),
    handler: async ({ businessId }) => ({
      data: { channels: channelsOf(views, businessId, voiceReadiness()) },
    }),
  }),
  ...instagramRoutes(operations, views),
  ...assignmentRoutes(operations, views),
];

const instagramRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/channels/instagram',
    operationId: 'readInstagramConnection',
    summary: 'List the connected Instagram accounts, newest first, without their tokens.',
    description: 'Accounts are connected in the console.',
    scopes: ['channels:read', 'instagram:read'],
    query: ListQuery,
    response: Type.Object({
      connected: Type.Boolean(about('Whether the business has a connected Instagram account.')),
      connections: Type.Array(InstagramConnection, about('The page of accounts.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const page = views.channelAccountPage(businessId, 'instagram', pageRequest(query));
      const connections = page.items.map(({ accountId, displayName, username, connectedAt }) => ({
        providerAccountId: accountId,
        displayName,
        username,
        connectedAt,
      }));
      const connected =
        connections.length > 0 ||
        views.channelAccounts(businessId).some(({ channel }) => channel === 'instagram');
      return { data: { connected, connections, nextCursor: page.nextCursor } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/channels/instagram',
    operationId: 'deleteInstagramConnection',
    audit: { action: 'channel.disconnected' },
    summary: 'Disconnect all Instagram accounts and delete their tokens and assignments.',
    description:
      'Conversations are kept. Without a connected account the request is refused with `channel_not_connected`.',
    scopes: ['channels:write', 'instagram:write'],
    body: ChannelDelete,
    response: Type.Object({
      disconnected: Type.Array(
        Type.String(),
        about('The ids of the accounts that were disconnected.', [EXAMPLE.instagramAccountId]),
      ),
    }),
    errors: ['channel_not_connected'],
    handler: async ({ businessId }) => operations.channels.disconnectInstagram(businessId),
  }),
];

const assignmentRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/channels/assignments',
    operationId: 'listChannelAssignments',
    summary:
      'List the connected accounts with their assignments, then the agents that can be assigned: one list in two parts, each newest first, paged as one.',
    description:
      'A page may end with accounts or begin with agents: follow `nextCursor` to its end for all of both. Only active agents of the channel can be assigned.',
    scopes: ['channels:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        channel: AccountChannel,
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({
      phoneNumberId: nullableText(
        'The id of the only, or first, connected WhatsApp account. Null: another channel, or none.',
        EXAMPLE.phoneNumberId,
      ),
      assignments: Type.Array(AssignmentResource, about('The connected accounts of the page.')),
      assignableAgents: Type.Array(AssignableAgent, about('The agents of the page.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const page = views.assignments(businessId, query.channel, pageRequest(query));
      const phoneNumberId = query.channel === 'whatsapp' ? page.firstAccountId : null;
      const assignments = page.accounts.map(assignmentResource);
      const { agents: assignableAgents, nextCursor } = page;
      return { data: { phoneNumberId, assignments, assignableAgents, nextCursor } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/channels/assignments',
    operationId: 'assignChannel',
    audit: { action: 'channel.assigned', target: 'body.channel' },
    summary:
      'Change the assignment of a connected account. Omitted fields stay unchanged. An agent and an external backend cannot both answer.',
    description:
      'Name the account with `phoneNumberId` or `providerAccountId`; it can be left out if only one is connected. The agent answers what customers write from now on. While a subscription with `externalAutomation` is active, an agent is refused with 409 `external_automation_active`.',
    scopes: ['channels:write'],
    quota: 'none',
    body: ChannelAssignment,
    response: Type.Object({
      phoneNumberId: OfWhatsApp,
      assignment: described(AssignmentResource, 'The assignment after the change.'),
    }),
    errors: [
      'channel_assignment_not_supported',
      'channel_not_connected',
      'channel_account_not_found',
      'agent_not_found',
      'agent_not_active',
      'agent_channel_mismatch',
      'external_automation_active',
    ],
    handler: async ({ businessId, body }) => {
      const { result: assignment, ...written } = await operations.channels.assign(businessId, body);
      return { ...written, result: { phoneNumberId: assignment.phoneNumberId, assignment } };
    },
  }),
];
