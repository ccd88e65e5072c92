import fc from 'fast-check';
import t from 'tap';
import {
  type ConsoleUserCommand,
  consoleUser,
  consoleUserId,
  MAX_SESSIONS,
} from '../../../actors/console-user/index.js';
import type { Role } from '../../../schemas/accounts/access.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';

const ANN = 'ann';
const CREATE: ConsoleUserCommand = {
  type: 'create',
  userId: ANN,
  businessId: 'b1',
  email: ' Ann@Example.ORG ',
  name: 'Ann',
  passwordHash: 'h',
  role: 'operator',
};
const open = (
  sessionId: string,
  expiresAt: number,
  businessId: string | null = null,
  userId = ANN,
): ConsoleUserCommand => ({ type: 'start_session', userId, businessId, sessionId, expiresAt });

const setMembership = (
  revision: number,
  role: Role,
  active: boolean,
  businessId = 'b1',
  userId = ANN,
): ConsoleUserCommand => ({ type: 'set_membership', userId, businessId, role, active, revision });

const created = () => {
  const folded = fold(consoleUser);
  folded.apply(CREATE, 0);
  return folded;
};

type Created = ReturnType<typeof created>;
const sessionIds = ({ state }: Created) => Object.keys(state.sessions);
const membership = ({ state }: Created, businessId = 'b1', userId = ANN) =>
  state.users[userId]?.memberships[businessId];

t.test('an address maps to one actor, however it is written', async (t) => {
  t.equal(consoleUserId('Ann@Example.org'), consoleUserId(' ann@example.ORG'));
  const folded = created();
  t.equal(folded.state.users[ANN]?.email, 'ann@example.org');
  t.throws(() => folded.apply(CREATE, 1), { code: 'user_exists' });
  t.throws(() => fold(consoleUser).apply(setMembership(1, 'operator', false), 1), { code: 'user_not_found' });
});

t.test('a session in use is extended, and one that has ended is not', async (t) => {
  const folded = created();
  const extend = (sessionId: string, expiresAt: number): ConsoleUserCommand => ({
    type: 'extend_session',
    sessionId,
    expiresAt,
  });
  folded.apply(open('s1', 100), 1);
  t.same(folded.apply(extend('s1', 300), 50), [
    { type: 'session.extended', sessionId: 's1', expiresAt: 300 },
  ]);
  t.same(folded.apply(extend('s1', 200), 60), [], 'never shorter');
  t.same(folded.apply(extend('unknown', 900), 61), []);
  folded.apply(open('s2', 400), 250);
  t.same(sessionIds(folded), ['s1', 's2'], 'it outlives its first end');
  t.same(folded.apply(extend('s1', 900), 300), [], 'it has ended');
});

t.test('sessions end on expiry, with a new password, and when the user is disabled or removed', async (t) => {
  const folded = created();
  folded.apply(open('s1', 100), 1);
  folded.apply(open('s2', 200), 2);
  t.same(folded.apply(open('s2', 200), 3), [], 'a repetition changes nothing');
  folded.apply(open('s3', 300), 150);
  t.same(sessionIds(folded), ['s2', 's3'], 'an expired session is forgotten');
  folded.apply({ type: 'close_session', sessionId: 's2' }, 160);
  t.same(sessionIds(folded), ['s3']);
  folded.apply({ type: 'change_password', userId: ANN, passwordHash: 'h2' }, 170);
  t.same(sessionIds(folded), []);
  folded.apply(open('s4', 400), 180);
  folded.apply(setMembership(1, 'operator', false), 190);
  t.same(sessionIds(folded), []);
  t.throws(() => folded.apply(open('s5', 500), 200), { code: 'credentials_invalid' });
  t.same(folded.apply(setMembership(1, 'operator', true), 200), [], 'an earlier decision');
  folded.apply(setMembership(2, 'operator', true), 210);
  folded.apply(open('s5', 500), 220);
  t.same(sessionIds(folded), ['s5']);
  folded.apply({ type: 'remove', userId: ANN }, 230);
  t.same(sessionIds(folded), []);
  t.same(folded.state.users, {});
});

t.test('under any order of commands a user has a bounded number of sessions', async (t) => {
  const anyCommand: fc.Arbitrary<ConsoleUserCommand> = fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: 99 }).map((id) => open(`s${id}`, 1_000)) },
    {
      weight: 1,
      arbitrary: fc.nat({ max: 99 }).map((id) => ({ type: 'close_session' as const, sessionId: `s${id}` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(9), fc.boolean())
        .map(([revision, active]) => setMembership(revision, 'operator', active)),
    },
  );
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 80 }), (commands) => {
      const folded = created();
      for (const [at, command] of commands.entries()) {
        try {
          folded.apply(command, at);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        const sessions = sessionIds(folded);
        if (sessions.length > MAX_SESSIONS) return false;
        if (membership(folded)?.active === false && sessions.length > 0) return false;
      }
      return true;
    }),
  );
  t.pass('the property held');
});

t.test('a lower role keeps the session, a higher role requires a new one', async (t) => {
  const folded = created();
  folded.apply(open('s1', 1_000), 1);
  folded.apply(setMembership(2, 'viewer', true), 2);
  t.match(membership(folded), { role: 'viewer' });
  t.same(sessionIds(folded), ['s1']);
  t.same(folded.apply(setMembership(1, 'owner', true), 3), [], 'an older decision that arrives late');
  folded.apply(setMembership(3, 'owner', true), 4);
  t.match(membership(folded), { role: 'owner' });
  t.same(sessionIds(folded), []);
});

t.test('ends all sessions but one, in one business or in all', async (t) => {
  const folded = created();
  folded.apply(setMembership(1, 'viewer', true, 'b2'), 0);
  for (const id of ['s1', 's2', 's3']) folded.apply(open(id, 1_000, 'b1'), 1);
  folded.apply(open('t1', 1_000, 'b2'), 1);
  folded.apply({ type: 'end_sessions', userId: ANN, businessId: 'b1', but: 's2' }, 2);
  t.same(sessionIds(folded), ['s2', 't1'], 'sessions in another business are left');
  folded.apply({ type: 'end_sessions', userId: ANN, businessId: null, but: null }, 3);
  t.same(sessionIds(folded), []);
});

t.test('changes in one business leave the sessions in another', async (t) => {
  const folded = created();
  folded.apply(setMembership(5, 'owner', true, 'b2'), 0);
  folded.apply(open('s1', 1_000, 'b1'), 1);
  folded.apply(open('s2', 1_000, 'b2'), 2);
  folded.apply(setMembership(1, 'operator', false), 3);
  t.same(sessionIds(folded), ['s2']);
  t.throws(() => folded.apply(open('s3', 1_000, 'b1'), 4), { code: 'credentials_invalid' });
  folded.apply(open('s4', 1_000), 5);
  t.equal(folded.state.sessions.s4?.businessId, 'b2', 'the active business that was used last');
  folded.apply({ type: 'leave', userId: ANN, businessId: 'b2' }, 6);
  t.same(sessionIds(folded), []);
  t.equal(membership(folded, 'b2'), undefined);
});

t.test('users of one address are independent of each other, and unique within a business', async (t) => {
  const folded = created();
  const eve: ConsoleUserCommand = { ...CREATE, userId: 'eve', businessId: 'evil', passwordHash: 'e' };
  folded.apply(eve, 1);
  folded.apply(open('s1', 1_000), 2);
  folded.apply(open('e1', 1_000, null, 'eve'), 2);
  t.throws(() => folded.apply(setMembership(1, 'owner', true, 'b1', 'eve'), 3), { code: 'user_exists' });
  t.throws(() => folded.apply(open('e2', 1_000, 'b1', 'eve'), 3), { code: 'credentials_invalid' });
  folded.apply({ type: 'change_password', userId: 'eve', passwordHash: 'e2' }, 4);
  t.same(sessionIds(folded), ['s1']);
  t.equal(folded.state.users[ANN]?.passwordHash, 'h');
  folded.apply({ type: 'remove', userId: 'eve' }, 5);
  t.same(Object.keys(folded.state.users), [ANN]);
});

t.test('a user moves to another address with password and memberships, and without sessions', async (t) => {
  const folded = created();
  folded.apply(open('s1', 1_000), 1);
  const user = folded.state.users[ANN];
  if (user === undefined) throw new Error('there is no user');
  const other = fold(consoleUser, 'a2');
  const takeIn: ConsoleUserCommand = { type: 'take_in', email: ' Ann@New.example ', user };
  other.apply(takeIn, 2);
  t.same(other.apply(takeIn, 3), [], 'a repetition changes nothing');
  t.match(other.state.users[ANN], { userId: ANN, email: 'ann@new.example', passwordHash: 'h' });
  t.match(other.state.users[ANN]?.memberships.b1, { role: 'operator', active: true });
  t.same(other.state.sessions, {});
});

t.test('reads a journal from when an address was one user of one business', async (t) => {
  const { evolve, initial } = consoleUser;
  let state = evolve(
    initial({ kind: 'console-user', business: 'console', id: 'u1' }),
    { type: 'user.created', businessId: 'b1', email: 'ann@example.org', name: 'Ann', passwordHash: 'h' },
    0,
  );
  t.equal(state.users.u1?.memberships.b1?.role, 'owner', 'created before there were roles');
  state = evolve(state, { type: 'session.opened', sessionId: 's1', expiresAt: 9 }, 1);
  t.same(state.sessions, { s1: { userId: 'u1', businessId: 'b1', expiresAt: 9 } });
  state = evolve(state, { type: 'user.password_changed', passwordHash: 'h2' }, 2);
  t.equal(state.users.u1?.passwordHash, 'h2');
  t.same(state.sessions, {});
  t.equal(evolve(state, { type: 'user.disabled' }, 1).users.u1?.memberships.b1?.active, false);
  const changed = { type: 'user.standing_changed', role: 'viewer', active: true, revision: 4 } as const;
  t.match(evolve(state, changed, 1).users.u1?.memberships.b1, { role: 'viewer', revision: 4 });
});
