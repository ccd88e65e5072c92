/** What people do in the console's inbox besides answering: assign conversations, finish them, note, and write to contacts. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { MessageSendResult } from '../../../schemas/channels/message.js';
import {
  AssigneeResource,
  ConversationAssign,
  ConversationStatusSet,
  ConversationsChange,
  MAX_CHANGED_CONVERSATIONS,
  UnchangedConversation,
} from '../../../schemas/conversations/assignment.js';
import { ContactMessage, ConversationResource } from '../../../schemas/conversations/conversation.js';
import {
  ConversationNote,
  ConversationNoteWrite,
  MAX_CONVERSATION_NOTES,
} from '../../../schemas/conversations/note.js';
import { FilledQuickAnswer } from '../../../schemas/conversations/quick-answer.js';
import { about } from '../../../schemas/described.js';
import { ContactId, ConversationId, NoteId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, type RouteInput, route } from '../../route.js';
import {
  BusinessQuery,
  ListQuery,
  NextCursor,
  pageRequest,
  requireSession,
  requireUser,
  SENDING_ERRORS,
  writtenAs,
} from '../common.js';
import { ConversationParams } from './written-conversations.js';

/** The routes of the inbox for assignments, notes, quick answers and new conversations. */
export const inboxRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  assigneeRoute(views),
  ...assignmentRoutes(operations),
  changesRoute(operations),
  ...noteRoutes(operations),
  ...writingRoutes(operations),
];

const assigneeRoute = (views: ViewStore): Route =>
  route({
    method: 'GET',
    path: '/api/v1/console/assignees',
    operationId: 'listAssignees',
    summary: 'List the members of the team to whom conversations can be assigned, newest first.',
    description: 'Active operators and owners. `listMembers` lists all members, for owners.',
    sessionOnly: true,
    role: 'viewer',
    query: ListQuery,
    response: Type.Object(
      { assignees: Type.Array(AssigneeResource, about('The page of members.')), nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.answeringMembers(businessId, pageRequest(query));
      return { data: { assignees: items, nextCursor } };
    },
  });

const assignmentRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/conversations/{conversationId}/assign',
    operationId: 'assignConversation',
    audit: { action: 'conversation.assigned', target: 'params.conversationId' },
    summary: 'Assign a conversation to a member of the team, or to no member.',
    description:
      'An assignment says who deals with the conversation; it does not keep the agent from answering: `takeConversation` does. A member who leaves the team, is disabled or becomes a viewer loses theirs. `conversation.assigned` is published to live streams.',
    sessionOnly: true,
    role: 'operator',
    params: ConversationParams,
    body: ConversationAssign,
    response: Type.Object(
      { conversation: described(ConversationResource, 'The conversation after the change.') },
      closed,
    ),
    errors: ['conversation_not_found', 'user_not_found', 'assignee_cannot_answer'],
    handler: async (input) => {
      const { caller, params, body } = input;
      const { assigneeId } = body;
      return writtenAs(
        'conversation',
        await operations.assignments.change(caller, params.conversationId, requireUser(input), {
          assigneeId,
        }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/conversations/{conversationId}/status',
    operationId: 'setConversationStatus',
    audit: { action: 'conversation.status_set', target: 'params.conversationId' },
    summary: 'Mark a conversation as done, or open it again.',
    description:
      'A done conversation is read and keeps no customer waiting. It is open again when the customer writes or comments, or an agent hands it over; the assignment stays. `conversation.status_set` is published to live streams.',
    sessionOnly: true,
    role: 'operator',
    params: ConversationParams,
    body: ConversationStatusSet,
    response: Type.Object(
      { conversation: described(ConversationResource, 'The conversation after the change.') },
      closed,
    ),
    errors: ['conversation_not_found'],
    handler: async (input) => {
      const { caller, params, body } = input;
      const { status } = body;
      return writtenAs(
        'conversation',
        await operations.assignments.change(caller, params.conversationId, requireUser(input), { status }),
      );
    },
  }),
];

const changesRoute = (operations: Operations): Route =>
  route({
    method: 'POST',
    path: '/api/v1/console/conversations/changes',
    operationId: 'changeConversations',
    audit: { action: 'conversations.changed' },
    summary: `Assign up to ${MAX_CHANGED_CONVERSATIONS} conversations, mark them as done or open them, independently of each other.`,
    description:
      'The response is 200 even if no conversation was changed: read `failures`. At least one of `assigneeId` and `status` is required.',
    sessionOnly: true,
    role: 'operator',
    idempotent: true,
    body: ConversationsChange,
    response: Type.Object(
      {
        changed: Type.Array(ConversationResource, about('The conversations after the change.')),
        failures: Type.Array(
          UnchangedConversation,
          about('The conversations that were not changed, each with the reason.'),
        ),
      },
      closed,
    ),
    errors: ['user_not_found', 'assignee_cannot_answer'],
    handler: async (input) => operations.assignments.changeMany(input.caller, requireUser(input), input.body),
  });

const noteRoutes = (operations: Operations): readonly Route[] => {
  const NoteParams = Type.Object({ conversationId: ConversationId, noteId: NoteId }, closed);
  const Response = Type.Object({ note: described(ConversationNote, 'The note as it is kept.') }, closed);
  const writerOf = (input: Pick<RouteInput<unknown, unknown, unknown>, 'session'>) => {
    const { userId, role } = requireSession(input).record;
    return { userId, isOwner: role === 'owner' };
  };
  return [
    route({
      method: 'POST',
      path: '/api/v1/console/conversations/{conversationId}/notes',
      operationId: 'addConversationNote',
      audit: { action: 'conversation.note_changed', target: 'params.conversationId' },
      summary: `Add an internal note to a conversation, up to ${MAX_CONVERSATION_NOTES}.`,
      description:
        'Only the people of the business read notes, in `listConversationMessages`. The customer and the agent never receive them. `conversation.noted` is published to live streams.',
      sessionOnly: true,
      role: 'operator',
      idempotent: true,
      status: 201,
      params: ConversationParams,
      body: ConversationNoteWrite,
      response: Response,
      errors: ['conversation_not_found', 'too_many_conversation_notes', 'conversation_note_not_found'],
      handler: async (input) => {
        const { caller, params, body } = input;
        return writtenAs(
          'note',
          await operations.conversationNotes.add(caller, params.conversationId, writerOf(input), body.text),
        );
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/v1/console/conversations/{conversationId}/notes/{noteId}',
      operationId: 'editConversationNote',
      audit: { action: 'conversation.note_changed', target: 'params.conversationId' },
      summary: 'Change the text of a note.',
      description: 'Only the author and the owners of the business may.',
      sessionOnly: true,
      role: 'operator',
      idempotent: true,
      params: NoteParams,
      body: ConversationNoteWrite,
      response: Response,
      errors: ['conversation_note_not_found', 'note_of_other_user'],
      handler: async (input) => {
        const { caller, params, body } = input;
        return writtenAs(
          'note',
          await operations.conversationNotes.edit(caller, params, writerOf(input), body.text),
        );
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/console/conversations/{conversationId}/notes/{noteId}',
      operationId: 'removeConversationNote',
      audit: { action: 'conversation.note_changed', target: 'params.conversationId' },
      summary: 'Remove a note from a conversation.',
      description: 'Only the author and the owners of the business may.',
      sessionOnly: true,
      role: 'operator',
      idempotent: true,
      params: NoteParams,
      query: BusinessQuery,
      response: Type.Object(
        { noteId: NoteId, removed: Type.Literal(true, about('The note was removed.')) },
        closed,
      ),
      errors: ['conversation_note_not_found', 'note_of_other_user'],
      handler: async (input) =>
        operations.conversationNotes.remove(input.caller, input.params, writerOf(input)),
    }),
  ];
};

const writingRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/conversations/{conversationId}/quick-answers',
    operationId: 'listQuickAnswersFor',
    summary: 'List the quick answers with the values of a conversation, in the order of their shortcuts.',
    description:
      'Placeholders without a value stay in the text, and `missing` names them: fill them in before the text is sent.',
    sessionOnly: true,
    role: 'viewer',
    params: ConversationParams,
    query: BusinessQuery,
    response: Type.Object(
      { quickAnswers: Type.Array(FilledQuickAnswer, about('The quick answers.')) },
      closed,
    ),
    errors: ['conversation_not_found'],
    handler: async (input) => {
      const { name } = requireSession(input).record;
      const { businessId, params } = input;
      return {
        data: {
          quickAnswers: await operations.quickAnswers.listFor(businessId, params.conversationId, name),
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/contacts/{contactId}/messages',
    operationId: 'writeToContact',
    audit: { none: 'the thread of the conversation names the user' },
    summary:
      'Write to a contact over WhatsApp: a template at any time, other content within 24 hours after the contact last wrote.',
    description:
      'Send exactly one kind of content. The message begins or continues the conversation with the number of the contact, and the user takes it over. The response names the conversation.',
    sessionOnly: true,
    role: 'operator',
    idempotent: true,
    status: 202,
    params: Type.Object({ contactId: ContactId }, closed),
    body: ContactMessage,
    response: Type.Object({ ...MessageSendResult.properties, conversationId: ConversationId }, closed),
    errors: ['contact_not_found', ...SENDING_ERRORS],
    handler: async (input) => {
      const { caller, params, body } = input;
      return operations.contactMessages.write(caller, params.contactId, requireUser(input), body);
    },
  }),
];
