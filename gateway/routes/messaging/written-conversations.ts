/** What programs read of conversations, with what models found in them. */

import { Type } from 'typebox';
import { conversationResources } from '../../../operations/conversations/conversations.js';
import { ConversationAnalysis } from '../../../schemas/analysis/conversation-analysis.js';
import { outcomeFilters } from '../../../schemas/calls/filters.js';
import { ConversationResource } from '../../../schemas/conversations/conversation.js';
import { DomainError } from '../../../schemas/errors.js';
import { closed, nullable, Uuid } from '../../../schemas/shapes.js';
import type { InboxRecord } from '../../../views/conversations/index.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, outcomeFilter, pageQuery, pageRequest } from '../common.js';

export const ConversationParams = Type.Object({ conversationId: Uuid }, closed);
export const ReadConversation = Type.Object(
  { conversation: ConversationResource, analysis: nullable(ConversationAnalysis) },
  closed,
);

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

/** The routes of conversations for API keys. */
export const writtenConversationRoutes = (views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/conversations',
    operationId: 'listWrittenConversations',
    summary: 'List the conversations by their latest message, newest first, with their outcomes.',
    scopes: ['communications:read', 'contacts:read'],
    query: Type.Object({ businessId: Uuid, ...outcomeFilters, ...pageQuery }, closed),
    response: Type.Object(
      { conversations: Type.Array(ConversationResource), nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query, caller: { at } }) => {
      const viewer = { businessId, userId: '', at };
      const { items, nextCursor } = views.inbox(viewer, 'all', pageRequest(query), outcomeFilter(query));
      const conversations = conversationResources(views, businessId, items, at);
      return { data: { conversations, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/conversations/{conversationId}',
    operationId: 'readWrittenConversation',
    summary: 'Read a conversation, and what a model found in its latest messages.',
    scopes: ['communications:read', 'contacts:read'],
    params: ConversationParams,
    query: BusinessQuery,
    response: ReadConversation,
    errors: ['conversation_not_found'],
    handler: ({ businessId, params, caller }) =>
      readConversation(views, { businessId, id: params.conversationId, at: caller.at }),
  }),
];
