/** Conversations in writing are counted from their first message on, and a day of silence separates them. */
import t from 'tap';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import { type Commit, conversationsOf, counted, HOUR, NOON } from './counted.js';

const OPENED: ConversationEvent = {
  type: 'conversation.opened',
  channel: 'whatsapp',
  accountId: '106',
  address: '14155550101',
};
const received = (messageId: string): ConversationEvent => ({
  type: 'message.received',
  messageId,
  providerMessageId: messageId,
  sentAt: 0,
  customer: { mobile: null, whatsappId: null, userId: null, username: null, name: null },
  content: { type: 'text', text: messageId, media: null, details: null },
  opensWindow: true,
  replyAt: null,
});
const queued = (messageId: string, by: { campaignId?: string; version?: number }): ConversationEvent => ({
  type: 'message.queued',
  messageId,
  author: by.campaignId === undefined ? 'agent' : 'campaign',
  recipient: '+14155550101',
  content: { type: 'text', text: messageId },
  campaign:
    by.campaignId === undefined
      ? null
      : { campaignId: by.campaignId, iterationId: 'i1', block: 0, claim: { index: 0, revision: 1 } },
  ...(by.version === undefined ? {} : { agent: { agentId: 'a1', version: by.version } }),
});
const at = (id: string, hours: number, ...events: readonly ConversationEvent[]): Commit => ({
  kind: 'conversation',
  id,
  at: NOON + hours * HOUR,
  events,
});

const COMMITS: readonly Commit[] = [
  at('v1', 0, OPENED, queued('m1', { campaignId: 'k1' })),
  at('v1', 23, received('m2')),
  at('v1', 24, queued('m3', { version: 4 })),
  // More than a day later it is another conversation, which has no answer.
  at('v1', 49, received('m4')),
  at('v2', 1, OPENED, received('m5'), queued('m6', { version: 4 })),
  at('v2', 2, { type: 'conversation.handed_over', useId: 'u1', reason: null }),
  at('v3', 3, OPENED, queued('m7', { campaignId: 'k1' })),
  // Long after the last message: it belongs to none of the conversations.
  at('v3', 90, { type: 'conversation.taken', userId: 'u1' }),
];
const ALL = { subject: 'conversations', from: NOON - HOUR, to: NOON + 100 * HOUR } as const;

t.test('a conversation ends with a day without a message', async (t) => {
  const { read } = counted(t, COMMITS);
  t.same(conversationsOf((await read(ALL)).totals), {
    conversations: 4,
    answered: 2,
    answerRate: 0.5,
    messagesReceived: 3,
    messagesSent: 4,
  });
  const groups = async (groupBy: 'outcome' | 'version' | 'campaign' | 'day') =>
    (await read({ ...ALL, groupBy })).groups.map(({ key, version, figures }) => [
      key,
      version,
      conversationsOf(figures).conversations,
    ]);
  t.same(await groups('outcome'), [
    ['answered', null, 1],
    ['handed_over', null, 1],
    ['no_reply', null, 1],
    ['unanswered', null, 1],
  ]);
  t.same(await groups('version'), [
    [null, null, 2],
    ['a1', 4, 2],
  ]);
  t.same(await groups('campaign'), [
    [null, null, 2],
    ['k1', null, 2],
  ]);
  t.same((await groups('day')).slice(0, 3), [
    ['2026-03-02', null, 3],
    ['2026-03-03', null, 0],
    ['2026-03-04', null, 1],
  ]);
  const { totals } = await read({ ...ALL, subject: 'calls' });
  t.equal(totals.calls?.calls, 0, 'conversations are no calls');
});

t.test(
  'a conversation counts once, also if its outcome changes or its events are applied again',
  async (t) => {
    const { read, projection } = counted(t, COMMITS.slice(0, 1));
    const outcomes = async () =>
      (await read({ ...ALL, groupBy: 'outcome' })).groups.map(({ key, figures }) => [
        key,
        conversationsOf(figures).conversations,
      ]);
    t.same(await outcomes(), [['no_reply', 1]]);
    const next = { kind: 'conversation', businessId: 'b1', id: 'v1', seq: 2, mark: '', version: 1, bytes: 0 };
    const reply = [{ ...next, at: NOON + HOUR, events: [received('m2')] }];
    for (const commits of [reply, reply]) projection.apply(0, commits, ({ reason }) => t.fail(reason));
    t.same(await outcomes(), [['answered', 1]]);
  },
);
