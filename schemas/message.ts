/** Messages on the wire (spec sections 2.7 and 2.8, docs/contract.md "Channels, messages, conversations"). */
import { type Static, Type } from 'typebox';
import { AccountChannel } from './channel.js';
import { TemplateMessage } from './template.js';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });
const Name = Type.String({ minLength: 1, maxLength: 128 });
const nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
/** Who somebody is on an account of ours, a contact or not (spec section 4.6 "link-contact"). */
export const ParticipantId = Type.String({
  format: 'uuid',
  description:
    'The person on the account, whether they are a contact or not; link-contact of channel-participants takes it once they have written.',
});
const DateTimeOrNull = nullable(Type.String({ format: 'date-time' }));

/** WhatsApp's bounds, characters (docs/protocols/whatsapp.md "Sending"). */
export const MAX_TEXT_CHARACTERS = 4_096;
const MAX_CAPTION_CHARACTERS = 1_024;
/** Instagram's, bytes in UTF-8 (docs/protocols/instagram.md "Sending"). */
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
    type: Type.Union([Type.Literal('text'), Type.Literal('image'), Type.Literal('template')], {
      description: 'A template of WhatsApp may be sent outside the 24 hours, and to who never wrote.',
    }),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS, description: 'Of a text message.' }),
    ),
    mediaId: Type.Optional(Type.String({ format: 'uuid', description: 'Of an image, from POST /media.' })),
    caption: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_CAPTION_CHARACTERS, description: 'Of an image.' }),
    ),
    template: Type.Optional(TemplateMessage),
    clientAssetId: Type.Optional(Name),
  },
  closed,
);
export type MessageSend = Static<typeof MessageSend>;

export const MessageStatus = Type.Union([
  Type.Literal('queued'),
  Type.Literal('submitted'),
  Type.Literal('accepted'),
  Type.Literal('sent'),
  Type.Literal('delivered'),
  Type.Literal('read'),
  Type.Literal('failed'),
]);
export type MessageStatus = Static<typeof MessageStatus>;

export const TaskStatus = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  Type.Literal('retrying'),
  Type.Literal('done'),
  Type.Literal('failed'),
]);
export type TaskStatus = Static<typeof TaskStatus>;

export const MessageSendResult = Type.Object(
  {
    messageId: Uuid,
    taskRef: Type.String(),
    providerMessageRef: Type.Union([Type.String(), Type.Null()]),
    queued: Type.Boolean(),
    correlationId: Type.String(),
  },
  closed,
);
export type MessageSendResult = Static<typeof MessageSendResult>;

/** Why a message failed; codes are ours, nothing of the provider's is in them. */
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
    queuedAt: Type.String({ format: 'date-time' }),
    sentAt: DateTimeOrNull,
    deliveredAt: DateTimeOrNull,
    readAt: DateTimeOrNull,
    failedAt: DateTimeOrNull,
    failure: Type.Union([MessageFailure, Type.Null()]),
  },
  closed,
);
export type MessageDeliveryState = Static<typeof MessageDeliveryState>;
