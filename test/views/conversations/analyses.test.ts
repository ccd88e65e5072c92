/** The outcome of a conversation is that of its latest episode, and a run covers what was not analysed with its settings. */
import t from 'tap';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import type { ConversationAnalysisEvent } from '../../../actors/conversation-analysis/events.js';
import type { ConversationFindings } from '../../../schemas/analysis/conversation-analysis.js';
import { NO_ANALYSIS_SETTINGS } from '../../../schemas/analysis/settings.js';
import { openViews } from '../store-support.js';

const ACCOUNT = '106';
const customer = { mobile: null, whatsappId: null, userId: 'p', username: null, name: null };
const opened = (address: string): ConversationEvent => ({
  type: 'conversation.opened',
  channel: 'whatsapp',
  accountId: ACCOUNT,
  address,
});
const received = (messageId: string, type = 'text'): ConversationEvent => ({
  type: 'message.received',
  messageId,
  providerMessageId: `wamid.${messageId}`,
  sentAt: 1_000,
  customer,
  content: { type, text: messageId, media: null, details: null },
  opensWindow: type === 'text',
  replyAt: null,
});
const queued = (messageId: string): ConversationEvent => ({
  type: 'message.queued',
  messageId,
  author: 'agent',
  recipient: 'p',
  content: { type: 'text', text: messageId },
  campaign: null,
});
const found = (verdict: 'met' | 'not_met'): ConversationFindings => ({
  summary: 'A table.',
  sentiment: 'positive',
  requests: [
    { request: 'call_back', at: null, evidence: [{ messageId: 'm1', at: '2026-01-01T00:00:00.000Z' }] },
  ],
  criteria: [{ key: 'booked', verdict, reason: 'So it is.', evidence: [] }],
  fields: [],
});
const prepared = (conversationId: string, first: string, last: string): ConversationAnalysisEvent => ({
  type: 'analysis.prepared',
  agentId: 'a1',
  episode: { conversationId, firstMessageId: first, lastMessageId: last },
});
const analysed = (verdict: 'met' | 'not_met'): readonly ConversationAnalysisEvent[] => [
  { type: 'analysis.requested', settings: NO_ANALYSIS_SETTINGS, settingsId: 's1', priceMicrocredits: 2_000 },
  { type: 'analysis.funded' },
  { type: 'analysis.ended', settingsId: 's1', result: { type: 'completed', findings: found(verdict) } },
  { type: 'analysis.settled', chargedMicrocredits: 2_000 },
];
const viewer = { businessId: 'b1', userId: '', at: 9_000 };
const page = { limit: 10, cursor: null };

t.test('shows and filters by the outcome of the latest episode, whichever is analysed last', async (t) => {
  const { store, show } = await openViews(t);
  await show('conversation', 'b1', 'v1', [opened('1'), received('m1'), queued('r1')], 1_000);
  await show('conversation', 'b1', 'v1', [received('m2')], 2_000);
  await show('conversation', 'b1', 'v2', [opened('2'), received('n1')], 3_000);
  const idsOf = (filter: Parameters<typeof store.inbox>[3]) =>
    store.inbox(viewer, 'all', page, filter).items.map(({ id }) => id);
  t.same(idsOf({}), ['v2', 'v1']);
  await show('conversation-analysis', 'b1', 'e1', [prepared('v1', 'm1', 'r1')], 4_000);
  t.same(idsOf({ analysis: 'running' }), ['v1']);
  await show('conversation-analysis', 'b1', 'e2', [prepared('v1', 'm2', 'm2'), ...analysed('met')], 5_000);
  await show('conversation-analysis', 'b1', 'e1', analysed('not_met'), 6_000);
  t.match(store.analysisOfConversation('b1', 'v1'), {
    status: 'completed',
    success: true,
    firstMessageId: 'm2',
    lastMessageId: 'm2',
    chargedMicrocredits: 2_000,
  });
  t.same(idsOf({ success: true, sentiment: 'positive', request: 'call_back', analysis: 'completed' }), [
    'v1',
  ]);
  t.same(idsOf({ success: false }), [], 'an earlier episode that is analysed later changes nothing');
  t.same(idsOf({ request: 'human' }), []);
  t.equal(store.conversationOfAnalysis('b1', 'e1'), 'v1');
  t.equal(store.conversationOfAnalysis('b2', 'e1'), null, 'of another business');
  t.equal(store.analysisOfConversation('b1', 'v2'), null);
});

t.test('an episode has its messages, and a few before it', async (t) => {
  const { store, show } = await openViews(t);
  const events = [opened('1'), received('m1'), queued('r1'), received('m2'), queued('r2'), received('m3')];
  await show('conversation', 'b1', 'v1', events, 1_000);
  const episode = { conversationId: 'v1', firstMessageId: 'm2', lastMessageId: 'r2' };
  const { earlier, messages } = store.episodeMessages(episode, { limit: 10, before: 1 });
  t.same(
    earlier.map(({ messageId }) => messageId),
    ['r1'],
  );
  t.match(messages, [
    { messageId: 'm2', author: 'customer', text: 'm2', at: 1_000 },
    { messageId: 'r2', author: 'agent', direction: 'outbound' },
  ]);
  t.same(
    store.episodeMessages(episode, { limit: 1, before: 0 }).messages.map(({ messageId }) => messageId),
    ['r2'],
    'the latest ones',
  );
});

t.test('a run covers the conversations of the agent that were not analysed with its settings', async (t) => {
  const { store, show } = await openViews(t);
  await show(
    'channel-account',
    'b1',
    'acc',
    [
      {
        type: 'account.connected',
        channel: 'whatsapp',
        accountId: ACCOUNT,
        displayName: 'S',
        username: null,
        sealedToken: '',
      },
      {
        type: 'account.assigned',
        agentId: 'a1',
        autoReplyEnabled: true,
        humanHandoffActive: false,
      },
    ],
    500,
  );
  await show('conversation', 'b1', 'v1', [opened('1'), queued('r0'), received('m1'), queued('r1')], 1_000);
  await show('conversation', 'b1', 'v2', [opened('2'), received('n1', 'reaction'), queued('q1')], 1_000);
  const run = { agentId: 'a1', from: 0, to: 9_000, settingsId: 's1', analysisRunId: 'run1' };
  const due = (changes: Partial<typeof run> = {}) =>
    store.conversationsToAnalyse('b1', { ...run, ...changes }, null, 10);
  const whole = {
    episode: { conversationId: 'v1', firstMessageId: 'm1', lastMessageId: 'r1' },
    isDone: false,
  };
  t.same(due(), [whole], 'from the first message of the customer on; a reaction alone is none');
  t.equal(store.countConversationsToAnalyse('b1', run, 10), 1);
  t.same(due({ agentId: 'a2' }), []);
  t.same(due({ to: 1_000 }), []);
  await show('conversation-analysis', 'b1', 'e1', [prepared('v1', 'm1', 'r1'), ...analysed('met')], 2_000);
  t.same(due(), []);
  t.same(due({ settingsId: 's2' }), [whole], 'other settings');
  await show(
    'conversation-analysis',
    'b1',
    'e1',
    [
      {
        type: 'analysis.repeated',
        analysisRunId: 'run1',
        settingsId: 's2',
        findings: found('met'),
        chargedMicrocredits: 2_000,
        episode: whole.episode,
      },
    ],
    3_000,
  );
  t.same(due({ settingsId: 's2' }), [{ ...whole, isDone: true }], 'a repeated page knows what it has done');
  t.same(due({ settingsId: 's2', analysisRunId: 'run2' }), []);
  await show('conversation', 'b1', 'v1', [received('m2')], 4_000);
  t.same(due({ settingsId: 's2', analysisRunId: 'run2' }), [
    { episode: { conversationId: 'v1', firstMessageId: 'm2', lastMessageId: 'm2' }, isDone: false },
  ]);
});
