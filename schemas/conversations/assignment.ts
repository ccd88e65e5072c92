/** Who of the team deals with a conversation, and whether it is done, on the wire (docs/how-to/inbox.md). */
import { type Static, Type } from 'typebox';
import { AccountChannel } from '../channels/channel.js';
import { about, EXAMPLE, text, uuid } from '../described.js';
import { AgentId, BusinessId, ContactId, ConversationId } from '../fields.js';
import { ASSIGNEE_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';

/** Conversations that one request changes. */
export const MAX_CHANGED_CONVERSATIONS = 100;

export const ConversationStatus = literals(
  ['open', 'done'],
  about('`done`: people are done with it. A message of the customer opens it again.'),
);
export type ConversationStatus = Static<typeof ConversationStatus>;

/** Stands for no member in the filter by assignee. */
export const UNASSIGNED = 'none';

const AssigneeFilter = text(
  'Only conversations that are assigned to this user, or `none`: to no member.',
  EXAMPLE.userId,
  { pattern: ASSIGNEE_PATTERN },
);

/** Filters of lists of conversations. */
export const conversationFilters = {
  assignee: Type.Optional(AssigneeFilter),
  status: Type.Optional(ConversationStatus),
  channel: Type.Optional(described(AccountChannel, 'Only conversations on this channel.')),
  agentId: Type.Optional(described(AgentId, 'Only conversations that this agent answered last.')),
  contactId: Type.Optional(described(ContactId, 'Only those with this contact.')),
};

/** The same for a search in messages, which has filters of its own for the rest. */
export const deskFilters = {
  assignee: Type.Optional(AssigneeFilter),
  conversationStatus: Type.Optional(
    described(ConversationStatus, 'Only conversations that are open, or that people are done with.'),
  ),
};

const Assignee = nullable(
  Type.String({ format: 'uuid' }),
  about('The member of the team, an active operator or owner. Null: no member.', EXAMPLE.userId),
);

export const ConversationAssign = Type.Object({ businessId: BusinessId, assigneeId: Assignee }, closed);

export const ConversationStatusSet = Type.Object(
  { businessId: BusinessId, status: ConversationStatus },
  closed,
);

/** Omitted fields stay unchanged. */
export const ConversationsChange = Type.Object(
  {
    businessId: BusinessId,
    conversationIds: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: MAX_CHANGED_CONVERSATIONS,
      uniqueItems: true,
      ...about('The conversations to change.', [EXAMPLE.conversationId]),
    }),
    assigneeId: Type.Optional(Assignee),
    status: Type.Optional(ConversationStatus),
  },
  closed,
);
export type ConversationsChange = Static<typeof ConversationsChange>;

/** A conversation that a request did not change, with the reason. */
export const UnchangedConversation = Type.Object(
  {
    conversationId: ConversationId,
    error: Type.Object(
      {
        code: text('A code of the table of errors.', 'conversation_not_found'),
        message: text('What happened, and what to do.', 'There is no such conversation in this business.'),
        retryable: Type.Boolean(about('Whether the same change may succeed later.')),
      },
      { ...closed, ...about('Why it was not changed.') },
    ),
  },
  closed,
);
export type UnchangedConversation = Static<typeof UnchangedConversation>;

/** A member of the team to whom conversations can be assigned. */
export const AssigneeResource = Type.Object(
  {
    userId: uuid('The user.', EXAMPLE.userId),
    name: text('The name of the user.', 'Kim Novak'),
  },
  closed,
);
export type AssigneeResource = Static<typeof AssigneeResource>;
