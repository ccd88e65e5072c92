/** Connected accounts in the console: their token is entered, verified with the channel, and never shown again. */
import { Type } from 'typebox';
import { channelAccountResource } from '../../../operations/channels/channel-accounts.js';
import type { Operations } from '../../../operations/operations.js';
import {
  AccountChannel,
  ChannelAccountCheck,
  ChannelAccountResource,
  ChannelConnect,
  ChannelDelete,
  NamedAccountId,
} from '../../../schemas/channels/channel.js';
import { about } from '../../../schemas/described.js';
import { AccountName } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, writtenAs } from '../common.js';

const AccountParams = Type.Object({ channel: AccountChannel, accountId: NamedAccountId }, closed);

/** The routes of connected accounts. */
export const channelAccountRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  listRoute(views),
  ...changeRoutes(operations),
];

const listRoute = (views: ViewStore): Route =>
  route({
    method: 'GET',
    path: '/api/v1/console/channel-accounts',
    operationId: 'listChannelAccounts',
    summary: 'List the connected accounts in the order in which they were connected, with their assignments.',
    description:
      'Tokens are never listed. `externalAutomation` shows whether a webhook subscriber answers instead of an agent.',
    sessionOnly: true,
    role: 'viewer',
    query: BusinessQuery,
    response: Type.Object(
      { accounts: Type.Array(ChannelAccountResource, about('The connected accounts.')) },
      closed,
    ),
    handler: async ({ businessId }) => {
      const accounts = views
        .channelAccounts(businessId)
        .map((account) => channelAccountResource(views, businessId, account));
      return { data: { accounts } };
    },
  });

const changeRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/channel-accounts',
    operationId: 'connectChannelAccount',
    audit: { action: 'channel.connected', target: 'data.account.accountId' },
    summary:
      'Connect an account. Its token is verified with the channel, stored encrypted, and never returned. For a connected account, the token and name are replaced.',
    description:
      'An account belongs to one business: 409 `channel_account_taken` if another one has connected it. Assign an agent with `assignChannel`, or subscribe with `createSubscription`, so that customers are answered.',
    sessionOnly: true,
    role: 'owner',
    status: 201,
    body: ChannelConnect,
    response: Type.Object({ account: described(ChannelAccountResource, 'The connected account.') }, closed),
    errors: ['channel_account_taken', 'channel_token_refused', 'channel_failed'],
    handler: async ({ businessId, body, caller }) =>
      writtenAs('account', await operations.channelAccounts.connect(businessId, body, caller.at)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/channel-accounts/{channel}/{accountId}',
    operationId: 'disconnectChannelAccount',
    audit: { action: 'channel.disconnected', target: 'params.accountId' },
    summary: 'Disconnect an account and delete its token and assignment. Its conversations are kept.',
    description:
      'Nothing can be sent from the account any more. Connecting it again continues its conversations.',
    sessionOnly: true,
    role: 'owner',
    params: AccountParams,
    body: ChannelDelete,
    response: Type.Object(
      {
        accountId: AccountName,
        disconnected: Type.Literal(true, about('The account is no longer connected.')),
      },
      closed,
    ),
    errors: ['channel_account_not_found'],
    handler: async ({ businessId, params: { channel, accountId } }) =>
      operations.channelAccounts.disconnect(businessId, channel, accountId),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/channel-accounts/{channel}/{accountId}/check',
    operationId: 'checkChannelAccount',
    audit: { none: 'a check changes nothing' },
    summary: 'Check with the channel that the account can still be used with its token.',
    description: 'Sends nothing to customers. A refused token is replaced by connecting the account again.',
    sessionOnly: true,
    role: 'owner',
    quota: 'none',
    params: AccountParams,
    body: ChannelDelete,
    response: ChannelAccountCheck,
    errors: ['channel_account_not_found'],
    handler: async ({ businessId, params: { channel, accountId } }) => ({
      data: await operations.channelAccounts.check(businessId, channel, accountId),
    }),
  }),
];
