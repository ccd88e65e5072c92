/** What subscribers are told of a conversation (spec section 6), from its events. */
import type { ConversationEvent, Progress } from '../../actors/conversation/events.js';
import type { Letter } from '../../actors/subscription/events.js';
import type { AccountChannel } from '../../schemas/channel.js';
import type { MessageDeliveryState } from '../../schemas/message.js';
import { type EventType, WEBHOOK_CONTRACT_VERSION } from '../../schemas/subscription.js';

/** Whose conversation an event is of. */
export interface Conversation {
  readonly businessId: string;
  readonly conversationId: string;
  readonly channel: AccountChannel;
  readonly accountId: string;
}

const WHATSAPP_PROGRESS: Readonly<Record<Progress, EventType>> = {
  sent: 'whatsapp.message.sent',
  delivered: 'whatsapp.message.delivered',
  read: 'whatsapp.message.read',
  failed: 'whatsapp.message.failed',
};

/** Null when subscribers are told nothing of it. */
export const letterOf = (
  conversation: Conversation,
  event: ConversationEvent,
  at: number,
  message: (messageId: string) => MessageDeliveryState | null,
): Letter | null => {
  if (conversation.channel !== 'whatsapp') return null;
  switch (event.type) {
    case 'message.received': {
      const { providerMessageId, customer, content, sentAt } = event;
      const { mobile, whatsappId, name } = customer;
      return letter(conversation, 'whatsapp.message.received', providerMessageId, sentAt, {
        providerMessageId,
        customer: { mobileE164: mobile, whatsappId, name },
        message: { type: content.type, text: content.text },
      });
    }
    case 'message.progressed':
      return progressed(conversation, event.messageId, event.progress, event.at, message(event.messageId));
    case 'message.refused':
      return progressed(conversation, event.messageId, 'failed', at, message(event.messageId));
    default:
      return null;
  }
};

const letter = (
  { businessId, conversationId, channel, accountId }: Conversation,
  eventType: EventType,
  eventId: string,
  at: number,
  facts: Readonly<Record<string, unknown>>,
): Letter => {
  const occurredAt = new Date(at).toISOString();
  return {
    ...{ eventId, eventType, conversationId, occurredAt },
    payload: {
      contractVersion: WEBHOOK_CONTRACT_VERSION,
      ...{ eventId, eventType, occurredAt, businessId, phoneNumberId: accountId, channel, conversationId },
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
  state: MessageDeliveryState | null,
): Letter | null => {
  if (state === null) return null;
  const { providerMessageId, providerStatus, recipient, failure } = state;
  const { sentAt, deliveredAt, readAt, failedAt } = state;
  return letter(conversation, WHATSAPP_PROGRESS[progress], `${messageId}:${progress}`, at, {
    ...{ providerMessageId, messageId, recipient: { mobileE164: recipient } },
    delivery: {
      status: progress,
      providerStatus:
        progress === 'failed' && providerMessageId === null ? null : (providerStatus ?? progress),
      ...{ sentAt, deliveredAt, readAt, failedAt, failure: progress === 'failed' ? failure : null },
    },
  });
};
