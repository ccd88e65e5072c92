/** Links with which users set another password (U5). */
import t from 'tap';
import { type ConsoleUserCommand, consoleUser } from '../../../actors/console-user/index.js';
import { fold } from '../../support/actors/fold.js';

const created = () => {
  const folded = fold(consoleUser);
  const user = { userId: 'ann', email: 'ann@example.org', name: 'Ann', passwordHash: 'old' };
  folded.apply({ type: 'create', ...user, businessId: 'b1', role: 'operator' }, 0);
  folded.apply(
    { type: 'start_session', userId: 'ann', businessId: 'b1', sessionId: 's1', expiresAt: 1e6 },
    0,
  );
  return folded;
};
const opening = (resetId: string, businessId = 'b1'): ConsoleUserCommand => ({
  type: 'open_reset',
  resetId,
  userId: 'ann',
  businessId,
  secretHash: `hash of ${resetId}`,
  expiresAt: 1_000,
});
const using = (resetId: string, businessId = 'b1'): ConsoleUserCommand => ({
  type: 'reset_password',
  userId: 'ann',
  businessId,
  secretHash: `hash of ${resetId}`,
  passwordHash: 'new',
});
const INVALID = { code: 'password_reset_invalid' };
const membership = (businessId: string, active: boolean, revision: number): ConsoleUserCommand => ({
  type: 'set_membership',
  userId: 'ann',
  businessId,
  role: 'viewer',
  active,
  revision,
});

t.test('a link sets another password once, which ends all sessions', async (t) => {
  const folded = created();
  t.match(folded.apply(opening('r1'), 1), [{ type: 'password_reset.opened', resetId: 'r1' }]);
  t.same(folded.apply(opening('r1'), 2), [], 'a repetition');
  t.throws(() => folded.apply(using('other'), 3), INVALID);
  t.throws(() => folded.apply(using('r1', 'b2'), 3), INVALID);
  t.same(folded.apply(using('r1'), 3), [{ type: 'user.password_set', userId: 'ann', passwordHash: 'new' }]);
  t.same(folded.state.sessions, {});
  t.throws(() => folded.apply(using('r1'), 4), INVALID, 'it works once');
});

t.test('a link ends with time, with a newer one and with another password', async (t) => {
  const folded = created();
  folded.apply(opening('r1'), 1);
  t.throws(() => folded.apply(using('r1'), 1_000), INVALID);
  folded.apply(opening('r2'), 2);
  t.throws(() => folded.apply(using('r1'), 3), INVALID);
  folded.apply({ type: 'change_password', userId: 'ann', passwordHash: 'mine' }, 4);
  t.throws(() => folded.apply(using('r2'), 5), INVALID);
});

t.test('no business gets access to what another one has granted', async (t) => {
  const folded = created();
  t.throws(() => folded.apply(opening('r1', 'b2'), 1), { code: 'user_not_found' });
  folded.apply(opening('r1'), 1);
  folded.apply(membership('b2', true, 1), 2);
  t.throws(() => folded.apply(using('r1'), 3), INVALID, 'the user has joined another team since');
  t.throws(() => folded.apply(opening('r2'), 4), { code: 'password_reset_elsewhere' });
  folded.apply({ type: 'leave', userId: 'ann', businessId: 'b2' }, 5);
  folded.apply(membership('b1', false, 2), 6);
  t.throws(() => folded.apply(using('r1'), 7), INVALID, 'the user is disabled');
  t.throws(() => folded.apply(opening('r3'), 8), { code: 'user_not_found' });
});
