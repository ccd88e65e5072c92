/**
 * What subscribers and open pages receive about conversations: of outbound messages the author, the event name, and the state
 * at the time of the event; each step in the terms of the API.
 */
import t from 'tap';
import type { Author, ConversationEvent, MessageProgress } from '../../../actors/conversation/events.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { CONVERSATIONS } from '../../../operations/public-events/conversations.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import type { OwnMessage } from '../../../views/conversations/index.js';
import { fold } from '../../support/actors/fold.js';
import { publishedBy } from '../../support/public-events.js';

const idOf = (digit: number): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;
const AT = Date.parse('2026-03-03T11:00:00Z');
const iso = (at: number): string => new Date(at).toISOString();
/** The webhook event of a conversation on the channel, about the message. */
const webhookEvent = (
  channel: AccountChannel,
  event: ConversationEvent,
  at: number,
  message: OwnMessage,
): WebhookEvent | null => {
  const conversation = { channel, accountId: '106', contactId: null };
  const views = { conversation: () => conversation, ownMessage: () => message };
  return publishedBy(CONVERSATIONS, views, 'c1').webhookEvents(event, { seq: 1, at })[0] ?? null;
};
const messageBy = (author: Author, overrides: Partial<OwnMessage> = {}): OwnMessage => ({
  author,
  recipient: '+14155550101',
  campaignId: null,
  answers: null,
  ...overrides,
});
const progressed = (
  progress: MessageProgress,
  at: number,
): Extract<ConversationEvent, { type: 'message.progressed' }> => ({
  type: 'message.progressed',
  messageId: 'm1',
  providerMessageId: 'wamid.1',
  progress,
  at,
  failure: null,
  earlier: {},
});
const typeOf = (
  channel: AccountChannel,
  message: OwnMessage,
  progress: MessageProgress,
): string | undefined => webhookEvent(channel, progressed(progress, 1), 1, message)?.eventType;

/** A conversation whose outbound message was accepted, and reported sent, read and delivered in that order. */
const reportedOutOfOrder = () => {
  const folded = fold(conversation);
  folded.apply(
    {
      type: 'receive',
      channel: 'whatsapp',
      accountId: '106',
      address: '14155550101',
      messageId: 'r1',
      providerMessageId: 'r1',
      sentAt: 1,
      opensWindow: true,
      automated: false,
      customer: { mobile: null, whatsappId: null, userId: null, username: null, name: null },
      content: { type: 'text', text: 'Hi', media: null, details: null },
    },
    1,
  );
  const content = { type: 'text', text: 'Hello' } as const;
  folded.apply(
    {
      type: 'send',
      messageId: 'm1',
      author: 'api',
      recipient: '+1',
      campaign: null,
      opens: null,
      content,
    },
    2,
  );
  const outcome = { is: 'accepted', providerMessageId: 'wamid.1' } as const;
  folded.apply({ type: 'send_ended', messageId: 'm1', attempt: 1, outcome }, 3);
  // The provider reports out of order.
  for (const [progress, at] of [
    ['sent', 1_000],
    ['read', 3_000],
    ['delivered', 2_000],
  ] as const)
    folded.apply(
      {
        type: 'report',
        messageId: 'm1',
        providerMessageId: null,
        progress,
        at,
        failure: null,
      },
      at,
    );
  return folded;
};

t.test('a webhook event has the state at the time it happened, whenever it is built', async (t) => {
  const folded = reportedOutOfOrder();
  const published = folded.events.flatMap(
    (event) => webhookEvent('whatsapp', event, 4_000, messageBy('api')) ?? [],
  );
  const times = { deliveredAt: null, readAt: null, failedAt: null, failure: null };
  t.match(
    published.slice(1).map(({ eventType, occurredAt, payload }) => [eventType, occurredAt, payload.delivery]),
    [
      [
        'whatsapp.message.sent',
        iso(1_000),
        { ...times, status: 'sent', providerStatus: 'sent', sentAt: iso(1_000) },
      ],
      [
        'whatsapp.message.read',
        iso(3_000),
        { ...times, status: 'read', providerStatus: 'read', sentAt: iso(1_000), readAt: iso(3_000) },
      ],
      [
        'whatsapp.message.delivered',
        iso(2_000),
        {
          ...times,
          status: 'delivered',
          providerStatus: 'delivered',
          sentAt: iso(1_000),
          deliveredAt: iso(2_000),
          readAt: iso(3_000),
        },
      ],
    ],
  );
  t.ok(
    published.slice(1).every(({ payload }) => payload.providerMessageId === 'wamid.1'),
    'a report without a provider id has the known provider id of its message',
  );
});

t.test('a message refused before the provider accepted it is reported as failed', async (t) => {
  const failure = { code: 'channel_not_connected', message: 'connect it' };
  const event = { type: 'message.refused', messageId: 'm1', failure } as const;
  const result = webhookEvent('whatsapp', event, 5_000, messageBy('api'));
  t.match(result, { eventType: 'whatsapp.message.failed', eventId: 'm1:failed' });
  t.strictSame(result?.payload.delivery, {
    status: 'failed',
    providerStatus: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    failedAt: iso(5_000),
    failure,
  });
  t.equal(result?.payload.providerMessageId, null);
});

t.test('an event of an older build reports only its own time', async (t) => {
  const { earlier: _none, ...older } = progressed('read', 3_000);
  const result = webhookEvent('whatsapp', older, 4_000, messageBy('api'));
  t.match(result?.payload.delivery, { sentAt: null, readAt: iso(3_000) });
});

t.test('messages from the message endpoint have event names of their own', async (t) => {
  t.equal(typeOf('whatsapp', messageBy('api'), 'delivered'), 'whatsapp.message.delivered');
  t.equal(typeOf('instagram', messageBy('api'), 'read'), 'instagram.message.seen');
  for (const author of ['agent', 'campaign'] as const) {
    t.equal(typeOf('whatsapp', messageBy(author), 'sent'), 'whatsapp.agent_message.sent');
    t.equal(typeOf('whatsapp', messageBy(author), 'delivered'), 'whatsapp.agent_message.delivered');
    t.equal(typeOf('whatsapp', messageBy(author), 'read'), 'whatsapp.agent_message.read');
    t.equal(typeOf('whatsapp', messageBy(author), 'failed'), 'whatsapp.agent_message.failed');
    t.equal(typeOf('instagram', messageBy(author), 'sent'), 'instagram.agent_message.sent');
    t.equal(typeOf('instagram', messageBy(author), 'read'), 'instagram.agent_message.seen');
    t.equal(typeOf('instagram', messageBy(author), 'failed'), 'instagram.agent_message.failed');
  }
  t.equal(typeOf('instagram', messageBy('api'), 'delivered'), undefined, 'Instagram does not report it');
  t.equal(typeOf('whatsapp', messageBy('human'), 'sent'), undefined);
  const result = webhookEvent(
    'whatsapp',
    progressed('sent', 1),
    1,
    messageBy('campaign', { campaignId: 'k1' }),
  );
  t.match(result?.payload, { author: 'campaign', campaignId: 'k1' });
  const answered = webhookEvent('whatsapp', progressed('sent', 1), 1, messageBy('api'));
  t.notOk(Object.hasOwn(answered?.payload ?? {}, 'author'), 'as the contract specifies');
});

t.test('a public reply is reported as a comment', async (t) => {
  const answers = { comment: { id: '178', mediaId: '42', text: 'ship?' }, text: 'Everywhere.' };
  const result = webhookEvent('instagram', progressed('sent', 1), 1, messageBy('agent', { answers }));
  t.match(result, {
    eventType: 'instagram.comment.replied',
    payload: {
      comment: { id: 'wamid.1', text: 'Everywhere.', mediaId: '42', parentId: '178' },
      delivery: { status: 'sent', failure: null },
    },
  });
  t.equal(typeOf('instagram', messageBy('agent', { answers }), 'failed'), 'instagram.comment.failed');
});

t.test('the steps of a conversation are published', async (t) => {
  const conversation = { channel: 'whatsapp', accountId: '15550001', contactId: idOf(3) } as const;
  const published = publishedBy(CONVERSATIONS, { conversation: () => conversation }, idOf(4));
  const liveEvent = (event: ConversationEvent) => published.liveEvent(event, AT);
  const customer = { mobile: null, whatsappId: null, userId: null, username: null, name: null };
  const messageId = idOf(5);
  const received = liveEvent({
    type: 'message.received',
    messageId,
    providerMessageId: 'wamid.1',
    sentAt: AT,
    customer,
    content: { type: 'text', text: 'Hello?', media: null, details: null },
    opensWindow: true,
    replyAt: null,
  });
  t.match(received, {
    type: 'message.added',
    conversationId: idOf(4),
    contactId: idOf(3),
    message: { messageId, direction: 'inbound', author: 'customer', text: 'Hello?', status: null },
  });
  const queued = liveEvent({
    type: 'message.queued',
    messageId,
    author: 'agent',
    recipient: '+14155550101',
    content: { type: 'image', mediaId: idOf(6), providerMediaId: 'p', caption: 'Look' },
    campaign: null,
  });
  t.match(queued, { message: { direction: 'outbound', author: 'agent', text: 'Look', status: 'queued' } });
  const echoed = { messageId, providerMessageId: 'wamid.2', sentAt: AT, recipient: 'r' };
  t.match(liveEvent({ type: 'message.echoed', ...echoed, content: { type: 'text', text: 'Me' } }), {
    message: { author: 'human', text: 'Me' },
  });
  t.match(liveEvent({ type: 'message.submitted', messageId, attempt: 1 }), { status: 'submitted' });
  t.match(liveEvent({ type: 'message.postponed', messageId, retryAt: AT, code: 'c' }), {
    status: null,
    taskStatus: 'retrying',
  });
  const report = { messageId, providerMessageId: 'wamid.1', at: AT };
  t.match(liveEvent({ type: 'message.progressed', ...report, progress: 'read', failure: null }), {
    type: 'message.changed',
    status: 'read',
    taskStatus: 'done',
  });
  const failure = { code: 'outside_window', message: 'Too late.' };
  t.match(liveEvent({ type: 'message.refused', messageId, failure }), { status: 'failed', failure });
  t.match(liveEvent({ type: 'media.failed', messageId, failure }), { type: 'message.media', kept: false });
  t.match(liveEvent({ type: 'conversation.handed_over', useId: 'u', reason: 'a refund' }), {
    reason: 'a refund',
  });
  t.match(liveEvent({ type: 'conversation.linked', contactId: idOf(7) }), { contactId: idOf(7) });
  t.match(liveEvent({ type: 'conversation.unlinked', contactId: idOf(7) }), { contactId: null });
  t.equal(liveEvent({ type: 'reply.begun', turn: 1 }), null, 'the start of a reply is not published');
});

t.test('what a customer sends besides text, edits and deletes is published', async (t) => {
  for (const channel of ['whatsapp', 'instagram'] as const) {
    const subject = { channel, accountId: '15550001', contactId: idOf(3) };
    const published = publishedBy(CONVERSATIONS, { conversation: () => subject }, idOf(4));
    const webhook = (event: ConversationEvent) => published.webhookEvents(event, { seq: 1, at: AT })[0];
    const payload = { kind: 'choice', id: 'r2', title: 'Express', description: null } as const;
    const received: ConversationEvent = {
      type: 'message.received',
      messageId: idOf(5),
      providerMessageId: 'wamid.1',
      sentAt: AT,
      customer: { mobile: null, whatsappId: null, userId: null, username: null, name: null },
      content: { type: 'interactive', text: 'Express', media: null, details: null, payload },
      opensWindow: true,
      replyAt: null,
    };
    t.match(webhook(received)?.payload, { message: { type: 'interactive', text: 'Express', payload } });
    t.match(published.liveEvent(received, AT), { message: { payload } });
    const of = { messageId: idOf(5), originalId: 'wamid.1', at: AT };
    const edited: ConversationEvent = { type: 'message.edited', ...of, text: 'Standard' };
    t.match(webhook(edited), {
      eventType: `${channel}.message.edited`,
      payload: { providerMessageId: 'wamid.1', message: { text: 'Standard' } },
    });
    t.match(published.liveEvent(edited, AT), { type: 'message.amended', kind: 'edited', text: 'Standard' });
    const revoked: ConversationEvent = { type: 'message.revoked', ...of };
    t.match(webhook(revoked), {
      eventType: `${channel}.message.revoked`,
      payload: { providerMessageId: 'wamid.1', message: { text: null } },
    });
    t.match(published.liveEvent(revoked, AT), { kind: 'revoked', text: null });
  }
});
