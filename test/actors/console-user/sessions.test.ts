import fc from 'fast-check';
import t from 'tap';
import {
  type ConsoleUserCommand,
  consoleUser,
  consoleUserId,
  MAX_SESSIONS,
} from '../../../actors/console-user/index.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/fold.js';

const CREATE: ConsoleUserCommand = {
  type: 'create',
  businessId: 'b1',
  email: ' Ann@Example.ORG ',
  name: 'Ann',
  passwordHash: 'h',
};
const open = (sessionId: string, expiresAt: number): ConsoleUserCommand => ({
  type: 'open_session',
  sessionId,
  expiresAt,
});

const created = () => {
  const one = fold(consoleUser);
  one.tell(CREATE, 0);
  return one;
};

t.test('an address is one user, however it is written', async (t) => {
  t.equal(consoleUserId('Ann@Example.org'), consoleUserId(' ann@example.ORG'));
  const one = created();
  t.equal(one.state.user?.email, 'ann@example.org');
  t.throws(() => one.tell(CREATE, 1), { code: 'user_exists' });
  t.throws(() => fold(consoleUser).tell({ type: 'disable' }, 1), { code: 'user_not_found' });
});

t.test('sessions end when they expire, with the password, and with the user', async (t) => {
  const one = created();
  one.tell(open('s1', 100), 1);
  one.tell(open('s2', 200), 2);
  t.same(one.tell(open('s2', 200), 3), [], 'asked again it changes nothing');
  one.tell(open('s3', 300), 150);
  t.same(Object.keys(one.state.sessions), ['s2', 's3'], 'an expired one is forgotten');
  one.tell({ type: 'close_session', sessionId: 's2' }, 160);
  t.same(Object.keys(one.state.sessions), ['s3']);
  one.tell({ type: 'set_password', passwordHash: 'h2' }, 170);
  t.same(one.state.sessions, {});
  one.tell(open('s4', 400), 180);
  one.tell({ type: 'disable' }, 190);
  t.same(one.state.sessions, {});
  t.throws(() => one.tell(open('s5', 500), 200), { code: 'credentials_invalid' });
  t.same(one.tell({ type: 'disable' }, 200), []);
  one.tell({ type: 'enable' }, 210);
  one.tell(open('s5', 500), 220);
  t.same(Object.keys(one.state.sessions), ['s5']);
});

t.test('under any order of commands a user has a bounded number of sessions', async (t) => {
  const anyCommand: fc.Arbitrary<ConsoleUserCommand> = fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: 99 }).map((id) => open(`s${id}`, 1_000)) },
    {
      weight: 1,
      arbitrary: fc.nat({ max: 99 }).map((id) => ({ type: 'close_session' as const, sessionId: `s${id}` })),
    },
    { weight: 1, arbitrary: fc.constantFrom<ConsoleUserCommand>({ type: 'disable' }, { type: 'enable' }) },
  );
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 80 }), (commands) => {
      const one = created();
      for (const [at, command] of commands.entries()) {
        try {
          one.tell(command, at);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        const { sessions, user } = one.state;
        if (Object.keys(sessions).length > MAX_SESSIONS) return false;
        if (user?.active === false && Object.keys(sessions).length > 0) return false;
      }
      return true;
    }),
  );
  t.pass('held');
});
