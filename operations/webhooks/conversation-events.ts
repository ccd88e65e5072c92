/** The webhook events of a conversation (spec section 6), from its events. */
import type {
  ConversationEvent,
  Failure,
  MessageProgress,
  Reported,
} from '../../actors/conversation/events.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { EventType } from '../../schemas/events/subscription.js';
import { participantOf } from '../../schemas/ids.js';
import type { OwnMessage } from '../../views/conversations/index.js';
import { isoOrNull } from '../../views/kernel/dates.js';
import { webhookEventOn } from './webhook-event.js';

/** The conversation of an event. */
export interface Conversation {
  readonly businessId: string;
  readonly conversationId: string;
  readonly channel: AccountChannel;
  readonly accountId: string;
}

/** The event types of a message's steps; subscribers are not notified of omitted steps. */
type Names = Readonly<Partial<Record<MessageProgress, EventType>>>;
type EventNames = Readonly<Record<AccountChannel, Names>>;

/** Steps of a message of the message endpoint (spec section 6). */
const OF_MESSAGES: EventNames = {
  whatsapp: {
    sent: 'whatsapp.message.sent',
    delivered: 'whatsapp.message.delivered',
    read: 'whatsapp.message.read',
    failed: 'whatsapp.message.failed',
  },
  instagram: {
    sent: 'instagram.message.sent',
    read: 'instagram.message.seen',
    failed: 'instagram.message.failed',
  },
};
/** Steps of a message of an agent or a campaign. */
const OF_AGENTS: EventNames = {
  whatsapp: {
    sent: 'whatsapp.agent_message.sent',
    delivered: 'whatsapp.agent_message.delivered',
    read: 'whatsapp.agent_message.read',
    failed: 'whatsapp.agent_message.failed',
  },
  instagram: {
    sent: 'instagram.agent_message.sent',
    read: 'instagram.agent_message.seen',
    failed: 'instagram.agent_message.failed',
  },
};
/** Steps of a public answer, like those of a message. */
const OF_COMMENT_REPLIES: Names = { sent: 'instagram.comment.replied', failed: 'instagram.comment.failed' };

/** What customers do on Instagram besides sending messages. */
const INSTAGRAM_TYPES: Readonly<Record<string, EventType>> = {
  reaction: 'instagram.message.reaction',
  referral: 'instagram.message.referral',
  comment: 'instagram.comment.received',
};

/**
 * Null if subscribers are not notified of the event. What changes in a message is read from the journal's event alone, so
 * that a webhook event is the same whenever it is written; `ownMessage` supplies what does not change. `at`: time of the
 * commit, ms since the epoch.
 */
export const conversationWebhookEvent = (
  conversation: Conversation,
  event: ConversationEvent,
  at: number,
  ownMessage: (messageId: string) => OwnMessage | null,
): WebhookEvent | null => {
  switch (event.type) {
    case 'message.received':
      return received(conversation, event);
    case 'message.progressed': {
      const { messageId, providerMessageId, progress, failure, earlier } = event;
      return delivery(conversation, messageId, ownMessage(messageId), {
        progress,
        at: event.at,
        providerMessageId,
        providerStatus: progress,
        failure,
        reported: { ...earlier, [progress]: event.at },
      });
    }
    case 'message.refused': {
      const { messageId, failure } = event;
      return delivery(conversation, messageId, ownMessage(messageId), {
        progress: 'failed',
        at,
        providerMessageId: null,
        providerStatus: null,
        failure,
        reported: { failed: at },
      });
    }
    default:
      return null;
  }
};

const received = (
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: 'message.received' }>,
): WebhookEvent => {
  const { providerMessageId, customer, content, sentAt, humanHandoff: humanHandoffActive = false } = event;
  const { mobile, whatsappId, userId, username, name } = customer;
  const isWhatsApp = conversation.channel === 'whatsapp';
  const special = isWhatsApp ? undefined : INSTAGRAM_TYPES[content.type];
  const eventType = isWhatsApp ? 'whatsapp.message.received' : (special ?? 'instagram.message.received');
  const result = webhookEvent(conversation, eventType, providerMessageId, sentAt, {
    providerMessageId,
    customer: isWhatsApp ? { mobileE164: mobile, whatsappId, name } : { instagramId: userId, username, name },
    ...(special === undefined
      ? { message: { type: content.type, text: content.text } }
      : { [content.type]: content.details }),
    humanHandoffActive,
  });
  return event.keepsMedia === true ? { ...result, mediaId: event.messageId } : result;
};

/** Our account, under the name that the channel has for it. */
const accountOf = ({ channel, accountId }: Conversation): Readonly<Record<string, string>> =>
  channel === 'whatsapp' ? { phoneNumberId: accountId } : { instagramAccountId: accountId };

const webhookEvent = (
  conversation: Conversation,
  eventType: EventType,
  eventId: string,
  at: number,
  facts: Readonly<Record<string, unknown>>,
): WebhookEvent => {
  const { businessId, conversationId, channel } = conversation;
  return webhookEventOn(
    { businessId, channel, about: { conversationId }, eventType, eventId, at },
    { ...accountOf(conversation), participantId: participantOf(conversationId), ...facts },
  );
};

/** A step of one of our messages. */
interface Step {
  readonly progress: MessageProgress;
  /** ms since the epoch */
  readonly at: number;
  readonly providerMessageId: string | null;
  /** Null if the provider never had the message. */
  readonly providerStatus: MessageProgress | null;
  readonly failure: Failure | null;
  /** This step and those that were reported before it. */
  readonly reported: Reported;
}

/** The id is the same for every attempt and every subscriber, and different for each step of the message. */
const delivery = (
  conversation: Conversation,
  messageId: string,
  message: OwnMessage | null,
  { progress, at, providerMessageId, providerStatus, failure, reported }: Step,
): WebhookEvent | null => {
  const eventType = message === null ? undefined : namesOf(conversation.channel, message)[progress];
  if (message === null || eventType === undefined) return null;
  const { author, campaignId, answers, recipient } = message;
  return webhookEvent(conversation, eventType, `${messageId}:${progress}`, at, {
    ...(answers === null ? {} : { comment: commentOf(answers, providerMessageId) }),
    ...(author === 'api' ? {} : { author, campaignId }),
    providerMessageId,
    messageId,
    recipient: recipientOf(conversation, recipient),
    delivery: {
      status: progress,
      providerStatus,
      sentAt: isoOrNull(reported.sent ?? null),
      deliveredAt: isoOrNull(reported.delivered ?? null),
      readAt: isoOrNull(reported.read ?? null),
      failedAt: isoOrNull(reported.failed ?? null),
      failure: progress === 'failed' ? failure : null,
    },
  });
};

/** Subscribers are not notified of messages by humans, who write where everything is visible. */
const namesOf = (channel: AccountChannel, { author, answers }: OwnMessage): Names => {
  if (answers !== null) return OF_COMMENT_REPLIES;
  switch (author) {
    case 'api':
      return OF_MESSAGES[channel];
    case 'agent':
    case 'campaign':
      return OF_AGENTS[channel];
    case 'human':
      return {};
    default:
      return assertNever(author);
  }
};

/** Our comment, in the shape of the customers' (docs/reference/api.md "Channels, messages, conversations"). */
const commentOf = (
  { comment, text }: NonNullable<OwnMessage['answers']>,
  id: string | null,
): Readonly<Record<string, string | null>> => ({
  id,
  text,
  mediaId: comment.mediaId,
  parentId: comment.id,
});

const recipientOf = ({ channel }: Conversation, recipient: string): Readonly<Record<string, string>> =>
  channel === 'whatsapp' ? { mobileE164: recipient } : { instagramId: recipient };
