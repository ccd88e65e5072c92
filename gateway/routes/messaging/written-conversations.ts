/** What programs read of conversations, with what models found in them. */

import { type Static, Type } from 'typebox';
import { conversationResources } from '../../../operations/conversations/conversations.js';
import { ConversationAnalysis } from '../../../schemas/analysis/conversation-analysis.js';
import { outcomeFilters } from '../../../schemas/calls/filters.js';
import { conversationFilters } from '../../../schemas/conversations/assignment.js';
import { ConversationResource } from '../../../schemas/conversations/conversation.js';
import { about } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import { BusinessId, ConversationId } from '../../../schemas/fields.js';
import { closed, described, nullable } from '../../../schemas/shapes.js';
import type { InboxRecord } from '../../../views/conversations/index.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, outcomeFilter, pageQuery, pageRequest } from '../common.js';

export const ConversationParams = Type.Object({ conversationId: ConversationId }, closed);
export const ReadConversation = Type.Object(
  {
    conversation: described(ConversationResource, 'The conversation.'),
    analysis: nullable(
      ConversationAnalysis,
      about('What a model found in the latest messages between two silences. Null: they were not analysed.'),
    ),
  },
  closed,
);
/** The page of a list. */
export const Conversations = Type.Array(ConversationResource, about('The page of conversations.'));

/** @throws DomainError conversation_not_found */
export const requireConversation = async (
  views: ViewStore,
  businessId: string,
  id: string,
): Promise<InboxRecord> => {
  const record = await readThrough(views, businessId, () => views.inboxConversation(businessId, id));
  if (record === null) throw new DomainError('conversation_not_found');
  return record;
};

/** @throws DomainError conversation_not_found */
export const readConversation = async (
  views: ViewStore,
  { businessId, id, at }: { readonly businessId: string; readonly id: string; readonly at: number },
) => {
  const record = await requireConversation(views, businessId, id);
  const [conversation] = conversationResources(views, businessId, [record], at);
  return { data: { conversation, analysis: views.analysisOfConversation(businessId, record.id) } };
};

const DeskQuery = Type.Object(conversationFilters);

/** The filter by people and parties; omitted fields match everything. */
export const deskFilter = ({ assignee, status, channel, agentId, contactId }: Static<typeof DeskQuery>) => ({
  ...(assignee === undefined ? {} : { assignee }),
  ...(status === undefined ? {} : { status }),
  ...(channel === undefined ? {} : { channel }),
  ...(agentId === undefined ? {} : { agentId }),
  ...(contactId === undefined ? {} : { contactId }),
});

/** The routes of conversations for API keys. */
export const writtenConversationRoutes = (views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/conversations',
    operationId: 'listWrittenConversations',
    summary: 'List the conversations by their latest message, newest first, with their outcomes.',
    description:
      'A conversation is one person and one account of the business on one channel. Filter by the people and parties, or the outcome of the latest analysis; the messages are in the timeline of the contact.',
    scopes: ['communications:read', 'contacts:read'],
    query: Type.Object(
      { businessId: BusinessId, ...conversationFilters, ...outcomeFilters, ...pageQuery },
      closed,
    ),
    response: Type.Object({ conversations: Conversations, nextCursor: NextCursor }, closed),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query, caller: { at } }) => {
      const viewer = { businessId, userId: '', at };
      const matching = { ...deskFilter(query), ...outcomeFilter(query) };
      const { items, nextCursor } = views.inbox(viewer, 'all', pageRequest(query), matching);
      const conversations = conversationResources(views, businessId, items, at);
      return { data: { conversations, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/conversations/{conversationId}',
    operationId: 'readWrittenConversation',
    summary: 'Read a conversation, and what a model found in its latest messages.',
    description:
      'Shows the side that answers the customer, and until when free text may be sent. Findings cite the messages that show them.',
    scopes: ['communications:read', 'contacts:read'],
    params: ConversationParams,
    query: BusinessQuery,
    response: ReadConversation,
    errors: ['conversation_not_found'],
    handler: ({ businessId, params, caller }) =>
      readConversation(views, { businessId, id: params.conversationId, at: caller.at }),
  }),
];
