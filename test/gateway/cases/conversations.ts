/** Requests about the inbox and connected accounts: for each operation a good, a different and an invalid one. */
import { CONVERSATION } from '../fakes/conversations.js';
import { AGENT, BUSINESS, MESSAGE } from '../fakes/ids.js';
import { type Cases, q, wrongPage } from './case.js';

const INBOX = '/api/v1/console/conversations';
const ONE = `${INBOX}/${CONVERSATION}`;
const ACCOUNTS = '/api/v1/console/channel-accounts';

const act = {
  status: 200,
  body: { businessId: BUSINESS },
  wrong: { body: { businessId: null } },
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
    wrong: { query: `${q}&view=theirs&search=a&${wrongPage}` },
    problems: ['view', 'search', 'limit', 'cursor'],
  },
  readConversation: {
    path: `${ONE}?${q}`,
    status: 200,
    wrong: { query: 'businessId=' },
    problems: ['businessId'],
  },
  listConversationMessages: {
    path: `${ONE}/messages?${q}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}` },
    problems: ['limit', 'cursor'],
  },
  listSentTemplates: {
    path: `${ONE}/templates?${q}`,
    status: 200,
    wrong: { query: 'businessId=' },
    problems: ['businessId'],
  },
  takeConversation: { path: `${ONE}/take`, ...act },
  giveBackConversation: { path: `${ONE}/give-back`, ...act },
  markConversationRead: {
    path: `${ONE}/read`,
    status: 200,
    body: { businessId: BUSINESS, messageId: MESSAGE },
    wrong: { body: { businessId: BUSINESS, messageId: 'x' } },
    problems: ['/messageId'],
  },
  replyInConversation: {
    path: `${ONE}/messages`,
    status: 202,
    body: { businessId: BUSINESS, template },
    other: { body: { businessId: BUSINESS, text: 'At four.' } },
    wrong: { body: { businessId: BUSINESS, text: '', template: { name: 'No Name', language: 'english' } } },
    problems: ['/text', '/template/name', '/template/language'],
  },
  listChannelAccounts: {
    path: `${ACCOUNTS}?${q}`,
    status: 200,
    wrong: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  connectChannelAccount: {
    path: ACCOUNTS,
    status: 201,
    body: { businessId: BUSINESS, channel: 'whatsapp', accountId: '106540352242922', accessToken: 'secret' },
    wrong: {
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
