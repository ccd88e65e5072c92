import fc from 'fast-check';
import t from 'tap';
import {
  type ConsoleUserCommand,
  consoleUser,
  consoleUserId,
  MAX_SESSIONS,
} from '../../../actors/console-user/index.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Role } from '../../../schemas/roles.js';
import { fold } from '../../support/fold.js';

const CREATE: ConsoleUserCommand = {
  type: 'create',
  businessId: 'b1',
  email: ' Ann@Example.ORG ',
  name: 'Ann',
  passwordHash: 'h',
  role: 'operator',
};
const open = (sessionId: string, expiresAt: number): ConsoleUserCommand => ({
  type: 'open_session',
  sessionId,
  expiresAt,
});

const standing = (revision: number, role: Role, active: boolean): ConsoleUserCommand => ({
  type: 'set_standing',
  role,
  active,
  revision,
});

const created = () => {
  const folded = fold(consoleUser);
  folded.tell(CREATE, 0);
  return folded;
};

t.test('an address is one user, however it is written', async (t) => {
  t.equal(consoleUserId('Ann@Example.org'), consoleUserId(' ann@example.ORG'));
  const folded = created();
  t.equal(folded.state.user?.email, 'ann@example.org');
  t.throws(() => folded.tell(CREATE, 1), { code: 'user_exists' });
  t.throws(() => fold(consoleUser).tell(standing(1, 'operator', false), 1), { code: 'user_not_found' });
});

t.test('sessions end when they expire, with the password, and with the user', async (t) => {
  const folded = created();
  folded.tell(open('s1', 100), 1);
  folded.tell(open('s2', 200), 2);
  t.same(folded.tell(open('s2', 200), 3), [], 'asked again it changes nothing');
  folded.tell(open('s3', 300), 150);
  t.same(Object.keys(folded.state.sessions), ['s2', 's3'], 'an expired one is forgotten');
  folded.tell({ type: 'close_session', sessionId: 's2' }, 160);
  t.same(Object.keys(folded.state.sessions), ['s3']);
  folded.tell({ type: 'set_password', passwordHash: 'h2' }, 170);
  t.same(folded.state.sessions, {});
  folded.tell(open('s4', 400), 180);
  folded.tell(standing(1, 'operator', false), 190);
  t.same(folded.state.sessions, {});
  t.throws(() => folded.tell(open('s5', 500), 200), { code: 'credentials_invalid' });
  t.same(folded.tell(standing(1, 'operator', true), 200), [], 'decided before');
  folded.tell(standing(2, 'operator', true), 210);
  folded.tell(open('s5', 500), 220);
  t.same(Object.keys(folded.state.sessions), ['s5']);
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
        .map(([revision, active]) => standing(revision, 'operator', active)),
    },
  );
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 80 }), (commands) => {
      const folded = created();
      for (const [at, command] of commands.entries()) {
        try {
          folded.tell(command, at);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        const { sessions, user } = folded.state;
        if (Object.keys(sessions).length > MAX_SESSIONS) return false;
        if (user?.active === false && Object.keys(sessions).length > 0) return false;
      }
      return true;
    }),
  );
  t.pass('held');
});

t.test('who may do less goes on, who may do more signs in again', async (t) => {
  const folded = created();
  folded.tell(open('s1', 1_000), 1);
  folded.tell(standing(2, 'viewer', true), 2);
  t.match(folded.state, { user: { role: 'viewer' }, sessions: { s1: 1_000 } });
  t.same(folded.tell(standing(1, 'owner', true), 3), [], 'an older decision that comes late');
  folded.tell(standing(3, 'owner', true), 4);
  t.match(folded.state.user, { role: 'owner' });
  t.same(folded.state.sessions, {});
});

t.test('all sessions but one end', async (t) => {
  const folded = created();
  for (const id of ['s1', 's2', 's3']) folded.tell(open(id, 1_000), 1);
  folded.tell({ type: 'close_sessions', but: 's2' }, 2);
  t.same(Object.keys(folded.state.sessions), ['s2']);
  folded.tell({ type: 'close_sessions', but: null }, 3);
  t.same(folded.state.sessions, {});
});

t.test('who was made before there were roles is an owner', async (t) => {
  const { evolve, initial } = consoleUser;
  const state = evolve(
    initial({ kind: 'console-user', business: 'console', id: 'u1' }),
    { type: 'user.created', businessId: 'b1', email: 'ann@example.org', name: 'Ann', passwordHash: 'h' },
    0,
  );
  t.equal(state.user?.role, 'owner');
  t.equal(evolve(state, { type: 'user.disabled' }, 1).user?.active, false);
});
