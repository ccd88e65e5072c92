/** Builds new messages from the events that introduce them. Pure. */
import type { Author, ConversationEvent, OutboundContent } from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { MessageStatus, TaskStatus } from '../../schemas/channels/message.js';
import { isRich, wordsOfRich } from '../../schemas/channels/rich-content.js';
import { mediaOfReceived } from './media.js';
import type { TemplateUse } from './tables.js';

/** `answers`, `media`, `template`, `payload`, `sources`: JSON. Times in ms since the epoch. */
export interface NewMessage {
  readonly messageId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly author: Author | 'customer';
  readonly type: string;
  readonly text: string | null;
  readonly recipient: string | null;
  readonly status: MessageStatus;
  readonly taskStatus: TaskStatus;
  readonly providerMessageId: string | null;
  readonly at: number;
  /** Null while it is unknown. */
  readonly sentAt: number | null;
  readonly answers: string | null;
  readonly media: string | null;
  readonly userId: string | null;
  readonly template: string | null;
  readonly payload: string | null;
  readonly sources: string | null;
}

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { readonly type: Type }>;

/** A customer wrote. */
export const receivedMessage = (event: EventOf<'message.received'>): NewMessage => ({
  messageId: event.messageId,
  direction: 'inbound',
  author: 'customer',
  type: event.content.type,
  text: event.content.text,
  recipient: null,
  status: 'delivered',
  taskStatus: 'done',
  providerMessageId: event.providerMessageId,
  at: event.sentAt,
  sentAt: null,
  answers: null,
  media: mediaOfReceived(event),
  userId: null,
  template: null,
  payload: event.content.payload === undefined ? null : JSON.stringify(event.content.payload),
  sources: null,
});

/** A human on our side wrote in the channel's own app. */
export const echoedMessage = (event: EventOf<'message.echoed'>): NewMessage => ({
  messageId: event.messageId,
  direction: 'outbound',
  author: 'human',
  type: event.content.type,
  text: event.content.text,
  recipient: event.recipient,
  status: 'sent',
  taskStatus: 'done',
  providerMessageId: event.providerMessageId,
  at: event.sentAt,
  sentAt: event.sentAt,
  answers: null,
  media: null,
  userId: null,
  template: null,
  payload: null,
  sources: null,
});

/** We are about to write; `at`: when it was queued, ms since the epoch. */
export const queuedMessage = (event: EventOf<'message.queued'>, at: number): NewMessage => ({
  messageId: event.messageId,
  direction: 'outbound',
  author: event.author,
  type: event.content.type,
  text: wordsOf(event.content),
  recipient: event.recipient,
  status: 'queued',
  taskStatus: 'queued',
  providerMessageId: null,
  at,
  sentAt: null,
  answers: event.content.type === 'comment_reply' ? JSON.stringify(event.content.comment) : null,
  media: null,
  userId: event.userId ?? null,
  template: templateOf(event.content),
  payload: null,
  sources: event.sources === undefined ? null : JSON.stringify(event.sources),
});

const templateOf = (content: OutboundContent): string | null => {
  if (content.type !== 'template') return null;
  const { name, languageCode, components = [] } = content;
  const use: TemplateUse = { name, languageCode, components };
  return JSON.stringify(use);
};

/** The text shown for one of our messages; null where it has none of its own. */
export const wordsOf = (content: OutboundContent): string | null => {
  if (isRich(content)) return wordsOfRich(content);
  switch (content.type) {
    case 'text':
    case 'comment_reply':
      return content.text;
    case 'image':
      return content.caption;
    case 'template':
      return null;
    default:
      return assertNever(content);
  }
};
