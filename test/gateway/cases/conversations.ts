/** Requests about the inbox and connected accounts: for each operation a good, a different and an invalid one. */
import { CONVERSATION } from '../fakes/conversations.js';
import { AGENT, BUSINESS, MESSAGE } from '../fakes/ids.js';
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
    invalid: { query: `${q}&view=theirs&search=a&${invalidPage}` },
    problems: ['view', 'search', 'limit', 'cursor'],
  },
  listWrittenConversations: {
    path: `/api/v1/conversations?${q}&request=call_back&success=true`,
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
  takeConversation: { path: `${CONVERSATION_PATH}/take`, ...act },
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
