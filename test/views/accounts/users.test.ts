/** Users, their memberships and their sessions: which sessions a change ends, and what a team sees. */
import t from 'tap';
import type { ConsoleUserEvent, MembershipFacts } from '../../../actors/console-user/events.js';
import { memberQueries } from '../../../views/accounts/members.js';
import { projectUsers, USER_TABLES, userQueries } from '../../../views/accounts/users.js';
import { projecting, tablesOf } from '../projected.js';

const member = (businessId: string, role: MembershipFacts['role'] = 'owner'): MembershipFacts => ({
  businessId,
  role,
  active: true,
  revision: 0,
});
const added = (userId: string, ...memberships: readonly MembershipFacts[]): ConsoleUserEvent => ({
  type: 'user.added',
  userId,
  email: `${userId}@example.org`,
  name: userId.toUpperCase(),
  passwordHash: 'hash',
  memberships,
});
const started = (
  sessionId: string,
  userId: string,
  businessId: string,
  expiresAt = 1_000,
): ConsoleUserEvent => ({
  type: 'session.started',
  sessionId,
  userId,
  businessId,
  expiresAt,
});
const set = (userId: string, facts: MembershipFacts): ConsoleUserEvent => ({
  type: 'membership.set',
  userId,
  ...facts,
});

/** Two users of one address: `ann` in two businesses, `bob` in one; each with open sessions. */
const begin = () => {
  const db = tablesOf(USER_TABLES);
  const show = projecting(db, projectUsers);
  const users = { ...userQueries(db), ...memberQueries(db) };
  show(
    'address',
    1,
    added('ann', member('b1'), member('b2', 'viewer')),
    added('bob', member('b1', 'operator')),
  );
  show('address', 2, started('s1', 'ann', 'b1'), started('s2', 'ann', 'b2'), started('s3', 'bob', 'b1'));
  const open = (): readonly string[] => ['s1', 's2', 's3'].filter((id) => users.session(id) !== null);
  return { show, users, open };
};

t.test('a session is that of an active membership', async (t) => {
  const { users } = begin();
  t.same(users.session('s1'), {
    sessionId: 's1',
    userId: 'ann',
    businessId: 'b1',
    email: 'ann@example.org',
    name: 'ANN',
    role: 'owner',
    expiresAt: 1_000,
    plainCookie: false,
  });
  t.equal(users.session('s9'), null);
  t.same(users.membershipsOf('ann'), [
    { businessId: 'b1', role: 'owner' },
    { businessId: 'b2', role: 'viewer' },
  ]);
  t.ok(users.hasUsers());
  t.notOk(userQueries(tablesOf(USER_TABLES)).hasUsers());
});

t.test('each change ends the sessions that it no longer permits, and no others', async (t) => {
  const changes: readonly (readonly [string, ConsoleUserEvent, readonly string[]])[] = [
    ['the same role', set('ann', { ...member('b1'), revision: 1 }), ['s1', 's2', 's3']],
    ['a higher role', set('bob', { ...member('b1', 'owner'), revision: 1 }), ['s1', 's2']],
    ['a lower role', set('ann', { ...member('b1', 'viewer'), revision: 1 }), ['s1', 's2', 's3']],
    ['a disabled membership', set('ann', { ...member('b1'), active: false, revision: 1 }), ['s2', 's3']],
    ['a removed membership', { type: 'membership.removed', userId: 'ann', businessId: 'b1' }, ['s2', 's3']],
    ['another password', { type: 'user.password_set', userId: 'ann', passwordHash: 'other' }, ['s3']],
    ['a removed user', { type: 'user.removed', userId: 'ann' }, ['s3']],
    ['a sign-out', { type: 'session.closed', sessionId: 's3' }, ['s1', 's2']],
  ];
  for (const [name, event, left] of changes) {
    const { show, open } = begin();
    show('address', 3, event);
    t.same(open(), left, name);
  }
});

t.test('an extended session ends later', async (t) => {
  const { users, show } = begin();
  show('address', 3, { type: 'session.extended', sessionId: 's1', expiresAt: 9_000 });
  t.equal(users.session('s1')?.expiresAt, 9_000);
});

t.test('a sign-in forgets expired sessions of the user', async (t) => {
  const { show, users } = begin();
  show('address', 1_000, started('s4', 'ann', 'b1', 2_000));
  t.equal(users.session('s1'), null);
  t.equal(users.session('s2'), null);
  t.ok(users.session('s3'), 'those of others stay');
  t.match(users.member('b1', 'ann', 1_000), { lastSignInAt: '1970-01-01T00:00:01.000Z', openSessions: 1 });
});

t.test('a user who was renamed is not removed with the old address', async (t) => {
  const { show, users } = begin();
  show('another address', 3, added('ann', member('b1')));
  show('address', 4, { type: 'user.removed', userId: 'ann' });
  t.same(users.membershipsOf('ann').length, 2);
  t.same(users.membershipsOfAddress('another address').length, 2);
  t.same(users.membershipsOfAddress('address'), [{ businessId: 'b1', userId: 'bob' }]);
});

t.test('a team lists its members, the latest first', async (t) => {
  const { show, users } = begin();
  show('c', 9, added('cat', member('b1', 'viewer')));
  const ids = (page: { readonly items: readonly { readonly id: string }[] }) =>
    page.items.map(({ id }) => id);
  const first = users.members('b1', { limit: 2, cursor: null }, 10);
  t.same(ids(first), ['cat', 'bob']);
  const rest = users.members('b1', { limit: 2, cursor: first.nextCursor }, 10);
  t.same(ids(rest), ['ann']);
  t.equal(rest.nextCursor, null);
  t.same(first.items[1], {
    id: 'bob',
    email: 'bob@example.org',
    name: 'BOB',
    role: 'operator',
    active: true,
    createdAt: '1970-01-01T00:00:00.001Z',
    lastSignInAt: '1970-01-01T00:00:00.002Z',
    openSessions: 1,
  });
  t.equal(users.member('b2', 'bob', 10), null, 'of another business');
  t.equal(users.memberOfAddress('b1', 'bob@example.org'), 'bob');
  t.equal(users.memberOfAddress('b2', 'bob@example.org'), null);
  t.equal(users.memberName('bob'), 'BOB');
  t.equal(users.memberName('nobody'), null);
  t.same(users.memberStatuses('b2'), { ann: { role: 'viewer', active: true } });
});

t.test('a removed member leaves the list, keeps the name, and is new when set again', async (t) => {
  const { show, users } = begin();
  show('address', 3, { type: 'membership.removed', userId: 'bob', businessId: 'b1' });
  t.equal(users.member('b1', 'bob', 4), null);
  t.equal(users.memberName('bob'), 'BOB');
  show('address', 7, set('bob', { ...member('b1', 'viewer'), revision: 2 }));
  t.match(users.member('b1', 'bob', 8), { role: 'viewer', createdAt: '1970-01-01T00:00:00.007Z' });
});

t.test('a user sees their own open sessions, and which is the current one', async (t) => {
  const { show, users } = begin();
  const from = { client: '203.0.113.7', userAgent: 'Firefox' };
  show('address', 5, {
    type: 'session.started',
    sessionId: 's5',
    userId: 'ann',
    businessId: 'b1',
    expiresAt: 900,
    from,
  });
  t.match(users.sessionsOf({ userId: 'ann', sessionId: 's1' }, 6), [
    { current: false, client: '203.0.113.7', userAgent: 'Firefox', openedAt: '1970-01-01T00:00:00.005Z' },
    { current: true, client: null, userAgent: null },
    { current: false },
  ]);
  t.equal(users.sessionsOf({ userId: 'ann', sessionId: 's1' }, 950).length, 2, 'expired ones are left out');
});

t.test('events from the time when a user had one business still count', async (t) => {
  const db = tablesOf(USER_TABLES);
  const show = projecting(db, projectUsers);
  const users = { ...userQueries(db), ...memberQueries(db) };
  const openSession = (sessionId: string): ConsoleUserEvent => ({
    type: 'session.opened',
    sessionId,
    expiresAt: 1_000,
  });
  show('u1', 1, { type: 'user.disabled' }, openSession('early'));
  t.equal(users.session('early'), null, 'of a user that is not known');
  show('u1', 2, {
    type: 'user.created',
    businessId: 'b1',
    email: 'u@example.org',
    name: 'U',
    passwordHash: 'hash',
  });
  t.match(users.member('b1', 'u1', 3), { role: 'owner', active: true }, 'an owner, before there were roles');
  show('u1', 3, openSession('old'));
  t.match(users.session('old'), { businessId: 'b1', plainCookie: true });
  show('u1', 4, { type: 'user.password_changed', passwordHash: 'other' });
  t.equal(users.session('old'), null);
  show('u1', 5, openSession('new'), { type: 'user.disabled' });
  t.equal(users.session('new'), null);
  show('u1', 6, { type: 'user.enabled' });
  t.match(users.member('b1', 'u1', 7), { role: 'owner', active: true });
  show('u1', 7, { type: 'user.standing_changed', role: 'viewer', active: true, revision: 1 });
  t.match(users.member('b1', 'u1', 8), { role: 'viewer', active: true });
});
