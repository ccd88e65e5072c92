/** Conversations as the console shows them, and replies in them. */
import t from 'tap';
import { HUMAN_MS } from '../../../actors/conversation/echo.js';
import {
  conversationOperations,
  conversationResources,
} from '../../../operations/conversations/conversations.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { ConversationReply } from '../../../schemas/conversations/conversation.js';
import { stub } from '../../../testkit/stub.js';
import type { ChannelAccountRecord } from '../../../views/channel-accounts/index.js';
import type { InboxRecord } from '../../../views/conversations/index.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';
import { agentOf } from '../../support/views/resources.js';

const BUSINESS = 'b1';
const NOW = Date.UTC(2026, 2, 3, 11);
const CALLER = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: NOW };

const ACCOUNT: ChannelAccountRecord = {
  id: 'a',
  channel: 'whatsapp',
  accountId: '106',
  displayName: 'Reception',
  username: null,
  agentId: 'ann',
  autoReplyEnabled: true,
  humanHandoffActive: false,
  connectedAt: '',
  updatedAt: '',
};

const RECORD: InboxRecord = {
  id: '7b0f3c86-3a53-4d4c-9a42-000000000001',
  created_at: NOW - 1_000,
  channel: 'whatsapp',
  accountId: '106',
  address: '14155550123',
  contactId: null,
  name: 'Bea',
  lastReceivedAt: null,
  unread: 0,
  waitingSince: null,
  reason: null,
  humanAt: null,
  takenBy: null,
  takenByName: null,
  assignedTo: null,
  assignedToName: null,
  doneAt: null,
  messageId: null,
  messageAt: null,
  direction: null,
  author: null,
  type: null,
  text: null,
  status: null,
  analysis_status: null,
  success: null,
  sentiment: null,
  wants_human: 0,
  wants_no_contact: 0,
  wants_call_back: 0,
};

const shown = (
  record: Partial<InboxRecord>,
  account: Partial<ChannelAccountRecord> = {},
  automation: string | null = null,
) => {
  const [resource] = conversationResources(
    {
      channelAccounts: () => [{ ...ACCOUNT, ...account }],
      automationOf: () => automation,
      agent: (_, id) => (id === 'ann' ? agentOf({ id, name: 'Ann' }) : null),
    },
    BUSINESS,
    [{ ...RECORD, ...record }],
    NOW,
  );
  return resource;
};

t.test('says who answers: a person, a backend, the agent or nobody', async (t) => {
  const taken = { humanAt: NOW - HUMAN_MS + 1, takenBy: 'u1', takenByName: 'Cid' };
  for (const [record, account, automation, answering] of [
    [{}, {}, null, 'agent'],
    [{}, { autoReplyEnabled: false }, null, 'nobody'],
    [{}, { agentId: null }, null, 'nobody'],
    [{}, {}, 's1', 'backend'],
    [{}, { humanHandoffActive: true }, 's1', 'human'],
    [taken, {}, 's1', 'human'],
    [{ ...taken, humanAt: NOW - HUMAN_MS }, {}, null, 'agent'],
    [{}, { accountId: '107' }, null, 'nobody'],
  ] as const)
    t.equal(shown(record, account, automation)?.answering, answering, JSON.stringify([record, account]));
  t.match(shown(taken), {
    takenBy: { userId: 'u1', name: 'Cid' },
    humanUntil: '2026-03-03T11:00:00.001Z',
    agentName: 'Ann',
  });
  t.match(shown({ ...taken, takenBy: null }), { answering: 'human', takenBy: null }, 'taken over in the app');
  t.match(shown({ ...taken, humanAt: NOW - HUMAN_MS }), { takenBy: null, humanUntil: null });
  t.match(shown({}, { agentId: 'gone' }), { agentName: null });
  t.match(shown({}, { accountId: '107' }), { accountName: null, agentName: null }, 'an account that is gone');
});

t.test('shows numbers in E.164, the last message, and until when a reply is possible', async (t) => {
  t.match(shown({}), {
    address: '+14155550123',
    lastMessage: null,
    windowClosesAt: null,
    waitingSince: null,
  });
  t.equal(shown({ address: '12' })?.address, '12', 'digits that are no number');
  t.equal(shown({ channel: 'instagram', address: '14155550123' })?.address, '14155550123');
  t.match(shown({ lastReceivedAt: NOW, waitingSince: NOW }), {
    windowClosesAt: '2026-03-04T11:00:00.000Z',
    waitingSince: '2026-03-03T11:00:00.000Z',
  });
  const message = { messageId: 'm', messageAt: NOW, type: 'text', text: 'Hi', status: 'read' } as const;
  t.match(shown({ ...message, direction: 'outbound', author: 'human' })?.lastMessage, {
    at: '2026-03-03T11:00:00.000Z',
    direction: 'outbound',
    author: 'human',
    messageType: 'text',
    status: 'read',
  });
  t.match(shown({ ...message, direction: 'inbound', author: 'customer' })?.lastMessage, { status: null });
});

const createWorld = (record: InboxRecord | null = RECORD) => {
  const asked: { readonly type: string }[] = [];
  const actors = stubActors((_, __, request) => void asked.push(request));
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    inboxConversation: () => record,
    channelAccounts: () => [ACCOUNT],
    automationOf: () => null,
    agent: () => null,
  });
  return { conversations: conversationOperations(stub<OperationsDeps>({ actors, views })), asked };
};

t.test('taking over, handing back and reading are orders to the conversation that exists', async (t) => {
  const { conversations, asked } = createWorld();
  t.match((await conversations.take(CALLER, RECORD.id, 'u1')).result, { id: RECORD.id, name: 'Bea' });
  await conversations.take(CALLER, RECORD.id, 'u1', { assign: true });
  await conversations.giveBack(CALLER, RECORD.id, 'u1');
  await conversations.markRead(CALLER, RECORD.id, 'u1', 'm1');
  t.same(asked, [
    { type: 'take', userId: 'u1' },
    { type: 'take', userId: 'u1', assigns: true },
    { type: 'give_back', userId: 'u1' },
    { type: 'mark_read', userId: 'u1', messageId: 'm1' },
  ]);
  const unknown = createWorld(null);
  await t.rejects(unknown.conversations.take(CALLER, RECORD.id, 'u1'), { code: 'conversation_not_found' });
  t.same(unknown.asked, []);
});

t.test('a reply has exactly one kind of content, which its channel has', async (t) => {
  const { conversations, asked } = createWorld();
  const reply = (content: Partial<ConversationReply>) =>
    conversations.reply(CALLER, RECORD.id, 'u1', { businessId: BUSINESS, ...content });
  const location = { latitude: 1, longitude: 2 };
  const reaction = { providerMessageId: 'x', emoji: '👍' };
  for (const content of [{}, { text: 'Hi', location }, { location, reaction }])
    await t.rejects(reply(content), {
      code: 'validation_failed',
      details: [{ path: '/text', message: /^give exactly one of text, template, file/ }],
    });
  const onInstagram = createWorld({ ...RECORD, channel: 'instagram', accountId: '178' });
  await t.rejects(
    onInstagram.conversations.reply(CALLER, RECORD.id, 'u1', { businessId: BUSINESS, text: 'Hi' }),
    { code: 'channel_not_connected' },
  );
  t.same(asked, []);
});
