/** Progress of a message: reports only move it forward, in whatever order they arrive. */
import t from 'tap';
import type { ConversationEvent, MessageProgress } from '../../../actors/conversation/events.js';
import { startNats } from '../../../testkit/nats/server.js';
import { openTestJournal } from '../journal.js';
import { openStore } from '../store-support.js';

const TIMES: Readonly<Record<MessageProgress, number>> = {
  sent: 1_000,
  delivered: 2_000,
  read: 3_000,
  failed: 4_000,
};

const iso = (at: number): string => new Date(at).toISOString();

t.test('reports move a message forward in any order', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const after = async (id: string, reports: readonly MessageProgress[]) => {
    const opened: ConversationEvent = {
      type: 'conversation.opened',
      channel: 'whatsapp',
      accountId: '106',
      address: '14155550101',
    };
    const queued: ConversationEvent = {
      type: 'message.queued',
      messageId: id,
      author: 'api',
      recipient: '+14155550101',
      content: { type: 'text', text: 'Yes.' },
      campaign: null,
    };
    const reported = reports.map(
      (progress): ConversationEvent => ({
        type: 'message.progressed',
        messageId: id,
        providerMessageId: 'wamid.1',
        progress,
        at: TIMES[progress],
        failure: null,
      }),
    );
    const events = [opened, queued, ...reported];
    await store.waitFor(0, await journal.commit('conversation', 'b1', `conversation-${id}`, events));
    return store.message('b1', id);
  };

  t.match(await after('in-order', ['sent', 'delivered', 'read']), { status: 'read', providerStatus: 'read' });
  t.match(
    await after('read-first', ['sent', 'read', 'delivered']),
    {
      status: 'read',
      providerStatus: 'read',
      sentAt: iso(TIMES.sent),
      deliveredAt: iso(TIMES.delivered),
      readAt: iso(TIMES.read),
    },
    'a late report fills in its time, and does not move the status back',
  );
  t.match(await after('delivered-first', ['delivered', 'sent']), {
    status: 'delivered',
    providerStatus: 'delivered',
    sentAt: iso(TIMES.sent),
  });
});

t.test('the sources of an answer are shown with its message', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const sources = [{ sourceId: 's1', title: 'Handbook', passages: [{ position: 1, heading: 'Parking' }] }];
  const account = { channel: 'whatsapp', accountId: '106', address: '14155550101' } as const;
  const queued = {
    type: 'message.queued',
    author: 'agent',
    recipient: '+14155550101',
    content: { type: 'text', text: 'In the garage.' },
    campaign: null,
  } as const;
  const events: readonly ConversationEvent[] = [
    { type: 'conversation.opened', ...account },
    { ...queued, messageId: 'm1' },
    { ...queued, messageId: 'm2', sources },
  ];
  await store.waitFor(0, await journal.commit('conversation', 'b1', 'c1', events));
  const { items } = store.thread('c1', { limit: 10, cursor: null });
  t.match(items, [
    { type: 'message', row: { id: 'm2' }, sources },
    { type: 'message', row: { id: 'm1' }, sources: null },
  ]);
});
