/** A channel account that sends and receives messages. */
import type { Operations } from '../../../operations/operations.js';
import type { AssignmentResource } from '../../../schemas/channels/channel.js';
import type { MessageDeliveryState } from '../../../schemas/channels/message.js';
import type { MediaResource } from '../../../schemas/conversations/media.js';
import { deriveId } from '../../../schemas/ids.js';
import type { ChannelAccountRecord } from '../../../views/channel-accounts/index.js';
import type { Views } from '../../../views/views.js';
import { agent } from './agents.js';
import { AT, BUSINESS, MESSAGE, SOURCE } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const account: ChannelAccountRecord = {
  id: SOURCE,
  channel: 'whatsapp',
  accountId: '106540352242922',
  displayName: 'Support',
  username: null,
  agentId: null,
  autoReplyEnabled: false,
  humanHandoffActive: false,
  connectedAt: AT,
  updatedAt: AT,
};

const assignment: AssignmentResource = {
  channel: 'whatsapp',
  phoneNumberId: '106540352242922',
  providerAccountId: null,
  displayName: 'Support',
  aiAgentId: null,
  autoReplyEnabled: false,
  humanHandoffActive: false,
  updatedAt: AT,
};

const message: MessageDeliveryState = {
  messageId: MESSAGE,
  businessId: BUSINESS,
  conversationId: deriveId('conversation'),
  participantId: deriveId('conversation'),
  phoneNumberId: '106540352242922',
  recipient: '+14155552671',
  type: 'text',
  status: 'failed',
  taskStatus: 'failed',
  providerMessageId: null,
  providerStatus: null,
  queuedAt: AT,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: AT,
  failure: { code: 'recipient_unreachable', message: 'No such recipient.' },
};

const media: MediaResource = {
  mediaId: MESSAGE,
  providerMediaId: '1',
  mediaType: 'image',
  mimeType: 'image/png',
  uploadedAt: AT,
  expiresAt: AT,
  contentSha256: '',
  providerStatus: 'uploaded',
  correlationId: MESSAGE,
};

/** Views of the account, and of an outbound message that failed. */
export const channelViews = (): Pick<
  Views,
  | 'accountBusinesses'
  | 'accountOwner'
  | 'assignments'
  | 'automationOf'
  | 'channelAccountPage'
  | 'channelAccounts'
  | 'conversation'
  | 'conversationKnownAs'
  | 'conversationMessages'
  | 'message'
  | 'messageMedia'
  | 'ownMessage'
  | 'unclaimedAccounts'
> => ({
  accountBusinesses: () => [BUSINESS],
  unclaimedAccounts: () => [],
  accountOwner: () => ({
    businessId: BUSINESS,
    id: account.id,
    automated: false,
    humanHandoff: false,
    handedBackAt: 0,
  }),
  assignments: (_, _channel, page) => {
    const { items: accounts } = pageOf(account, page);
    const agents = [{ id: agent.id, name: agent.name, referenceName: agent.referenceName }];
    return { accounts, agents, firstAccountId: account.accountId, nextCursor: null };
  },
  automationOf: () => null,
  channelAccountPage: (_, _channel, page) => pageOf(account, page),
  channelAccounts: () => [account],
  conversation: () => null,
  conversationKnownAs: () => null,
  conversationMessages: () => [],
  message: (_, id) => (id === MESSAGE ? message : null),
  messageMedia: () => null,
  ownMessage: () => null,
});

/** Operations that send nothing. */
export const channelOperations = ({
  behave,
  performed,
  recordAs,
  record,
}: OperationLog): Pick<
  Operations,
  'channelAccounts' | 'channels' | 'inbound' | 'messages' | 'media' | 'templates' | 'readMarks'
> => ({
  channelAccounts: {
    check: async () => ({
      state: 'refused',
      problem: { code: 'channel_credentials_invalid', message: 'No longer valid.' },
      name: null,
      username: null,
      phoneNumber: null,
      quality: null,
    }),
    connect: (_, { accountId }) =>
      recordAs(`connectChannelAccount ${accountId}`, {
        channel: account.channel,
        accountId,
        displayName: account.displayName,
        username: null,
        aiAgentId: null,
        agentName: null,
        autoReplyEnabled: false,
        humanHandoffActive: false,
        externalAutomation: false,
        connectedAt: AT,
        updatedAt: AT,
      }),
    disconnect: (_, _channel, accountId) =>
      recordAs(`disconnectChannelAccount ${accountId}`, { accountId, disconnected: true }),
  },
  channels: {
    assign: (_, body) => recordAs(`assignChannel ${body.aiAgentId ?? 'no agent'}`, assignment),
    disconnectInstagram: () => recordAs('disconnectInstagram', { disconnected: ['17841400000000001'] }),
  },
  templates: {
    list: async () => {
      await behave();
      const body = { text: 'Hi {{1}}', variables: ['1'] };
      const header = { format: 'image' as const, text: null, variables: [] };
      const buttons = [{ type: 'url' as const, text: 'Track', needsValue: true }];
      const template = { name: 'order_update', language: 'en_US', status: 'APPROVED', category: null };
      return {
        at: Date.parse(AT),
        isComplete: true,
        templates: [{ ...template, header, body, footer: null, buttons }],
      };
    },
  },
  readMarks: {
    mark: async () => {
      await behave();
      return { providerMessageId: 'wamid.1' };
    },
  },
  inbound: {
    receive: async (channel, { messages, reports }) => {
      await behave();
      performed.push(`received ${channel} ${messages.length} ${reports.length}`);
      return { unknownAccounts: [] };
    },
  },
  messages: {
    send: (caller, body) =>
      record(caller, {
        messageId: MESSAGE,
        taskRef: `to ${body.to}`,
        providerMessageRef: null,
        queued: true,
        correlationId: MESSAGE,
      }),
  },
  media: {
    upload: (caller, body, content) =>
      record(caller, { ...media, contentSha256: `${body.fileName} of ${content.length} bytes` }),
  },
});
