/** What subscribers are told of a conversation (spec section 6), from its events. */
import type { ConversationEvent, Progress } from '../../actors/conversation/events.js';
import type { Letter } from '../../actors/subscription/events.js';
import type { AccountChannel } from '../../schemas/channel.js';
import type { MessageDeliveryState } from '../../schemas/message.js';
import { type EventType, WEBHOOK_CONTRACT_VERSION } from '../../schemas/subscription.js';
import type { CommentReply } from '../../views/conversation-queries.js';

/** Whose conversation an event is of. */
export interface Conversation {
  readonly businessId: string;
  readonly conversationId: string;
  readonly channel: AccountChannel;
  readonly accountId: string;
}

const PROGRESS: Readonly<Record<AccountChannel, Readonly<Partial<Record<Progress, EventType>>>>> = {
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

/** What else than a message a customer does on Instagram. */
const INSTAGRAM_TYPES: Readonly<Record<string, EventType>> = {
  reaction: 'instagram.message.reaction',
  referral: 'instagram.message.referral',
  comment: 'instagram.comment.received',
};

/** Messages of ours, as the views hold them. */
export interface OwnMessages {
  readonly state: (messageId: string) => MessageDeliveryState | null;
  readonly commentReply: (messageId: string) => CommentReply | null;
}

/** Of a public answer, as of a message. */
const COMMENT_REPLY: Readonly<Partial<Record<Progress, EventType>>> = {
  sent: 'instagram.comment.replied',
  failed: 'instagram.comment.failed',
};

/** Null when subscribers are told nothing of it. */
export const letterOf = (
  conversation: Conversation,
  event: ConversationEvent,
  at: number,
  messages: OwnMessages,
): Letter | null => {
  switch (event.type) {
    case 'message.received':
      return received(conversation, event);
    case 'message.progressed':
      return progressed(conversation, event.messageId, event.progress, event.at, messages);
    case 'message.refused':
      return progressed(conversation, event.messageId, 'failed', at, messages);
    default:
      return null;
  }
};

const received = (
  conversation: Conversation,
  event: Extract<ConversationEvent, { type: 'message.received' }>,
): Letter => {
  const { providerMessageId, customer, content, sentAt, humanHandoff: humanHandoffActive = false } = event;
  const { mobile, whatsappId, userId, username, name } = customer;
  if (conversation.channel === 'whatsapp')
    return letter(conversation, 'whatsapp.message.received', providerMessageId, sentAt, {
      providerMessageId,
      customer: { mobileE164: mobile, whatsappId, name },
      message: { type: content.type, text: content.text },
      humanHandoffActive,
    });
  const special = INSTAGRAM_TYPES[content.type];
  return letter(conversation, special ?? 'instagram.message.received', providerMessageId, sentAt, {
    providerMessageId,
    customer: { instagramId: userId, username, name },
    ...(special === undefined
      ? { message: { type: content.type, text: content.text } }
      : { [content.type]: content.details }),
    humanHandoffActive,
  });
};

/** Our side of it, as each channel calls it. */
const accountOf = ({ channel, accountId }: Conversation): Readonly<Record<string, string>> =>
  channel === 'whatsapp' ? { phoneNumberId: accountId } : { instagramAccountId: accountId };

const letter = (
  conversation: Conversation,
  eventType: EventType,
  eventId: string,
  at: number,
  facts: Readonly<Record<string, unknown>>,
): Letter => {
  const { businessId, conversationId, channel } = conversation;
  const occurredAt = new Date(at).toISOString();
  return {
    ...{ eventId, eventType, conversationId, occurredAt },
    payload: {
      contractVersion: WEBHOOK_CONTRACT_VERSION,
      ...{ eventId, eventType, occurredAt, businessId, ...accountOf(conversation), channel, conversationId },
      ...facts,
    },
  };
};

/** The id is the same for every attempt and every subscriber, and another one for each step of the message. */
const progressed = (
  conversation: Conversation,
  messageId: string,
  progress: Progress,
  at: number,
  messages: OwnMessages,
): Letter | null => {
  const state = messages.state(messageId);
  const answers = messages.commentReply(messageId);
  const eventType = (answers === null ? PROGRESS[conversation.channel] : COMMENT_REPLY)[progress];
  if (state === null || eventType === undefined) return null;
  const { providerMessageId, providerStatus, recipient, failure } = state;
  const { sentAt, deliveredAt, readAt, failedAt } = state;
  return letter(conversation, eventType, `${messageId}:${progress}`, at, {
    ...(answers === null ? {} : { comment: commentOf(answers, providerMessageId) }),
    ...{ providerMessageId, messageId, recipient: recipientOf(conversation, recipient) },
    delivery: {
      status: progress,
      providerStatus:
        progress === 'failed' && providerMessageId === null ? null : (providerStatus ?? progress),
      ...{ sentAt, deliveredAt, readAt, failedAt, failure: progress === 'failed' ? failure : null },
    },
  });
};

/** Ours, in the shape of the customers' (contract.md). */
const commentOf = (
  { comment, text }: CommentReply,
  id: string | null,
): Readonly<Record<string, string | null>> => ({
  ...{ id, text },
  ...{ mediaId: comment.mediaId, parentId: comment.id },
});

const recipientOf = ({ channel }: Conversation, recipient: string): Readonly<Record<string, string>> =>
  channel === 'whatsapp' ? { mobileE164: recipient } : { instagramId: recipient };
