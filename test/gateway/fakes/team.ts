/** One user and one invitation. */
import type { SignedIn } from '../../../operations/accounts/sessions.js';
import { csrfTokenOf } from '../../../operations/accounts/sessions.js';
import type { Operations } from '../../../operations/operations.js';
import type { InvitationResource, MemberResource } from '../../../schemas/accounts/team.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Views } from '../../../views/views.js';
import { BROWSER_TOKEN, SESSION_TOKEN } from './console.js';
import { AGENT, AT, BUSINESS } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const member: MemberResource = {
  id: AGENT,
  email: 'ann@example.org',
  name: 'Ann',
  role: 'owner',
  active: true,
  createdAt: AT,
  lastSignInAt: null,
  openSessions: 1,
};

const invitation: InvitationResource = {
  id: AGENT,
  email: 'bob@example.org',
  role: 'viewer',
  invitedBy: 'Ann',
  createdAt: AT,
  expiresAt: AT,
};

/** A ledger with the initial grant. */
export const ledgerViews = (): Pick<Views, 'ledger' | 'ledgerDays'> => ({
  ledger: (_business, _filter, page) =>
    pageOf(
      {
        id: '1-0',
        kind: 'grant',
        at: AT,
        microcredits: 7,
        callId: null,
        conversationId: null,
        simulationRunId: null,
        campaignId: null,
        reason: 'setup',
      },
      page,
    ),
  ledgerDays: () => [
    {
      day: '2026-07-01',
      grantedMicrocredits: 7,
      callMicrocredits: 0,
      summaryMicrocredits: 0,
      analysisMicrocredits: 0,
      simulationMicrocredits: 0,
    },
  ],
});

/** A team of Ann alone. */
export const teamViews = (): Pick<
  Views,
  | 'answeringMembers'
  | 'members'
  | 'member'
  | 'memberName'
  | 'memberOfAddress'
  | 'membershipsOf'
  | 'memberStatuses'
  | 'sessionsOf'
> => ({
  answeringMembers: (_, page) => pageOf({ userId: member.id, name: member.name }, page),
  members: (_, page) => pageOf(member, page),
  member: (_, userId) => (userId === member.id ? member : null),
  memberName: () => member.name,
  memberOfAddress: (_, email) => (email === member.email ? member.id : null),
  membershipsOf: () => [{ businessId: BUSINESS, role: member.role }],
  memberStatuses: () => ({ [member.id]: { role: member.role, active: member.active } }),
  sessionsOf: () => [
    { openedAt: AT, expiresAt: AT, current: true, client: '192.0.2.1', userAgent: 'Firefox 131 on Linux' },
  ],
});

const joined = (name: string): SignedIn => ({
  token: SESSION_TOKEN,
  browser: BROWSER_TOKEN,
  session: {
    user: { id: AGENT, email: 'bob@example.org', name },
    business: { id: BUSINESS, name: 'Acme' },
    role: 'viewer',
    memberships: [{ business: { id: BUSINESS, name: 'Acme' }, role: 'viewer' }],
    csrfToken: csrfTokenOf(SESSION_TOKEN),
    expiresAt: AT,
  },
});

/** Operations that change nothing; the token `wrong` is refused. */
export const teamOperations = ({
  recordAs,
  record,
}: OperationLog): Pick<Operations, 'invitations' | 'joining' | 'passwordResets' | 'team'> => ({
  invitations: {
    list: async () => [invitation],
    create: (caller, _by, { email, role }) =>
      record(caller, { invitation: { ...invitation, email, role }, link: '/join#token' }),
    revoke: async (_, id) => recordAs(`revokeInvitation ${id}`, { revoked: true as const }),
  },
  joining: {
    withPassword: async ({ token, name }) => {
      if (token === 'wrong') throw new DomainError('invitation_invalid');
      return recordAs(`acceptInvitation ${name}`, joined(name ?? 'Bob'));
    },
    withSession: async (_, token) => {
      if (token === 'wrong') throw new DomainError('invitation_invalid');
      return recordAs('joinTeam', joined('Bob'));
    },
  },
  passwordResets: {
    create: (caller) => record(caller, { link: '/reset#token', expiresAt: AT }),
    use: async ({ token }) => {
      if (token === 'wrong') throw new DomainError('password_reset_invalid');
      return recordAs('resetPassword', joined('Bob'));
    },
  },
  team: {
    removeMember: async (_, userId) => recordAs(`removeMember ${userId}`, { userId, removed: true as const }),
    changeMember: async (_, userId, change) => recordAs(`changeMember ${userId}`, { ...member, ...change }),
    endMemberSessions: async (_, userId) => recordAs(`endMemberSessions ${userId}`, { ended: true as const }),
  },
});
