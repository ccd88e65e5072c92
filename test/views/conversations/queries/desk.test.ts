/** Lists of conversations by the people who deal with them, and what they did in the thread. */
import t from 'tap';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import type { DeskFilter } from '../../../../views/conversations/index.js';
import { openViews } from '../../store-support.js';

const AT = 1_700_000_000_000;
const VIEWER = { businessId: 'b1', userId: 'ann', at: AT };
const customer = { mobile: '+14155550181', whatsappId: '1', userId: null, username: null, name: 'Una' };
const opened = (address: string, channel = 'whatsapp') => ({
  type: 'conversation.opened',
  channel,
  accountId: '17',
  address,
});
const wrote = (messageId: string) => ({
  type: 'message.received',
  messageId,
  providerMessageId: messageId,
  sentAt: 1_000,
  customer,
  content: { type: 'text', text: `refund ${messageId}`, media: null, details: null },
  opensWindow: true,
  replyAt: null,
});
const assigned = (assigneeId: string | null, userId = 'ann') => ({
  type: 'conversation.assigned',
  assigneeId,
  userId,
});
const status = (value: 'open' | 'done', userId: string | null = 'ann') => ({
  type: 'conversation.status_set',
  status: value,
  userId,
});
const user = (userId: string, name: string) => ({
  type: 'user.added',
  userId,
  email: `${userId}@example.org`,
  name,
  passwordHash: 'h',
  memberships: [{ businessId: 'b1', role: 'operator', active: true, revision: 0 }],
});

const begin = async (t: Lifetime) => {
  const { store, show } = await openViews(t);
  const commit = (id: string, ...events: readonly object[]) => show('conversation', 'b1', id, events);
  await show('console-user', 'console', 'a1', [user('ann', 'Ann'), user('bob', 'Bob')]);
  await commit('c1', opened('1'), wrote('m1'));
  await commit('c2', opened('2'), wrote('m2'));
  await commit('c3', opened('3', 'instagram'), wrote('m3'));
  const ids = (matching: DeskFilter) =>
    store
      .inbox(VIEWER, 'all', { limit: 10, cursor: null }, matching)
      .items.map(({ id }) => id)
      .toSorted();
  return { store, show, commit, ids };
};

t.test('conversations are listed by assignee, status, channel and contact', async (t) => {
  const { store, commit, ids } = await begin(t);
  await commit('c1', assigned('ann'));
  await commit('c2', assigned('bob'), status('done'));
  t.same(ids({ assignee: 'ann' }), ['c1']);
  t.same(ids({ assignee: 'none' }), ['c3']);
  t.same(ids({ status: 'done' }), ['c2']);
  t.same(ids({ status: 'open' }), ['c1', 'c3']);
  t.same(ids({ assignee: 'bob', status: 'open' }), []);
  t.same(ids({ channel: 'instagram' }), ['c3']);
  t.same(ids({ contactId: 'none' }), []);
  t.match(store.inboxConversation('b1', 'c1'), {
    assignedTo: 'ann',
    assignedToName: 'Ann',
    doneAt: null,
    unread: 1,
    waitingSince: Number,
  });
  t.match(
    store.inboxConversation('b1', 'c2'),
    { doneAt: Number, unread: 0, waitingSince: null },
    'a done conversation is read, and keeps no customer waiting',
  );
  t.match(store.inboxCounts(VIEWER), { assigned: 1, unassigned: 1, waiting: 2 });
  await commit('c2', wrote('m4'), status('open', null));
  t.match(store.inboxConversation('b1', 'c2'), { doneAt: null, unread: 1, assignedTo: 'bob' });
  const page = store.inbox(VIEWER, 'all', { limit: 1, cursor: null }, { status: 'open' });
  t.throws(
    () => store.inbox(VIEWER, 'all', { limit: 1, cursor: page.nextCursor }, { assignee: 'none' }),
    { code: 'cursor_invalid' },
    'a cursor belongs to its filter',
  );
});

t.test('a member who leaves, is disabled or may only read loses their conversations', async (t) => {
  const { store, show, commit, ids } = await begin(t);
  const team = (...events: readonly object[]) => show('console-team', 'b1', 'b1', events);
  const standing = (role: string, active: boolean) => ({
    type: 'member.standing_set',
    userId: 'bob',
    role,
    active,
  });
  for (const leaving of [
    { type: 'member.removed', userId: 'bob', by: { type: 'user', id: 'ann' } },
    standing('operator', false),
    standing('viewer', true),
  ]) {
    await commit('c1', assigned('bob'));
    await commit('c2', assigned('ann'));
    await team(standing('owner', true));
    t.same(ids({ assignee: 'bob' }), ['c1'], 'another role that answers keeps them');
    await team(leaving);
    t.same([ids({ assignee: 'bob' }), ids({ assignee: 'ann' })], [[], ['c2']]);
  }
  await commit('c1', assigned('bob'));
  t.equal(store.inboxConversation('b1', 'c1')?.assignedTo, 'bob', 'the same assignment counts again');
});

t.test('a thread has assignments, its status and internal notes', async (t) => {
  const { store, show, commit } = await begin(t);
  await commit('c1', assigned('bob'), assigned('bob'), status('done'));
  const notes = (...events: readonly object[]) => show('conversation-notes', 'b1', 'c1', events);
  await notes({ type: 'note.added', noteId: 'n1', text: 'first', userId: 'ann' });
  await notes({ type: 'note.added', noteId: 'n2', text: 'second', userId: 'bob' });
  await notes({ type: 'note.edited', noteId: 'n1', text: 'changed', userId: 'bob' });
  await notes({ type: 'note.removed', noteId: 'n2', userId: 'bob' });
  await commit('c1', wrote('m9'), status('open', null), assigned(null));
  const first = store.thread('c1', { limit: 3, cursor: null });
  const rest = store.thread('c1', { limit: 9, cursor: first.nextCursor });
  const items = [...first.items, ...rest.items];
  t.match(items, [
    { type: 'assigned', assigneeId: null, assigneeName: null, userName: 'Ann' },
    { type: 'reopened', userName: null },
    { type: 'message' },
    { type: 'note', noteId: 'n1', text: 'changed', userId: 'ann', userName: 'Ann', editedAt: Number },
    { type: 'done', userName: 'Ann' },
    { type: 'assigned', assigneeId: 'bob', assigneeName: 'Bob', userName: 'Ann' },
    { type: 'message' },
  ]);
  t.equal(items.length, 7, 'the same assignment again adds no item, and removed notes are gone');
});

t.test('messages are found by the assignee and the status of their conversation', async (t) => {
  const { store, commit } = await begin(t);
  await commit('c1', assigned('ann'));
  await commit('c2', status('done'));
  const found = (filter: object) =>
    store
      .searchMessages('b1', { text: 'refund', filter }, { limit: 10, cursor: null })
      .items.map(({ conversationId, name }) => `${conversationId} ${name}`)
      .toSorted();
  t.same(found({}), ['c1 Una', 'c2 Una', 'c3 Una']);
  t.same(found({ assignee: 'ann' }), ['c1 Una']);
  t.same(found({ assignee: 'none' }), ['c2 Una', 'c3 Una']);
  t.same(found({ assignee: 'none', conversationStatus: 'open' }), ['c3 Una']);
  t.same(found({ conversationStatus: 'done' }), ['c2 Una']);
});

t.test('members who can answer are listed, but no viewers and disabled ones', async (t) => {
  const { store, show } = await begin(t);
  await show('console-user', 'console', 'a1', [
    { type: 'membership.set', userId: 'bob', businessId: 'b1', role: 'viewer', active: true, revision: 1 },
  ]);
  t.same(store.answeringMembers('b1', { limit: 9, cursor: null }).items, [{ userId: 'ann', name: 'Ann' }]);
});
