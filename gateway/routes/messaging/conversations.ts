/**
 * The console's inbox: conversations, their messages, and the actions of people on them (docs/reference/api.md "Console and keys").
 */

import { Type } from 'typebox';
import { conversationResources } from '../../../operations/conversations/conversations.js';
import type { MediaLinks } from '../../../operations/media-assets/media-links.js';
import type { Operations } from '../../../operations/operations.js';
import { outcomeFilters } from '../../../schemas/calls/filters.js';
import { MessageSendResult } from '../../../schemas/channels/message.js';
import type { TemplateComponent } from '../../../schemas/channels/template.js';
import { conversationFilters } from '../../../schemas/conversations/assignment.js';
import {
  ConversationAct,
  ConversationRead,
  ConversationReply,
  ConversationResource,
  ConversationTake,
  InboxCounts,
  InboxView,
  SentTemplate,
  ThreadItem,
} from '../../../schemas/conversations/conversation.js';
import { about, text } from '../../../schemas/described.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { TemplateUse } from '../../../views/conversations/index.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import {
  BusinessQuery,
  ListQuery,
  NextCursor,
  outcomeFilter,
  pageQuery,
  pageRequest,
  requireUser,
  SENDING_ERRORS,
  writtenAs,
} from '../common.js';
import { threadItem } from './thread-items.js';
import {
  ConversationParams,
  Conversations,
  deskFilter,
  ReadConversation,
  readConversation,
  requireConversation,
} from './written-conversations.js';

const ConversationResponse = Type.Object(
  { conversation: described(ConversationResource, 'The conversation after the change.') },
  closed,
);

/** The routes of the inbox. */
export const conversationRoutes = (
  operations: Operations,
  views: ViewStore,
  mediaLinks: Pick<MediaLinks, 'resource'>,
): readonly Route[] => [
  ...readingRoutes(views, mediaLinks),
  ...ownerRoutes(operations),
  ...answerRoutes(operations, views),
];

const readingRoutes = (views: ViewStore, mediaLinks: Pick<MediaLinks, 'resource'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/conversations',
    operationId: 'listConversations',
    summary:
      'List the conversations by their latest message, newest first: all of them, or those that need attention. A search for a person covers all of them and returns one page; `searchMessages` finds words.',
    description:
      'A message is unread while no user of the business has read it, even if an agent has answered. `conversations` live events keep the list current.',
    sessionOnly: true,
    role: 'viewer',
    query: Type.Object(
      {
        businessId: BusinessId,
        view: Type.Optional(InboxView),
        search: Type.Optional(
          text('The beginning of a name or number, or words of a contact.', 'riv', {
            minLength: 2,
            maxLength: 100,
          }),
        ),
        ...conversationFilters,
        ...outcomeFilters,
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object(
      { conversations: Conversations, counts: InboxCounts, nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async (input) => {
      const { businessId, query, caller } = input;
      const viewer = { businessId, userId: requireUser(input), at: caller.at };
      const page = pageRequest(query);
      const { items, nextCursor } =
        query.search === undefined
          ? views.inbox(viewer, query.view ?? 'all', page, { ...deskFilter(query), ...outcomeFilter(query) })
          : { items: views.inboxSearch(businessId, query.search, page.limit), nextCursor: null };
      const conversations = conversationResources(views, businessId, items, caller.at);
      return { data: { conversations, counts: views.inboxCounts(viewer), nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/conversations/{conversationId}',
    operationId: 'readConversation',
    summary:
      'Read a conversation: its contact, who answers it, when the window for free text closes, and what a model found in its latest messages.',
    description: 'As `readWrittenConversation`, for sessions.',
    sessionOnly: true,
    role: 'viewer',
    params: ConversationParams,
    query: BusinessQuery,
    response: ReadConversation,
    errors: ['conversation_not_found'],
    handler: ({ businessId, params, caller }) =>
      readConversation(views, { businessId, id: params.conversationId, at: caller.at }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/conversations/{conversationId}/messages',
    operationId: 'listConversationMessages',
    summary:
      'List the messages of a conversation, its takeovers and hand-backs, assignments and internal notes, newest first.',
    description:
      'Files of customers have signed links that are valid for five minutes: list again for new ones.',
    sessionOnly: true,
    role: 'viewer',
    params: ConversationParams,
    query: ListQuery,
    response: Type.Object(
      { items: Type.Array(ThreadItem, about('The page of the thread.')), nextCursor: NextCursor },
      closed,
    ),
    errors: ['conversation_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params, query }) => {
      const { id } = await requireConversation(views, businessId, params.conversationId);
      const { items, nextCursor } = views.thread(id, pageRequest(query));
      return { data: { items: items.map((item) => threadItem(businessId, item, mediaLinks)), nextCursor } };
    },
  }),
];

const ownerRoutes = (operations: Operations): readonly Route[] => {
  const common = {
    method: 'POST',
    sessionOnly: true,
    role: 'operator',
    params: ConversationParams,
    response: ConversationResponse,
    errors: ['conversation_not_found'],
  } as const;
  return [
    route({
      ...common,
      path: '/api/v1/console/conversations/{conversationId}/take',
      operationId: 'takeConversation',
      audit: { none: 'the thread of the conversation names the user' },
      summary:
        'Take over a conversation. No agent answers in it until it is handed back, or until 24 hours after a human last wrote. Unsent agent replies are discarded.',
      description:
        'The user owns the conversation, also if a colleague had it; with `assign` it is also assigned to them. `conversation.taken` is published to live streams.',
      body: ConversationTake,
      handler: async (input) => {
        const { caller, params, body } = input;
        return writtenAs(
          'conversation',
          await operations.conversations.take(caller, params.conversationId, requireUser(input), {
            assign: body.assign ?? false,
          }),
        );
      },
    }),
    route({
      ...common,
      path: '/api/v1/console/conversations/{conversationId}/give-back',
      operationId: 'giveBackConversation',
      audit: { none: 'the thread of the conversation names the user' },
      summary: 'Hand a conversation back. From now on the agent of the account answers the customer.',
      description:
        'The agent answers what is written from now on, not earlier messages. `conversation.given_back` is published to live streams.',
      body: ConversationAct,
      handler: async (input) => {
        const { caller, params } = input;
        return writtenAs(
          'conversation',
          await operations.conversations.giveBack(caller, params.conversationId, requireUser(input)),
        );
      },
    }),
    route({
      ...common,
      path: '/api/v1/console/conversations/{conversationId}/read',
      operationId: 'markConversationRead',
      audit: { none: 'changes no access, money, agent or suppression' },
      summary: 'Mark the customer’s messages up to this one as read.',
      description:
        'For all users of the business. The customer sees nothing of it: `markMessagesRead` shows the read mark at the channel.',
      body: ConversationRead,
      handler: async (input) => {
        const { caller, params, body } = input;
        return writtenAs(
          'conversation',
          await operations.conversations.markRead(
            caller,
            params.conversationId,
            requireUser(input),
            body.messageId,
          ),
        );
      },
    }),
  ];
};

const answerRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/conversations/{conversationId}/messages',
    operationId: 'replyInConversation',
    audit: { none: 'the thread of the conversation names the user' },
    summary:
      'Answer as a human: text within 24 hours after the customer last wrote, or a template at any time. Answering takes over the conversation.',
    description:
      'Send exactly one kind of content. The message is queued, and its progress follows as `message.changed` live events. No agent answers until 24 hours after a human last wrote, unless the conversation is handed back.',
    sessionOnly: true,
    role: 'operator',
    idempotent: true,
    status: 202,
    params: ConversationParams,
    body: ConversationReply,
    response: MessageSendResult,
    errors: ['conversation_not_found', ...SENDING_ERRORS],
    handler: async (input) => {
      const { caller, params, body } = input;
      return operations.conversations.reply(caller, params.conversationId, requireUser(input), body);
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/conversations/{conversationId}/templates',
    operationId: 'listSentTemplates',
    summary:
      'List up to 50 templates that the account of the conversation has sent, newest first. Templates that Meta has approved but were never sent are not listed.',
    description:
      'With the values that were sent last, as a start for a reply. `listTemplates` has the list of Meta.',
    sessionOnly: true,
    role: 'viewer',
    params: ConversationParams,
    query: BusinessQuery,
    response: Type.Object({ templates: Type.Array(SentTemplate, about('The templates.')) }, closed),
    errors: ['conversation_not_found'],
    handler: async ({ businessId, params }) => {
      const { accountId } = await requireConversation(views, businessId, params.conversationId);
      return { data: { templates: views.templatesSent(businessId, accountId).map(sentTemplate) } };
    },
  }),
];

const sentTemplate = ({ name, languageCode: language, components }: TemplateUse) => ({
  name,
  language,
  components: components.length === 0 ? null : components.map(withoutImages),
});

/** The channel's own ids of images are meaningless to clients. */
const withoutImages = (component: TemplateComponent): TemplateComponent => ({
  ...component,
  parameters: component.parameters.map((parameter) =>
    parameter.type === 'image' ? { ...parameter, image: {} } : parameter,
  ),
});
