/** Conversations in the console's inbox, on the wire (docs/reference/api.md "Console and keys"). */
import { type Static, Type } from 'typebox';
import { AnswerSources } from '../agents/knowledge.js';
import { CallOutcome } from '../analysis/call-analysis.js';
import { AccountChannel, Failure, PhoneNumberId } from '../channels/channel.js';
import {
  Caption,
  FileName,
  MAX_TEXT_CHARACTERS,
  MediaId,
  MessageStatus,
  ParticipantId,
  progressTimes,
} from '../channels/message.js';
import { MessagePayload } from '../channels/message-payload.js';
import { FILE_KINDS, Interactive, Place, Reaction } from '../channels/rich-content.js';
import { TemplateComponents, TemplateMessage } from '../channels/template.js';
import {
  about,
  count,
  EXAMPLE,
  moment,
  nullableMoment,
  nullableText,
  nullableUuid,
  text,
  uuid,
} from '../described.js';
import { AccountName, BusinessId, MessageId, NoteId } from '../fields.js';
import { closed, described, exactlyOneOf, literals, nullable } from '../shapes.js';
import { ConversationStatus } from './assignment.js';
import { ReceivedMedia } from './media.js';
import { Direction, MessageAuthor, MessageText, MessageType, messageMarks } from './message-fields.js';

/** Filters of the conversation list. */
export const InboxView = literals(
  ['all', 'unread', 'waiting', 'mine'],
  about(
    '`all` (default). `unread`: with unread messages of the customer. `waiting`: for a human, and not taken over. `mine`: taken over by the caller.',
  ),
);

const Person = Type.Object(
  {
    userId: uuid('The user.', EXAMPLE.userId),
    name: nullableText('The name of the user. Null: the user no longer exists.', 'Kim Novak'),
  },
  closed,
);

const TEXT = 'Can I move my appointment to Friday?';
const OutboundStatus = nullable(
  MessageStatus,
  about('The delivery state of an outbound message. Null: the customer wrote it.'),
);
/** Why an agent handed a conversation over. */
export const HandOverReason = nullableText(
  'What the customer wants, in the words of the agent that handed over. Null: not stated.',
  'Wants to speak to a doctor.',
);

export const ConversationResource = Type.Object(
  {
    id: uuid('The conversation.', EXAMPLE.conversationId),
    channel: AccountChannel,
    accountId: AccountName,
    accountName: nullableText('The name of the account. Null: it is no longer connected.', 'Acme support'),
    address: text('The address of the customer: a number in E.164, or the channel’s id.', EXAMPLE.mobile),
    participantId: ParticipantId,
    contactId: nullableUuid('The contact. Null: the person is none.', EXAMPLE.contactId),
    name: nullableText(
      'The name of the contact, otherwise the name on the channel. Null: unknown.',
      EXAMPLE.customer,
    ),
    lastMessage: nullable(
      Type.Object(
        {
          messageId: MessageId,
          at: moment('When it was received or queued.'),
          direction: Direction,
          author: MessageAuthor,
          messageType: MessageType,
          text: nullableText('The first 200 characters. Null: it has no words.', TEXT),
          status: OutboundStatus,
        },
        closed,
      ),
      about('The latest message. Null: none.'),
    ),
    lastActivityAt: moment('When the latest message was received or queued.'),
    unread: count('Messages of the customer that no user has read.', 1),
    waitingSince: nullableMoment(
      'Since when the customer waits for a human: no agent answers, and no human has. Null: the customer does not.',
    ),
    handOverReason: HandOverReason,
    answering: literals(
      ['human', 'agent', 'backend', 'nobody'],
      about('The side that answers the next message of the customer.'),
    ),
    agentName: nullableText(
      'The name of the agent that is assigned to the account. Null: none.',
      EXAMPLE.agent,
    ),
    takenBy: nullable(Person, about('The user who has taken it over in the console. Null: none.')),
    assignedTo: nullable(
      Person,
      about(
        'The member of the team to whom it is assigned, regardless of the side that answers. Null: no member.',
      ),
    ),
    status: ConversationStatus,
    humanUntil: nullableMoment(
      'When it returns to the agent, unless it is handed back earlier or a human writes again. Null: no human has it.',
      '2026-03-03T09:30:00.000Z',
    ),
    outcome: nullable(
      CallOutcome,
      about('The outcome of the latest messages between two silences. Null: they were not analysed.'),
    ),
    windowClosesAt: nullableMoment(
      'When the window for free text closes, 24 hours after the customer last wrote. Null: the customer has not written.',
      '2026-03-03T09:30:00.000Z',
    ),
  },
  closed,
);
export type ConversationResource = Static<typeof ConversationResource>;

const Position = text('Identifies the item within the thread.', '42');
const HappenedAt = moment('When it happened.');

const ThreadMessage = Type.Object(
  {
    id: Position,
    at: moment('When it was received or queued.'),
    type: Type.Literal('message', about('A message of either side.')),
    messageId: MessageId,
    direction: Direction,
    author: MessageAuthor,
    userName: nullableText('The name of the console user who wrote it. Null: no user did.', 'Kim Novak'),
    messageType: MessageType,
    text: MessageText,
    template: nullable(
      Type.Object(
        {
          name: text('The name of the template.', 'appointment_reminder'),
          language: text('The language of the template.', 'en_US'),
          values: Type.Array(
            Type.String(),
            about('The values of its variables, in order.', ['Friday', '10:00']),
          ),
        },
        closed,
      ),
      about('The template that was sent. Null: another kind of message.'),
    ),
    campaignId: nullableUuid('The campaign that sent it. Null: none did.', EXAMPLE.campaignId),
    status: OutboundStatus,
    ...progressTimes,
    failure: nullable(Failure, about('Why it failed. Null: it has not.')),
    media: nullable(ReceivedMedia, about('The file of a message from the customer. Null: none.')),
    payload: Type.Optional(MessagePayload),
    sources: AnswerSources,
    ...messageMarks,
  },
  closed,
);

export const ThreadItem = Type.Union([
  ThreadMessage,
  Type.Object(
    {
      id: Position,
      at: HappenedAt,
      type: literals(
        ['taken', 'given_back'],
        about('A user took the conversation over, or handed it back to the agent.'),
      ),
      userName: nullableText('The name of the user. Null: the user no longer exists.', 'Kim Novak'),
    },
    closed,
  ),
  Type.Object(
    {
      id: Position,
      at: HappenedAt,
      type: Type.Literal('handed_over', about('An agent handed the conversation over to people.')),
      reason: HandOverReason,
    },
    closed,
  ),
  Type.Object(
    {
      id: Position,
      at: HappenedAt,
      type: Type.Literal('assigned', about('A user assigned the conversation.')),
      userName: nullableText('The name of the author. Null: the user no longer exists.', 'Kim Novak'),
      assignedTo: nullable(Person, about('The member of the team. Null: no member.')),
    },
    closed,
  ),
  Type.Object(
    {
      id: Position,
      at: HappenedAt,
      type: literals(['done', 'reopened'], about('People were done with it, or it was opened again.')),
      userName: nullableText(
        'The name of the user. Null: the customer or an agent opened it, or the user no longer exists.',
        'Kim Novak',
      ),
    },
    closed,
  ),
  Type.Object(
    {
      id: Position,
      at: HappenedAt,
      type: Type.Literal('note', about('An internal note. The customer and the agent do not receive it.')),
      noteId: NoteId,
      text: text('The note.', 'Prefers calls after four.'),
      author: described(Person, 'The user who wrote it.'),
      editedAt: nullableMoment('When it was last changed. Null: never.', EXAMPLE.later),
    },
    closed,
  ),
]);
export type ThreadItem = Static<typeof ThreadItem>;

/** Counts of conversations that need attention. */
export const InboxCounts = Type.Object(
  {
    unread: count('Conversations with unread messages.', 4),
    waiting: count('Conversations whose customers wait for a human.', 1),
    mine: count('Conversations that the caller has taken over.', 2),
    assigned: count('Open conversations that are assigned to the caller.', 3),
    unassigned: count('Open conversations that are assigned to no member.', 5),
  },
  { ...closed, ...about('Conversations that need attention, each counted up to 100.') },
);

/** A template that the account has sent before. */
export const SentTemplate = Type.Object(
  {
    name: text('The name of the template.', 'appointment_reminder'),
    language: text('The language of the template.', 'en_US'),
    components: nullable(
      TemplateComponents,
      about('As last sent, with those values but without images. Null: it has no variables.'),
    ),
  },
  closed,
);

/** The kinds of content of a message that a person writes. */
const replyContent = {
  text: Type.Optional(
    text('A text.', 'Friday at 10 is booked for you.', { minLength: 1, maxLength: MAX_TEXT_CHARACTERS }),
  ),
  template: Type.Optional(TemplateMessage),
  file: Type.Optional(
    Type.Object(
      {
        kind: literals(['image', ...FILE_KINDS], about('The kind of file.')),
        mediaId: MediaId,
        caption: Type.Optional(Caption),
        fileName: Type.Optional(FileName),
      },
      {
        ...closed,
        ...about('A file; WhatsApp only. Audio has no caption, and only documents have a name.'),
      },
    ),
  ),
  interactive: Type.Optional(Interactive),
  location: Type.Optional(Place),
  reaction: Type.Optional(Reaction),
};
const EXACTLY_ONE = exactlyOneOf(['text', 'template', 'file', 'interactive', 'location', 'reaction']);

/** Exactly one of the kinds of content. */
export const ConversationReply = Type.Object(
  { businessId: BusinessId, ...replyContent },
  { ...closed, ...EXACTLY_ONE },
);
export type ConversationReply = Static<typeof ConversationReply>;

/** A message to a contact over WhatsApp: exactly one of the kinds of content. */
export const ContactMessage = Type.Object(
  {
    businessId: BusinessId,
    phoneNumberId: Type.Optional(
      described(PhoneNumberId, 'The phone number id to write from; required with several accounts.'),
    ),
    ...replyContent,
  },
  { ...closed, ...EXACTLY_ONE },
);
export type ContactMessage = Static<typeof ContactMessage>;

export const ConversationAct = Type.Object({ businessId: BusinessId }, closed);
export const ConversationTake = Type.Object(
  {
    businessId: BusinessId,
    assign: Type.Optional(
      Type.Boolean({
        default: false,
        ...about('Whether the conversation is also assigned to the user.'),
      }),
    ),
  },
  closed,
);
export const ConversationRead = Type.Object(
  {
    businessId: BusinessId,
    messageId: uuid('The last message to mark as read.', EXAMPLE.messageId),
  },
  closed,
);
