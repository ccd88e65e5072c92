/** What subscribers receive about outbound messages: author, event name, and the state at the time of the event. */
import t from 'tap';
import type { Author, ConversationEvent, MessageProgress } from '../../../actors/conversation/events.js';
import { conversation } from '../../../actors/conversation/index.js';
import {
  type Conversation,
  conversationWebhookEvent,
} from '../../../operations/webhooks/conversation-events.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import type { OwnMessage } from '../../../views/conversations/index.js';
import { fold } from '../../support/actors/fold.js';

const iso = (at: number): string => new Date(at).toISOString();
const conversationOn = (channel: AccountChannel): Conversation => ({
  businessId: 'b1',
  conversationId: 'c1',
  channel,
  accountId: '106',
});
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
): string | undefined =>
  conversationWebhookEvent(conversationOn(channel), progressed(progress, 1), 1, () => message)?.eventType;

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
    (event) =>
      conversationWebhookEvent(conversationOn('whatsapp'), event, 4_000, () => messageBy('api')) ?? [],
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
  const result = conversationWebhookEvent(conversationOn('whatsapp'), event, 5_000, () => messageBy('api'));
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
  const result = conversationWebhookEvent(conversationOn('whatsapp'), older, 4_000, () => messageBy('api'));
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
  const result = conversationWebhookEvent(conversationOn('whatsapp'), progressed('sent', 1), 1, () =>
    messageBy('campaign', { campaignId: 'k1' }),
  );
  t.match(result?.payload, { author: 'campaign', campaignId: 'k1' });
  const answered = conversationWebhookEvent(conversationOn('whatsapp'), progressed('sent', 1), 1, () =>
    messageBy('api'),
  );
  t.notOk(Object.hasOwn(answered?.payload ?? {}, 'author'), 'as the contract specifies');
});

t.test('a public reply is reported as a comment', async (t) => {
  const answers = { comment: { id: '178', mediaId: '42', text: 'ship?' }, text: 'Everywhere.' };
  const result = conversationWebhookEvent(conversationOn('instagram'), progressed('sent', 1), 1, () =>
    messageBy('agent', { answers }),
  );
  t.match(result, {
    eventType: 'instagram.comment.replied',
    payload: {
      comment: { id: 'wamid.1', text: 'Everywhere.', mediaId: '42', parentId: '178' },
      delivery: { status: 'sent', failure: null },
    },
  });
  t.equal(typeOf('instagram', messageBy('agent', { answers }), 'failed'), 'instagram.comment.failed');
});
