/** A conversation with an item of every type in its thread. */
import type { ConversationOperations } from '../../../operations/conversations/conversations.js';
import type { Operations } from '../../../operations/operations.js';
import type { ConversationResource } from '../../../schemas/conversations/conversation.js';
import type { ConversationNote } from '../../../schemas/conversations/note.js';
import type { QuickAnswerResource } from '../../../schemas/conversations/quick-answer.js';
import { deriveId } from '../../../schemas/ids.js';
import type { InboxRecord } from '../../../views/conversations/index.js';
import type { Views } from '../../../views/views.js';
import { AT, CONTACT, MESSAGE } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

/** Its id. */
export const CONVERSATION = deriveId('conversation');

const at = Date.parse(AT);

const record: InboxRecord = {
  id: CONVERSATION,
  created_at: at,
  channel: 'whatsapp',
  accountId: '106540352242922',
  address: '14155552671',
  contactId: CONTACT,
  name: 'Asha',
  lastReceivedAt: at,
  unread: 1,
  waitingSince: at,
  reason: 'Wants a refund.',
  humanAt: at,
  takenBy: CONTACT,
  takenByName: 'Ann',
  assignedTo: CONTACT,
  assignedToName: 'Ann',
  doneAt: null,
  messageId: MESSAGE,
  messageAt: at,
  direction: 'inbound',
  author: 'customer',
  type: 'text',
  text: 'Hello?',
  status: 'delivered',
  analysis_status: 'completed',
  success: 1,
  sentiment: 'positive',
  wants_human: 1,
  wants_no_contact: 0,
  wants_call_back: 1,
};

const resource: ConversationResource = {
  id: CONVERSATION,
  channel: 'whatsapp',
  accountId: '106540352242922',
  accountName: 'Support',
  address: '+14155552671',
  participantId: CONVERSATION,
  contactId: null,
  name: null,
  lastMessage: null,
  lastActivityAt: AT,
  unread: 0,
  waitingSince: null,
  handOverReason: null,
  answering: 'human',
  agentName: null,
  takenBy: { userId: CONTACT, name: 'Ann' },
  assignedTo: { userId: CONTACT, name: 'Ann' },
  status: 'open',
  humanUntil: AT,
  windowClosesAt: AT,
  outcome: null,
};

const row = {
  id: MESSAGE,
  conversation_id: CONVERSATION,
  position: 4,
  direction: 'outbound',
  author: 'human',
  type: 'template',
  text: null,
  recipient: '+14155552671',
  status: 'failed',
  task_status: 'failed',
  provider_message_id: null,
  provider_status: null,
  at,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  failed_at: at,
  failure: null,
  answers: null,
  campaign_id: null,
  iteration_id: null,
  media: null,
  user_id: CONTACT,
  template: null,
  payload: null,
  sources: null,
  edited_at: null,
  revoked_at: null,
} as const;

/** Views of the conversation. */
export const conversationViews = (): Pick<
  Views,
  'inbox' | 'inboxConversation' | 'inboxCounts' | 'inboxSearch' | 'templatesSent' | 'thread'
> => ({
  inbox: (_, _filter, page) => pageOf(record, page),
  inboxConversation: (_, id) => (id === CONVERSATION ? record : null),
  inboxCounts: () => ({ unread: 1, waiting: 1, mine: 0, assigned: 1, unassigned: 2 }),
  inboxSearch: () => [record],
  templatesSent: () => [
    {
      name: 'order_update',
      languageCode: 'en_US',
      components: [{ type: 'header', parameters: [{ type: 'image', image: { id: 'theirs' } }] }],
    },
    { name: 'hello_world', languageCode: 'en_US', components: [] },
  ],
  thread: (_, page) => ({
    ...pageOf(null, page),
    items: [
      {
        type: 'message',
        position: 4,
        row,
        failure: { code: 'template_paused', message: 'Paused.' },
        template: {
          name: 'order_update',
          languageCode: 'en_US',
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'A-17' }] }],
        },
        media: null,
        payload: null,
        sources: [
          { sourceId: CONVERSATION, title: 'Handbook', passages: [{ position: 3, heading: 'Parking' }] },
        ],
        userName: 'Ann',
      },
      { type: 'reopened', position: 8, at, userName: null },
      { type: 'done', position: 7, at, userName: 'Ann' },
      {
        type: 'assigned',
        position: 6,
        at,
        userName: 'Ann',
        assigneeId: CONTACT,
        assigneeName: 'Ann',
      },
      {
        type: 'note',
        position: 5,
        at,
        noteId: MESSAGE,
        text: 'Prefers calls after four.',
        userId: CONTACT,
        userName: 'Ann',
        editedAt: at,
      },
      { type: 'given_back', position: 3, at, userName: null },
      { type: 'taken', position: 2, at, userName: 'Ann' },
      { type: 'handed_over', position: 1, at, reason: null },
    ],
  }),
});

const note: ConversationNote = {
  noteId: MESSAGE,
  conversationId: CONVERSATION,
  text: 'Prefers calls after four.',
  author: { userId: CONTACT, name: 'Ann' },
  createdAt: AT,
  editedAt: null,
};
const quickAnswer: QuickAnswerResource = {
  quickAnswerId: MESSAGE,
  shortcut: 'hours',
  title: 'Opening hours',
  text: 'Hello {{first_name}}, we are open from 9 to 6.',
};

/** Operations of the inbox that change nothing. */
export const inboxOperations = ({
  record: written,
  recordAs,
}: OperationLog): Pick<
  Operations,
  'assignments' | 'contactMessages' | 'conversationNotes' | 'quickAnswers'
> => ({
  assignments: {
    change: (_, id, _user, change) =>
      recordAs(
        `${change.status === undefined ? 'assignConversation' : 'setConversationStatus'} ${id}`,
        resource,
      ),
    changeMany: (caller) => written(caller, { changed: [resource], failures: [] }),
  },
  contactMessages: {
    write: (caller, id) =>
      written(caller, {
        messageId: MESSAGE,
        taskRef: `to ${id}`,
        providerMessageRef: null,
        queued: true,
        correlationId: MESSAGE,
        conversationId: CONVERSATION,
      }),
  },
  conversationNotes: {
    add: (caller, _id, _writer, text) => written(caller, { ...note, text }),
    edit: (caller, _ref, _writer, text) => written(caller, { ...note, text }),
    remove: (caller, { noteId }) => written(caller, { noteId, removed: true }),
  },
  quickAnswers: {
    list: async () => [quickAnswer],
    listFor: async () => [{ ...quickAnswer, missing: ['city'] }],
    create: (caller, { title }) => written(caller, { ...quickAnswer, title }),
    update: (caller, _id, { title = 'Opening hours' }) => written(caller, { ...quickAnswer, title }),
    remove: (caller, quickAnswerId) => written(caller, { quickAnswerId, removed: true }),
  },
});

/** Operations that send nothing. */
export const conversationOperations = ({
  recordAs,
  record: written,
}: OperationLog): ConversationOperations => ({
  giveBack: (_, id) => recordAs(`giveBackConversation ${id}`, resource),
  markRead: (_, id) => recordAs(`markConversationRead ${id}`, resource),
  take: (_, id) => recordAs(`takeConversation ${id}`, resource),
  reply: (caller, id) =>
    written(caller, {
      messageId: MESSAGE,
      taskRef: `in ${id}`,
      providerMessageRef: null,
      queued: true,
      correlationId: MESSAGE,
    }),
});
