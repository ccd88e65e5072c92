/** Channels, messages, conversations and webhooks: `parley.channels` and so on. */
import type { Make } from '../operations.js';

/** The operations of channels. */
export const channelsOf = ({ operation, list }: Make) => ({
  list: operation('listChannels'),
  assignments: list('listChannelAssignments', 'assignments'),
  /** Assigns an agent, or none, to an account. */
  assign: operation('assignChannel'),
  /** Message templates of a WhatsApp account. */
  templates: operation('listTemplates'),
  instagram: list('readInstagramConnection', 'connections'),
  disconnectInstagram: operation('deleteInstagramConnection'),
});

/** The operations of messages. */
export const messagesOf = ({ operation, list }: Make) => ({
  /** Queues a message. */
  send: operation('sendMessage'),
  /** With the state of its delivery. */
  read: operation('readMessage'),
  search: list('searchMessages', 'results'),
  /** Uploads a file for a message. */
  uploadMedia: operation('uploadMedia'),
});

/** The operations of written conversations. */
export const conversationsOf = ({ operation, list }: Make) => ({
  list: list('listWrittenConversations', 'conversations'),
  read: operation('readWrittenConversation'),
  /** Shows the customer that the messages were read. */
  markRead: operation('markMessagesRead'),
});

/** The operations of quick answers: texts that people insert into their messages. */
export const quickAnswersOf = ({ operation }: Make) => ({
  list: operation('listQuickAnswers'),
  create: operation('createQuickAnswer'),
  update: operation('updateQuickAnswer'),
  remove: operation('removeQuickAnswer'),
});

/** The operations of webhook subscriptions. */
export const webhookSubscriptionsOf = ({ operation, list }: Make) => ({
  list: list('listSubscriptions', 'subscriptions'),
  /** The answer has the signing secret, which is shown once. */
  create: operation('createSubscription'),
  update: operation('updateSubscription'),
  revoke: operation('revokeSubscription'),
  /** The answer has the new signing secret, which is shown once. */
  rotateSecret: operation('rotateSubscriptionSecret'),
  /** Sends an example of each event to the subscription. */
  test: operation('testSubscription'),
  contract: operation('readWebhookContract'),
});
