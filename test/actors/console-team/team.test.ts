/** Members and invitations of a team, as its actor decides them. */
import fc from 'fast-check';
import t from 'tap';
import {
  type ConsoleTeamCommand,
  consoleTeam,
  INVITED_MS,
  MAX_INVITATIONS,
  MAX_INVITED,
  type Membership,
  openInvitations,
} from '../../../actors/console-team/index.js';
import { ROLES } from '../../../schemas/accounts/access.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';

const KNOWN: Readonly<Record<string, Membership>> = {
  ann: { role: 'owner', active: true },
  bob: { role: 'owner', active: true },
  eve: { role: 'viewer', active: true },
};

const set = (userId: string, change: Partial<Membership>): ConsoleTeamCommand => ({
  type: 'set_standing',
  userId,
  known: KNOWN,
  ...change,
});

const invite = (invitationId: string, expiresAt: number, by = 'ann'): ConsoleTeamCommand => ({
  type: 'invite',
  invitationId,
  secretHash: 'ab',
  email: `${invitationId}@example.org`,
  role: 'viewer',
  by,
  expiresAt,
});

t.test('every decision leaves an owner', async (t) => {
  const team = fold(consoleTeam);
  team.apply(set('ann', { role: 'viewer' }), 1);
  t.throws(() => team.apply(set('bob', { active: false }), 2), { code: 'last_owner' });
  t.throws(() => team.apply(set('bob', { role: 'operator' }), 2), { code: 'last_owner' });
  t.throws(() => team.apply(set('unknown', { role: 'owner' }), 2), { code: 'user_not_found' });
  team.apply(set('eve', { role: 'owner' }), 3);
  team.apply(set('bob', { active: false }), 4);
  t.throws(() => team.apply(set('eve', { active: false }), 5), { code: 'last_owner' });
  t.same(team.apply(set('bob', { active: false }), 6), [], 'a repetition changes nothing');
});

t.test('a delayed invitation of a former owner is refused', (t) => {
  const team = fold(consoleTeam);
  team.apply(set('bob', { role: 'viewer' }), 1);
  t.throws(() => team.apply(invite('i1', 1_000, 'bob'), 2), { code: 'role_insufficient' });
  team.apply({ type: 'remove', userId: 'eve', by: { type: 'user', id: 'ann' }, known: KNOWN }, 3);
  t.throws(() => team.apply(invite('i2', 1_000, 'eve'), 4), { code: 'role_insufficient' });
  t.match(team.apply(invite('i3', 1_000), 5), [{ type: 'invitation.made' }]);
  t.end();
});

t.test('any order of decisions leaves an active owner, even with stale views', async (t) => {
  const anyChange = fc
    .tuple(fc.constantFrom('ann', 'bob', 'eve'), fc.constantFrom(...ROLES), fc.boolean())
    .map(([userId, role, active]) => set(userId, { role, active }));
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 40 }), (commands) => {
      const team = fold(consoleTeam);
      for (const [at, command] of commands.entries()) {
        try {
          team.apply(command, at);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        const all: readonly Membership[] = Object.values({ ...KNOWN, ...team.state.members });
        if (!all.some(({ role, active }) => active && role === 'owner')) return false;
      }
      return true;
    }),
  );
  t.pass('the property held');
});

t.test('limits the number of invitations, and lets them end', async (t) => {
  const team = fold(consoleTeam);
  for (let index = 0; index < MAX_INVITATIONS; index += 1) team.apply(invite(`i${index}`, 1_000), 1);
  t.throws(() => team.apply(invite('more', 1_000), 2), { code: 'invitations_limited' });
  t.same(team.apply(invite('i0', 1_000), 2), [], 'a repetition changes nothing');
  team.apply({ type: 'revoke', invitationId: 'i0' }, 3);
  t.throws(() => team.apply({ type: 'revoke', invitationId: 'i0' }, 3), { code: 'invitation_not_found' });
  team.apply({ type: 'accept', invitationId: 'i1' }, 4);
  t.equal(openInvitations(team.state, 5).length, MAX_INVITATIONS - 2);
  t.equal(openInvitations(team.state, 1_000).length, 0, 'they expire');
  for (let index = MAX_INVITATIONS; index < MAX_INVITED; index += 1) {
    team.apply(invite(`i${index}`, 1_000 + index), 1_000 + index - 1);
  }
  t.throws(() => team.apply(invite('more', 9_999), 5_000), { code: 'invitations_limited' }, 'per day');
  team.apply(invite('more', INVITED_MS * 3), INVITED_MS * 2);
  t.equal(openInvitations(team.state, INVITED_MS * 2).length, 1);
});

t.test('invitations by a former owner are no longer open', async (t) => {
  const team = fold(consoleTeam);
  team.apply(invite('of-ann', 1_000, 'ann'), 1);
  team.apply(invite('of-bob', 1_000, 'bob'), 1);
  team.apply(set('ann', { role: 'operator' }), 2);
  t.same(
    openInvitations(team.state, 3).map(([id]) => id),
    ['of-bob'],
  );
});

t.test('an invitation adds a member once, and changes no existing member', async (t) => {
  const team = fold(consoleTeam);
  team.apply(invite('i1', 1_000), 1);
  const admit = (userId: string): ConsoleTeamCommand => ({
    type: 'admit',
    invitationId: 'i1',
    userId,
    known: KNOWN,
  });
  t.same(team.apply(admit('eve'), 2), [], 'already on the team');
  t.match(
    team.apply(admit('zoe'), 3),
    [{ by: { type: 'user', id: 'zoe' } }],
    'with the user who joins as its author',
  );
  t.match(team.state.members.zoe, { role: 'viewer', active: true });
  t.same(team.apply(admit('zoe'), 4), [], 'a repetition changes nothing');
  team.apply(set('zoe', { active: false }), 5);
  t.same(team.apply(admit('zoe'), 6), [], 'an invitation does not admit a disabled member');
  team.apply({ type: 'accept', invitationId: 'i1' }, 7);
  t.throws(() => team.apply(admit('max'), 8), { code: 'invitation_invalid' });
});

const OPERATOR = { type: 'operator', id: 'root:0@host' } as const;
const remove = (userId: string) => ({ type: 'remove', userId, by: OPERATOR, known: KNOWN }) as const;

t.test('a removed member stays removed despite stale views, and can be invited again', async (t) => {
  const team = fold(consoleTeam);
  team.apply(invite('of-bob', 1_000, 'bob'), 1);
  t.same(team.apply(remove('bob'), 2), [{ type: 'member.removed', userId: 'bob', by: OPERATOR }]);
  t.equal(openInvitations(team.state, 3).length, 0, 'their invitations are no longer open');
  t.same(team.apply(remove('bob'), 3), []);
  t.throws(() => team.apply(set('bob', { role: 'owner' }), 3), { code: 'user_not_found' });
  t.throws(() => team.apply(remove('ann'), 4), { code: 'last_owner' });
  team.apply(invite('again', 1_000), 5);
  team.apply({ type: 'admit', invitationId: 'again', userId: 'bob', known: KNOWN }, 6);
  t.match(team.state.members.bob, { role: 'viewer', active: true });
});
