/** Conversations in writing are counted from their first message on, and a day of silence separates them. */
import { parse } from 'csv-parse/sync';
import t from 'tap';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import { analyticsCsv } from '../../../operations/analytics/export.js';
import { type Commit, conversationsOf, counted, HOUR, NOON } from './counted.js';

const OPENED = {
  type: 'conversation.opened',
  channel: 'whatsapp',
  accountId: '106',
  address: '14155550101',
} as const;
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
const queued = (
  messageId: string,
  by: { campaignId?: string; version?: number; author?: 'human' | 'api' },
): ConversationEvent => ({
  type: 'message.queued',
  messageId,
  author: by.author ?? (by.campaignId === undefined ? 'agent' : 'campaign'),
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
    messagesFailed: 0,
    // An hour, and at once.
    replySeconds: { p50: 0, p95: 3_456 },
    handedOver: 1,
    answeredByHuman: 0,
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

const seconds = (id: string, after: number, ...events: readonly ConversationEvent[]): Commit =>
  at(id, after / 3_600, ...events);
const failed = (messageId: string): ConversationEvent => ({
  type: 'message.progressed',
  messageId,
  providerMessageId: null,
  progress: 'failed',
  at: NOON,
  failure: null,
});

const receivedReaction = (messageId: string): ConversationEvent => {
  const event = received(messageId);
  return event.type === 'message.received'
    ? { ...event, content: { ...event.content, type: 'reaction' } }
    : event;
};

t.test('an answer takes the time from the first message without one', async (t) => {
  const { read } = counted(t, [
    seconds('v1', 0, OPENED, received('m1')),
    seconds('v1', 40, received('m2')),
    seconds('v1', 100, queued('m3', { version: 4 }), queued('m4', { version: 4 })),
    // A reaction is no question, and a message of a campaign no answer.
    seconds('v1', 110, receivedReaction('m5')),
    seconds('v1', 200, queued('m6', { version: 4 })),
    seconds('v1', 300, received('m7')),
    seconds('v1', 310, queued('m8', { campaignId: 'k1' })),
    seconds('v1', 1_300, queued('m9', { version: 4 })),
    // Others answer: the time is not the agent's.
    seconds('v1', 2_000, received('m10')),
    seconds('v1', 9_000, queued('m11', { author: 'api' }), queued('m12', { version: 4 })),
  ]);
  const { replySeconds, handedOver } = conversationsOf((await read(ALL)).totals);
  const isAbout = (value: number | null, exact: number): boolean =>
    value !== null && Math.abs(value - exact) <= exact / 20;
  t.ok(isAbout(replySeconds.p50, 100));
  t.ok(isAbout(replySeconds.p95, 1_000));
  t.equal(handedOver, 0);
});

t.test('counts failures, people who write, and channels', async (t) => {
  const instagram: ConversationEvent = { ...OPENED, channel: 'instagram', accountId: '17', address: '99' };
  const { read } = counted(t, [
    at('v1', 0, OPENED, received('m1'), queued('m2', { version: 4 })),
    at('v1', 1, queued('m3', { author: 'human' })),
    at('v2', 1, instagram, queued('m4', { version: 4 })),
    // A failure that is reported after days belongs to the same conversation, and begins none.
    at('v2', 60, failed('m4')),
    at('v3', 2, { ...OPENED, address: '14155550102' }, queued('m5', { version: 4 })),
    at('v3', 2, { type: 'message.refused', messageId: 'm5', failure: { code: 'c', message: '' } }),
    at('v3', 3, { type: 'conversation.handed_over', useId: 'u1', reason: null }),
  ]);
  const figures = async (request: Parameters<typeof read>[0]) =>
    (await read({ ...ALL, ...request })).groups.map(({ key, figures }) => {
      const { conversations, messagesFailed, handedOver, answeredByHuman } = conversationsOf(figures);
      return [key, conversations, messagesFailed, handedOver, answeredByHuman];
    });
  t.same(await figures({ groupBy: 'channel' }), [
    ['whatsapp', 2, 1, 2, 1],
    ['instagram', 1, 1, 0, 0],
  ]);
  t.same(await figures({ groupBy: 'agent', channel: 'instagram' }), [['a1', 1, 1, 0, 0]]);
  t.same((await figures({ groupBy: 'day' }))[0], ['2026-03-02', 3, 2, 2, 1]);
  t.same((await figures({ groupBy: 'hour', channel: 'whatsapp' })).slice(12, 15), [
    ['12', 1, 0, 1, 1],
    ['13', 0, 0, 0, 0],
    ['14', 1, 1, 1, 0],
  ]);
  const rows: Record<string, string>[] = parse(analyticsCsv(await read({ ...ALL, groupBy: 'channel' })), {
    columns: true,
    bom: true,
  });
  t.match(rows[1], { key: 'whatsapp', messagesFailed: '1', 'replySeconds.p50': '0', answeredByHuman: '1' });
});
