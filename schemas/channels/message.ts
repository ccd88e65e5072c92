/** Messages on the wire (spec sections 2.7 and 2.8, docs/reference/api.md "Channels, messages, conversations"). */
import { type Static, Type } from 'typebox';
import { FILE_NAME_PATTERN } from '../patterns.js';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { AccountChannel } from './channel.js';
import { FILE_KINDS, Interactive, LinkedMedia, Place, Reaction } from './rich-content.js';
import { TemplateMessage } from './template.js';

const Name = Type.String({ minLength: 1, maxLength: 128 });
/** A person on one of our accounts, whether a contact or not (spec section 4.6 "link-contact"). */
export const ParticipantId = Type.String({
  format: 'uuid',
  description:
    'The person on the account, whether a contact or not. Accepted by link-contact once the person has written.',
});

/** WhatsApp's limits, characters (docs/reference/protocols/whatsapp.md "Sending"). */
export const MAX_TEXT_CHARACTERS = 4_096;
export const MAX_CAPTION_CHARACTERS = 1_024;
/** WhatsApp's limit for the name of a document, characters. */
export const MAX_FILE_NAME = 240;
/** Instagram's limit, bytes in UTF-8 (docs/reference/protocols/instagram.md "Sending"). */
export const MAX_INSTAGRAM_TEXT_BYTES = 1_000;

/** Both variants of the spec in one; which fields belong to which channel is checked with the account. */
export const MessageSend = Type.Object(
  {
    businessId: Uuid,
    channel: Type.Optional(AccountChannel),
    phoneNumberId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'WhatsApp' })),
    instagramAccountId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Instagram' })),
    to: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'WhatsApp: the mobile in E.164. Instagram: the Instagram-scoped id of the user.',
    }),
    type: literals(
      ['text', 'image', 'template', ...FILE_KINDS, 'location', 'reaction', 'interactive', 'linked_media'],
      {
        description: 'A WhatsApp template may be sent outside the 24 hours, and to people who never wrote.',
      },
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_TEXT_CHARACTERS,
        description: 'The text of a text message.',
      }),
    ),
    mediaId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The image or file, from POST /media.' }),
    ),
    caption: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CAPTION_CHARACTERS,
        description: 'The caption of an image, document or video.',
      }),
    ),
    template: Type.Optional(TemplateMessage),
    fileName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_FILE_NAME,
        pattern: FILE_NAME_PATTERN,
        description: 'The name of a document, as the customer sees it.',
      }),
    ),
    interactive: Type.Optional(Interactive),
    location: Type.Optional(Place),
    reaction: Type.Optional(Reaction),
    media: Type.Optional(LinkedMedia),
    clientAssetId: Type.Optional(Name),
  },
  closed,
);
export type MessageSend = Static<typeof MessageSend>;

export const MessageStatus = literals([
  'queued',
  'submitted',
  'accepted',
  'sent',
  'delivered',
  'read',
  'failed',
]);
export type MessageStatus = Static<typeof MessageStatus>;

export const TaskStatus = literals(['queued', 'running', 'retrying', 'done', 'failed']);
export type TaskStatus = Static<typeof TaskStatus>;

export const MessageSendResult = Type.Object(
  {
    messageId: Uuid,
    taskRef: Type.String(),
    providerMessageRef: nullable(Type.String()),
    queued: Type.Boolean(),
    correlationId: Type.String(),
  },
  closed,
);
export type MessageSendResult = Static<typeof MessageSendResult>;

/** Why a message failed; codes are ours and contain nothing from the provider. */
const MessageFailure = Type.Object(
  { code: nullable(Type.String()), message: nullable(Type.String()) },
  closed,
);

/** WhatsAppMessageDeliveryState of the spec. */
export const MessageDeliveryState = Type.Object(
  {
    messageId: Uuid,
    businessId: Uuid,
    conversationId: nullable(Uuid),
    participantId: ParticipantId,
    phoneNumberId: nullable(Type.String()),
    recipient: Type.String(),
    type: Type.String(),
    status: MessageStatus,
    taskStatus: TaskStatus,
    providerMessageId: nullable(Type.String()),
    providerStatus: nullable(Type.String()),
    queuedAt: DateTime,
    sentAt: nullable(DateTime),
    deliveredAt: nullable(DateTime),
    readAt: nullable(DateTime),
    failedAt: nullable(DateTime),
    failure: nullable(MessageFailure),
  },
  closed,
);
export type MessageDeliveryState = Static<typeof MessageDeliveryState>;
