/** Requests about the inbox and connected accounts: for each operation a good, a different and an invalid one. */
import { CONVERSATION } from '../fakes/conversations.js';
import { AGENT, BUSINESS, CONTACT, MESSAGE } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';
import { RICH } from './channels.js';

const INBOX = '/api/v1/console/conversations';
const CONVERSATION_PATH = `${INBOX}/${CONVERSATION}`;
const ACCOUNTS = '/api/v1/console/channel-accounts';

const act = {
  status: 200,
  body: { businessId: BUSINESS },
  invalid: { body: { businessId: null } },
  problems: ['/businessId'],
} as const;

const image = { link: 'https://example.org/a.png' };
const template = {
  name: 'order_update',
  language: 'en_US',
  agentId: AGENT,
  components: [
    { type: 'header', parameters: [{ type: 'image', image }] },
    { type: 'body', parameters: [{ type: 'text', text: 'Hello' }] },
  ],
};

export const CONVERSATION_CASES: Cases = {
  listConversations: {
    path: `${INBOX}?${q}&view=waiting`,
    status: 200,
    invalid: { query: `${q}&view=theirs&search=a&assignee=me&status=closed&${invalidPage}` },
    problems: ['view', 'search', 'assignee', 'status', 'limit', 'cursor'],
  },
  listWrittenConversations: {
    path: `/api/v1/conversations?${q}&request=call_back&success=true&assignee=none&status=open`,
    status: 200,
    invalid: { query: `${q}&success=maybe&sentiment=glad&request=tea&analysis=done&${invalidPage}` },
    problems: ['success', 'sentiment', 'request', 'analysis', 'limit', 'cursor'],
  },
  readWrittenConversation: {
    path: `/api/v1/conversations/${CONVERSATION}?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  readConversation: {
    path: `${CONVERSATION_PATH}?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  listConversationMessages: {
    path: `${CONVERSATION_PATH}/messages?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  listSentTemplates: {
    path: `${CONVERSATION_PATH}/templates?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  takeConversation: {
    path: `${CONVERSATION_PATH}/take`,
    status: 200,
    body: { businessId: BUSINESS, assign: true },
    invalid: { body: { businessId: BUSINESS, assign: 'me' } },
    problems: ['/assign'],
  },
  listAssignees: {
    path: `/api/v1/console/assignees?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  assignConversation: {
    path: `${CONVERSATION_PATH}/assign`,
    status: 200,
    body: { businessId: BUSINESS, assigneeId: null },
    invalid: { body: { businessId: BUSINESS, assigneeId: 'me' } },
    problems: ['/assigneeId'],
  },
  setConversationStatus: {
    path: `${CONVERSATION_PATH}/status`,
    status: 200,
    body: { businessId: BUSINESS, status: 'done' },
    invalid: { body: { businessId: BUSINESS, status: 'closed' } },
    problems: ['/status'],
  },
  changeConversations: {
    path: `${INBOX}/changes`,
    status: 200,
    body: { businessId: BUSINESS, conversationIds: [CONVERSATION], status: 'done' },
    other: { body: { businessId: BUSINESS, conversationIds: [CONVERSATION], assigneeId: null } },
    invalid: { body: { businessId: BUSINESS, conversationIds: [], assigneeId: 1, status: 'gone' } },
    problems: ['/conversationIds', '/assigneeId', '/status'],
  },
  addConversationNote: {
    path: `${CONVERSATION_PATH}/notes`,
    status: 201,
    body: { businessId: BUSINESS, text: 'Call after four.' },
    other: { body: { businessId: BUSINESS, text: 'Call after five.' } },
    invalid: { body: { businessId: BUSINESS, text: ' ' } },
    problems: ['/text'],
  },
  editConversationNote: {
    path: `${CONVERSATION_PATH}/notes/${MESSAGE}`,
    status: 200,
    body: { businessId: BUSINESS, text: 'Call after four.' },
    other: { body: { businessId: BUSINESS, text: 'Call after five.' } },
    invalid: { body: { businessId: BUSINESS, text: '' } },
    problems: ['/text'],
  },
  removeConversationNote: {
    path: `${CONVERSATION_PATH}/notes/${MESSAGE}?${q}`,
    status: 200,
    other: { path: `${CONVERSATION_PATH}/notes/${AGENT}?${q}` },
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  listQuickAnswersFor: {
    path: `${CONVERSATION_PATH}/quick-answers?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  writeToContact: {
    path: `/api/v1/console/contacts/${CONTACT}/messages`,
    status: 202,
    body: { businessId: BUSINESS, template, ...RICH, file: { kind: 'document', mediaId: MESSAGE } },
    other: { body: { businessId: BUSINESS, text: 'At four.' } },
    invalid: { body: { businessId: BUSINESS, phoneNumberId: '', text: '' } },
    problems: ['/phoneNumberId', '/text'],
  },
  listQuickAnswers: {
    path: `/api/v1/quick-answers?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  createQuickAnswer: {
    path: '/api/v1/quick-answers',
    status: 201,
    body: { businessId: BUSINESS, shortcut: 'hours', title: 'Hours', text: 'From 9 to 6.' },
    other: { body: { businessId: BUSINESS, shortcut: 'hi', title: 'Hello', text: 'Hello {{name}}.' } },
    invalid: { body: { businessId: BUSINESS, shortcut: 'a b', title: ' ', text: '' } },
    problems: ['/shortcut', '/title', '/text'],
  },
  updateQuickAnswer: {
    path: `/api/v1/quick-answers/${MESSAGE}`,
    status: 200,
    body: { businessId: BUSINESS, title: 'When we are open' },
    other: { body: { businessId: BUSINESS, title: 'Hours' } },
    invalid: { body: { businessId: BUSINESS, shortcut: '', title: '', text: ' ' } },
    problems: ['/shortcut', '/title', '/text'],
  },
  removeQuickAnswer: {
    path: `/api/v1/quick-answers/${MESSAGE}?${q}`,
    status: 200,
    other: { path: `/api/v1/quick-answers/${AGENT}?${q}` },
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  giveBackConversation: { path: `${CONVERSATION_PATH}/give-back`, ...act },
  markConversationRead: {
    path: `${CONVERSATION_PATH}/read`,
    status: 200,
    body: { businessId: BUSINESS, messageId: MESSAGE },
    invalid: { body: { businessId: BUSINESS, messageId: 'x' } },
    problems: ['/messageId'],
  },
  replyInConversation: {
    path: `${CONVERSATION_PATH}/messages`,
    status: 202,
    body: { businessId: BUSINESS, template, ...RICH, file: { kind: 'document', mediaId: MESSAGE } },
    other: { body: { businessId: BUSINESS, text: 'At four.' } },
    invalid: { body: { businessId: BUSINESS, text: '', template: { name: 'No Name', language: 'english' } } },
    problems: ['/text', '/template/name', '/template/language'],
  },
  listChannelAccounts: {
    path: `${ACCOUNTS}?${q}`,
    status: 200,
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  connectChannelAccount: {
    path: ACCOUNTS,
    status: 201,
    body: { businessId: BUSINESS, channel: 'whatsapp', accountId: '106540352242922', accessToken: 'secret' },
    invalid: {
      body: { businessId: BUSINESS, channel: 'fax', accountId: 'a b', displayName: '', accessToken: '' },
    },
    problems: ['/channel', '/accountId', '/displayName', '/accessToken'],
  },
  disconnectChannelAccount: { path: `${ACCOUNTS}/whatsapp/106540352242922`, ...act },
  checkChannelAccount: {
    path: `${ACCOUNTS}/whatsapp/106540352242922/check`,
    ...act,
    changesNothing: true,
  },
};
