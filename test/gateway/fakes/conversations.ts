/** A conversation with an item of every type in its thread. */
import type { ConversationOperations } from '../../../operations/conversations/conversations.js';
import type { ConversationResource } from '../../../schemas/conversations/conversation.js';
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
  inboxCounts: () => ({ unread: 1, waiting: 1, mine: 0 }),
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
      { type: 'given_back', position: 3, at, userName: null },
      { type: 'taken', position: 2, at, userName: 'Ann' },
      { type: 'handed_over', position: 1, at, reason: null },
    ],
  }),
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
