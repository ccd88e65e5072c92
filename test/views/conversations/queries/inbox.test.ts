/** The inbox: unread messages, conversations that wait for a human, their assignees and their threads. */
import t from 'tap';
import { HUMAN_MS } from '../../../../actors/conversation/echo.js';
import { openViews } from '../../store-support.js';

const customer = { mobile: '+14155550181', whatsappId: '1', userId: null, username: null, name: 'Una Ó' };
const opened = (address: string) => ({
  type: 'conversation.opened',
  channel: 'whatsapp',
  accountId: '17',
  address,
});
const wrote = (messageId: string, replyAt: number | null = null) => ({
  type: 'message.received',
  messageId,
  providerMessageId: messageId,
  sentAt: 1_000,
  customer,
  content: { type: 'text', text: `words of ${messageId}`, media: null, details: null },
  opensWindow: true,
  replyAt,
});
const queued = (messageId: string, author: string, more: object = {}) => ({
  type: 'message.queued',
  messageId,
  author,
  recipient: '+14155550181',
  content: { type: 'text', text: messageId },
  campaign: null,
  ...more,
});
/** Time of the commits in the test's journal, ms since the epoch. */
const AT = 1_700_000_000_000;
const USER = { businessId: 'b1', userId: 'ann', at: 0 };

t.test('lists waiting, unread and own conversations', async (t) => {
  const { store, show } = await openViews(t);
  const looking = { ...USER, at: AT };
  const ids = (filter: 'all' | 'unread' | 'waiting' | 'mine', at = looking.at) =>
    store.inbox({ ...looking, at }, filter, { limit: 10, cursor: null }).items.map(({ id }) => id);
  const commit = (id: string, ...events: readonly object[]) => show('conversation', 'b1', id, events);
  await commit('c1', opened('1'), wrote('m1', 5));
  t.same(ids('waiting'), [], 'an agent answers');
  t.same(ids('unread'), ['c1']);
  await commit('c1', queued('a1', 'agent'));
  t.same(ids('unread'), ['c1'], 'an answer of an agent does not mark messages as read');
  await commit(
    'c1',
    { type: 'conversation.handed_over', useId: 'u', reason: 'a refund' },
    queued('a2', 'agent'),
  );
  t.same(ids('waiting'), ['c1'], 'although the agent has written since');
  t.match(store.inboxConversation('b1', 'c1'), { reason: 'a refund', takenBy: null, humanAt: Number });
  await commit('c1', { type: 'conversation.taken', userId: 'ann' });
  t.same([ids('waiting'), ids('mine')], [[], ['c1']]);
  t.same(ids('mine', looking.at + HUMAN_MS + 60_000), [], 'own for a day only');
  await commit('c1', wrote('m2'), wrote('m3'));
  t.equal(store.inboxConversation('b1', 'c1')?.unread, 3);
  await commit('c1', { type: 'conversation.read', userId: 'ann', messageId: 'm2' });
  t.equal(store.inboxConversation('b1', 'c1')?.unread, 1, 'later messages stay unread');
  await commit('c1', { type: 'conversation.read', userId: 'ann', messageId: 'm1' });
  t.equal(store.inboxConversation('b1', 'c1')?.unread, 1, 'an earlier message marks nothing as unread');
  await commit('c1', { type: 'conversation.taken', userId: 'ann' }, queued('h1', 'human', { userId: 'ann' }));
  t.match(store.inboxConversation('b1', 'c1'), { unread: 0, waitingSince: null, reason: null });
  await commit('c1', { type: 'conversation.given_back', userId: 'ann' });
  t.match(store.inboxConversation('b1', 'c1'), { humanAt: null, takenBy: null });
  t.same(ids('mine'), []);
  t.match(store.inboxCounts(looking), { unread: 0, waiting: 0, mine: 0 });
});

t.test('handing back an account hands back its conversations', async (t) => {
  const { store, show } = await openViews(t);
  const account = { type: 'account.connected', channel: 'whatsapp', accountId: '17', displayName: 'R' };
  await show('channel-account', 'b1', 'acc', [{ ...account, username: null, sealedToken: '' }]);
  await show('conversation', 'b1', 'c1', [
    opened('1'),
    wrote('m1'),
    { type: 'conversation.taken', userId: 'ann' },
  ]);
  const assigned = {
    type: 'account.assigned',
    agentId: null,
    autoReplyEnabled: false,
    humanHandoffActive: false,
  };
  await show('channel-account', 'b1', 'acc', [assigned]);
  t.equal(store.inboxConversation('b1', 'c1')?.takenBy, 'ann');
  await show('channel-account', 'b1', 'acc', [{ ...assigned, handedBack: true }]);
  t.match(store.inboxConversation('b1', 'c1'), { humanAt: null, takenBy: null, waitingSince: null });
});

t.test(
  'lists conversations by their latest message, page by page, and finds them by name and number',
  async (t) => {
    const { store, show } = await openViews(t);
    const looking = { ...USER, at: AT };
    for (const [place, id] of ['c1', 'c2', 'c3'].entries())
      await show(
        'conversation',
        'b1',
        id,
        [opened(`1415555010${id.slice(1)}`), wrote(`m-${id}`)],
        AT + place,
      );
    await show('conversation', 'b2', 'c9', [opened('14155550109'), wrote('m-c9')]);
    const first = store.inbox(looking, 'all', { limit: 2, cursor: null });
    t.same(
      first.items.map(({ id }) => id),
      ['c3', 'c2'],
    );
    const rest = store.inbox(looking, 'all', { limit: 2, cursor: first.nextCursor });
    t.same(
      rest.items.map(({ id, text }) => [id, text]),
      [['c1', 'words of m-c1']],
    );
    t.equal(rest.nextCursor, null);
    t.throws(() => store.inbox(looking, 'unread', { limit: 2, cursor: first.nextCursor }), {
      code: 'cursor_invalid',
    });
    const found = (text: string) => store.inboxSearch('b1', text, 10).map(({ id }) => id);
    t.same(found('una'), ['c3', 'c2', 'c1'], 'by the name that the channel reports');
    t.same(found('+1 415 555 0102'), ['c2']);
    t.same(found('%'), []);
  },
);

t.test('a thread holds messages and hand-overs, page by page', async (t) => {
  const { store, show } = await openViews(t);
  const template = { type: 'template', name: 'order_update', languageCode: 'en_US' };
  const components = [{ type: 'body', parameters: [{ type: 'text', text: 'A-17' }] }];
  await show('conversation', 'b1', 'c1', [
    opened('1'),
    wrote('m1'),
    { type: 'conversation.handed_over', useId: 'u', reason: 'a refund' },
    { type: 'conversation.taken', userId: 'ann' },
    queued('h1', 'human', { userId: 'ann', content: { ...template, components } }),
    { type: 'conversation.taken', userId: 'ann' },
    { type: 'conversation.given_back', userId: 'ann' },
    { type: 'message.submitted', messageId: 'h1', attempt: 1 },
  ]);
  t.same(store.templatesSent('b1', '17'), [], 'the channel has not accepted it');
  await show('conversation', 'b1', 'c1', [
    { type: 'message.accepted', messageId: 'h1', providerMessageId: 'p1' },
  ]);
  t.match(store.templatesSent('b1', '17'), [{ name: 'order_update', languageCode: 'en_US', components }]);
  const first = store.thread('c1', { limit: 2, cursor: null });
  const rest = store.thread('c1', { limit: 9, cursor: first.nextCursor });
  t.match(
    [...first.items, ...rest.items],
    [
      { type: 'given_back' },
      { type: 'message', row: { id: 'h1', user_id: 'ann', author: 'human' }, template: { components } },
      { type: 'taken', userName: null },
      { type: 'handed_over', reason: 'a refund' },
      { type: 'message', row: { id: 'm1', author: 'customer' }, template: null },
    ],
  );
  t.equal(first.items.length + rest.items.length, 5, 'taking it again adds no item');
});
