/** Conversations in the console's inbox, on the wire (docs/reference/api.md "Console and keys"). */
import { type Static, Type } from 'typebox';
import { AnswerSources } from '../agents/knowledge.js';
import { CallOutcome } from '../analysis/call-analysis.js';
import { AccountChannel } from '../channels/channel.js';
import {
  MAX_CAPTION_CHARACTERS,
  MAX_FILE_NAME,
  MAX_TEXT_CHARACTERS,
  MessageStatus,
  ParticipantId,
} from '../channels/message.js';
import { MessagePayload } from '../channels/message-payload.js';
import { FILE_KINDS, Interactive, Place, Reaction } from '../channels/rich-content.js';
import { TemplateComponents, TemplateMessage } from '../channels/template.js';
import { FILE_NAME_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, exactlyOneOf, literals, nullable, Uuid } from '../shapes.js';
import { ReceivedMedia } from './media.js';

/** Filters of the conversation list. */
export const InboxView = literals(['all', 'unread', 'waiting', 'mine'], {
  description:
    'unread: with unread messages of the customer. waiting: for a human, and not taken over. mine: taken over by the caller.',
});

const Author = Type.String({ description: 'customer, api, agent, human or campaign' });
const MessageType = Type.String({
  description: 'text, image, template, or the channel’s name of another type',
});

const Person = Type.Object(
  { userId: Uuid, name: nullable(Type.String({ description: 'Null if the user no longer exists.' })) },
  closed,
);

export const ConversationResource = Type.Object(
  {
    id: Uuid,
    channel: AccountChannel,
    accountId: Type.String({
      description: 'The account of the business: a phone number id or an Instagram account id.',
    }),
    accountName: nullable(Type.String(), { description: 'Null if the account is no longer connected.' }),
    address: Type.String({
      description: 'The address of the customer: a number in E.164, or the channel’s id.',
    }),
    participantId: ParticipantId,
    contactId: nullable(Uuid),
    name: nullable(Type.String(), {
      description: 'The name of the contact, otherwise the name on the channel.',
    }),
    lastMessage: nullable(
      Type.Object(
        {
          messageId: Uuid,
          at: DateTime,
          direction: literals(['inbound', 'outbound']),
          author: Author,
          messageType: MessageType,
          text: nullable(Type.String(), { description: 'The first 200 characters.' }),
          status: nullable(MessageStatus, { description: 'Of an outbound message.' }),
        },
        closed,
      ),
    ),
    lastActivityAt: DateTime,
    unread: Type.Integer({ minimum: 0, description: 'Unread messages of the customer.' }),
    waitingSince: nullable(DateTime, {
      description:
        'When the customer began to wait for a human: no agent answers, and no human has answered.',
    }),
    handOverReason: nullable(Type.String(), {
      description: 'What the customer wants, in the words of the agent that handed over.',
    }),
    answering: literals(['human', 'agent', 'backend', 'nobody'], {
      description: 'Who answers the next message of the customer.',
    }),
    agentName: nullable(Type.String(), {
      description: 'The name of the agent that is assigned to the account.',
    }),
    takenBy: nullable(Person, { description: 'The user who has taken it over in the console.' }),
    humanUntil: nullable(DateTime, {
      description: 'When it returns to the agent, unless it is handed back earlier or a human writes again.',
    }),
    outcome: nullable(CallOutcome, {
      description: 'Of the latest messages between two silences; null: they were not analysed.',
    }),
    windowClosesAt: nullable(DateTime, {
      description: 'When the window for free text closes; null before the first message of the customer.',
    }),
  },
  closed,
);
export type ConversationResource = Static<typeof ConversationResource>;

const Position = Type.String({ description: 'Identifies the item within the thread.' });

const ThreadMessage = Type.Object(
  {
    id: Position,
    at: DateTime,
    type: Type.Literal('message'),
    messageId: Uuid,
    direction: literals(['inbound', 'outbound']),
    author: Author,
    userName: nullable(Type.String(), { description: 'The name of the console user who wrote it.' }),
    messageType: MessageType,
    text: nullable(Type.String()),
    template: nullable(
      Type.Object(
        { name: Type.String(), language: Type.String(), values: Type.Array(Type.String()) },
        closed,
      ),
    ),
    campaignId: nullable(Uuid),
    status: nullable(MessageStatus, { description: 'Of an outbound message.' }),
    sentAt: nullable(DateTime),
    deliveredAt: nullable(DateTime),
    readAt: nullable(DateTime),
    failedAt: nullable(DateTime),
    failure: nullable(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    media: nullable(ReceivedMedia, { description: 'Media of a message from the customer.' }),
    payload: Type.Optional(MessagePayload),
    sources: AnswerSources,
    editedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the customer changed it last.' }),
    ),
    revokedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the customer took it back; its content is gone.',
      }),
    ),
  },
  closed,
);

export const ThreadItem = Type.Union([
  ThreadMessage,
  Type.Object(
    {
      id: Position,
      at: DateTime,
      type: literals(['taken', 'given_back']),
      userName: nullable(Type.String(), { description: 'Null if the user no longer exists.' }),
    },
    closed,
  ),
  Type.Object(
    {
      id: Position,
      at: DateTime,
      type: Type.Literal('handed_over'),
      reason: nullable(Type.String(), { description: 'What the customer wants, in the agent’s words.' }),
    },
    closed,
  ),
]);
export type ThreadItem = Static<typeof ThreadItem>;

/** Counts of conversations that need attention. */
export const InboxCounts = Type.Object(
  { unread: Count, waiting: Count, mine: Count },
  { ...closed, description: 'Counted up to 100.' },
);

/** A template that the account has sent before. */
export const SentTemplate = Type.Object(
  {
    name: Type.String(),
    language: Type.String(),
    components: nullable(TemplateComponents, {
      description: 'As last sent, with those values but without images; null if it has no variables.',
    }),
  },
  closed,
);

/** Exactly one of the kinds of content. */
export const ConversationReply = Type.Object(
  {
    businessId: Uuid,
    text: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS })),
    template: Type.Optional(TemplateMessage),
    file: Type.Optional(
      Type.Object(
        {
          kind: literals(['image', ...FILE_KINDS]),
          mediaId: Type.String({ format: 'uuid', description: 'From POST /media.' }),
          caption: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_CAPTION_CHARACTERS })),
          fileName: Type.Optional(
            Type.String({ minLength: 1, maxLength: MAX_FILE_NAME, pattern: FILE_NAME_PATTERN }),
          ),
        },
        { ...closed, description: 'WhatsApp only. Audio has no caption; only documents have a name.' },
      ),
    ),
    interactive: Type.Optional(Interactive),
    location: Type.Optional(Place),
    reaction: Type.Optional(Reaction),
  },
  {
    ...closed,
    ...exactlyOneOf(['text', 'template', 'file', 'interactive', 'location', 'reaction']),
  },
);
export type ConversationReply = Static<typeof ConversationReply>;

export const ConversationAct = Type.Object({ businessId: Uuid }, closed);
export const ConversationRead = Type.Object(
  {
    businessId: Uuid,
    messageId: Type.String({ format: 'uuid', description: 'The last message to mark as read.' }),
  },
  closed,
);
