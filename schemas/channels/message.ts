/** Messages on the wire (spec sections 2.7 and 2.8, docs/reference/api.md "Channels, messages, conversations"). */
import { type Static, Type } from 'typebox';
import {
  about,
  EXAMPLE,
  moment,
  nullableMoment,
  nullableText,
  nullableUuid,
  text,
  uuid,
} from '../described.js';
import { BusinessId, MessageId } from '../fields.js';
import { FILE_NAME_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';
import { AccountChannel, OfWhatsApp, PhoneNumberId } from './channel.js';
import { FILE_KINDS, Interactive, LinkedMedia, Place, Reaction } from './rich-content.js';
import { TemplateMessage } from './template.js';

/** A reference that the client chooses. */
export const ClientAssetId = text('A reference of your own; WhatsApp only. It is not stored.', 'asset-2041', {
  minLength: 1,
  maxLength: 128,
});
export const MediaId = uuid('The file, from POST /media.', EXAMPLE.mediaId);
/** A person on one of our accounts, whether a contact or not (spec section 4.6 "link-contact"). */
export const ParticipantId = uuid(
  'The person on the account, whether a contact or not. Accepted by link-contact once the person has written.',
  EXAMPLE.conversationId,
);

/** WhatsApp's limits, characters (docs/reference/protocols/whatsapp.md "Sending"). */
export const MAX_TEXT_CHARACTERS = 4_096;
const MAX_CAPTION_CHARACTERS = 1_024;
/** WhatsApp's limit for the name of a document, characters. */
const MAX_FILE_NAME = 240;
/** Instagram's limit, bytes in UTF-8 (docs/reference/protocols/instagram.md "Sending"). */
export const MAX_INSTAGRAM_TEXT_BYTES = 1_000;

export const Caption = text('The caption of an image, document or video.', 'How to find us', {
  minLength: 1,
  maxLength: MAX_CAPTION_CHARACTERS,
});
export const FileName = text('The name of a document, as the customer sees it.', 'directions.pdf', {
  minLength: 1,
  maxLength: MAX_FILE_NAME,
  pattern: FILE_NAME_PATTERN,
});

/** Both variants of the spec in one; which fields belong to which channel is checked with the account. */
export const MessageSend = Type.Object(
  {
    businessId: BusinessId,
    channel: Type.Optional(described(AccountChannel, 'The channel. Default: `whatsapp`.')),
    phoneNumberId: Type.Optional(PhoneNumberId),
    instagramAccountId: Type.Optional(
      text(
        'Instagram: the id of the professional account. Not used on other channels.',
        EXAMPLE.instagramAccountId,
        { minLength: 1, maxLength: 64 },
      ),
    ),
    to: text(
      'WhatsApp: the mobile number, E.164. Instagram: the Instagram-scoped id of a user who has written before.',
      EXAMPLE.mobile,
      { minLength: 1, maxLength: 64 },
    ),
    type: literals(
      ['text', 'image', 'template', ...FILE_KINDS, 'location', 'reaction', 'interactive', 'linked_media'],
      about(
        'The content, in the field of the same kind. WhatsApp: all but `linked_media`. Instagram: `text`, `interactive`, `linked_media`. A `template` may be sent outside the 24 hours, and to people who never wrote.',
      ),
    ),
    text: Type.Optional(
      text(
        `The text of a \`text\` message; on Instagram at most ${MAX_INSTAGRAM_TEXT_BYTES.toLocaleString('en')} bytes in UTF-8.`,
        'Your appointment is on Friday at 10.',
        { minLength: 1, maxLength: MAX_TEXT_CHARACTERS },
      ),
    ),
    mediaId: Type.Optional(MediaId),
    caption: Type.Optional(Caption),
    template: Type.Optional(TemplateMessage),
    fileName: Type.Optional(FileName),
    interactive: Type.Optional(Interactive),
    location: Type.Optional(Place),
    reaction: Type.Optional(Reaction),
    media: Type.Optional(LinkedMedia),
    clientAssetId: Type.Optional(ClientAssetId),
  },
  closed,
);
export type MessageSend = Static<typeof MessageSend>;

export const MessageStatus = literals(
  ['queued', 'submitted', 'accepted', 'sent', 'delivered', 'read', 'failed'],
  about(
    '`queued`: waits to be sent; `submitted`: the request to the channel is under way; `accepted`: the channel has it; then as the channel reports. Only moves forward.',
  ),
);
export type MessageStatus = Static<typeof MessageStatus>;

export const TaskStatus = literals(
  ['queued', 'running', 'retrying', 'done', 'failed'],
  about(
    'The work of handing the message to the channel. `retrying`: after a throttle or an unknown outcome. `done`: the channel accepted it.',
  ),
);
export type TaskStatus = Static<typeof TaskStatus>;

export const MessageSendResult = Type.Object(
  {
    messageId: uuid('The message, for `readMessage` and in its webhooks.', EXAMPLE.messageId),
    taskRef: text('A reference to the work of sending it.', `message:${EXAMPLE.messageId}`),
    providerMessageRef: nullable(
      Type.String(),
      about('The id of the message at the channel. Null: the channel does not have it yet.', null),
    ),
    queued: Type.Boolean(about('True: it waits to be sent. It has not been delivered.')),
    correlationId: text('An id for support requests: that of the message.', EXAMPLE.messageId),
  },
  closed,
);
export type MessageSendResult = Static<typeof MessageSendResult>;

/** Why a message failed; codes are ours and contain nothing from the provider. */
const MessageFailure = Type.Object(
  {
    code: nullableText('A stable error code.', 'recipient_unreachable'),
    message: nullableText(
      'What happened and what to do, for people; the text may change.',
      'The recipient cannot be reached on this channel.',
    ),
  },
  closed,
);

/** When the channel reported each step. Late reports fill in their times. */
export const progressTimes = {
  sentAt: nullableMoment('When the channel sent it. Null: not reported.', '2026-03-02T09:30:01.000Z'),
  deliveredAt: nullableMoment('When it was delivered. Null: not reported.', '2026-03-02T09:30:02.000Z'),
  readAt: nullable(
    Type.String({ format: 'date-time' }),
    about('When the customer read it. Null: not reported.', null),
  ),
  failedAt: nullable(Type.String({ format: 'date-time' }), about('When it failed. Null: it has not.', null)),
};

/** WhatsAppMessageDeliveryState of the spec. */
export const MessageDeliveryState = Type.Object(
  {
    messageId: MessageId,
    businessId: uuid('The business.', EXAMPLE.businessId),
    conversationId: nullableUuid('The conversation that has the message.', EXAMPLE.conversationId),
    participantId: ParticipantId,
    phoneNumberId: OfWhatsApp,
    recipient: text('The mobile number (E.164), or the Instagram-scoped id.', EXAMPLE.mobile),
    type: text('The kind of content, as in the request.', 'text'),
    status: MessageStatus,
    taskStatus: TaskStatus,
    providerMessageId: nullableText(
      'The id of the message at the channel. Null: the channel does not have it.',
      'wamid.HBgLMTQxNTU1NTAxMDA',
    ),
    providerStatus: nullableText(
      'The furthest status that the channel reported. Null: none yet.',
      'delivered',
    ),
    queuedAt: moment('When the message was queued.'),
    ...progressTimes,
    failure: nullable(MessageFailure, about('Why it failed. Null: it has not.')),
  },
  closed,
);
export type MessageDeliveryState = Static<typeof MessageDeliveryState>;
