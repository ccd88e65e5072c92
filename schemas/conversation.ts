/** Conversations in the console's inbox, on the wire (docs/contract.md "Console and keys"). */
import { type Static, Type } from 'typebox';
import { AccountChannel } from './channel.js';
import { ReceivedMedia } from './media.js';
import { MAX_TEXT_CHARACTERS, MessageStatus, ParticipantId } from './message.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from './shapes.js';
import { TemplateComponents, TemplateMessage } from './template.js';

/** Filters of the conversation list. */
export const InboxView = literals(['all', 'unread', 'waiting', 'mine'], {
  description:
    'unread: with messages of the customer that nobody has read. waiting: for a human, and nobody has taken it. mine: those that whoever asks has taken.',
});

const Author = Type.String({ description: 'customer, api, agent, human or campaign' });
const MessageType = Type.String({
  description: 'text, image, template, or the channel’s name of another type',
});

const Person = Type.Object(
  { userId: Uuid, name: nullable(Type.String({ description: 'Null where the user is gone.' })) },
  closed,
);

export const ConversationResource = Type.Object(
  {
    id: Uuid,
    channel: AccountChannel,
    accountId: Type.String({ description: 'Ours: a phone number id, an Instagram account id.' }),
    accountName: nullable(Type.String(), { description: 'Null where it is connected no more.' }),
    address: Type.String({ description: 'Theirs: a number in E.164, or the channel’s id.' }),
    participantId: ParticipantId,
    contactId: nullable(Uuid),
    name: nullable(Type.String(), { description: 'Of the contact, else as the channel names them.' }),
    lastMessage: nullable(
      Type.Object(
        {
          messageId: Uuid,
          at: DateTime,
          direction: literals(['inbound', 'outbound']),
          author: Author,
          messageType: MessageType,
          text: nullable(Type.String(), { description: 'At most 200 characters of it.' }),
          status: nullable(MessageStatus, { description: 'Of a message of ours.' }),
        },
        closed,
      ),
    ),
    lastActivityAt: DateTime,
    unread: Type.Integer({ minimum: 0, description: 'Messages of the customer that no user has read.' }),
    waitingSince: nullable(DateTime, {
      description: 'Since when the customer waits for a human: no agent answers, and nobody has.',
    }),
    handOverReason: nullable(Type.String(), {
      description: 'What the customer wants, in the words of the agent that handed over.',
    }),
    answering: literals(['human', 'agent', 'backend', 'nobody'], {
      description: 'Who answers what the customer writes now.',
    }),
    agentName: nullable(Type.String(), { description: 'Of the agent that is assigned to the account.' }),
    takenBy: nullable(Person, { description: 'Who has taken it in the console.' }),
    humanUntil: nullable(DateTime, {
      description: 'Until when it is a human’s, unless it is given back before or a human writes again.',
    }),
    windowClosesAt: nullable(DateTime, {
      description: 'Until when free text may be sent; null before the customer wrote.',
    }),
  },
  closed,
);
export type ConversationResource = Static<typeof ConversationResource>;

const Position = Type.String({ description: 'Names the item within the thread.' });

const ThreadMessage = Type.Object(
  {
    id: Position,
    at: DateTime,
    type: Type.Literal('message'),
    messageId: Uuid,
    direction: literals(['inbound', 'outbound']),
    author: Author,
    userName: nullable(Type.String(), { description: 'Of the user of the console who wrote it.' }),
    messageType: MessageType,
    text: nullable(Type.String()),
    template: nullable(
      Type.Object(
        { name: Type.String(), language: Type.String(), values: Type.Array(Type.String()) },
        closed,
      ),
    ),
    campaignId: nullable(Uuid),
    status: nullable(MessageStatus, { description: 'Of a message of ours.' }),
    sentAt: nullable(DateTime),
    deliveredAt: nullable(DateTime),
    readAt: nullable(DateTime),
    failedAt: nullable(DateTime),
    failure: nullable(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    media: nullable(ReceivedMedia, { description: 'What a customer’s message carries.' }),
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
      userName: nullable(Type.String(), { description: 'Null where the user is gone.' }),
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
      description:
        'As it was sent last, with the values of then but without its images; null where it has no variables.',
    }),
  },
  closed,
);

/** Exactly one of `text` and `template`. */
export const ConversationReply = Type.Object(
  {
    businessId: Uuid,
    text: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS })),
    template: Type.Optional(TemplateMessage),
  },
  closed,
);
export type ConversationReply = Static<typeof ConversationReply>;

export const ConversationAct = Type.Object({ businessId: Uuid }, closed);
export const ConversationRead = Type.Object(
  { businessId: Uuid, messageId: Type.String({ format: 'uuid', description: 'Up to this one.' }) },
  closed,
);
