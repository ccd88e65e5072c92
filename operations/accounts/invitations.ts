/** Invitations to a business's team (docs/reference/api.md "Roles"); joining.ts handles their links. */
import { randomBytes } from 'node:crypto';
import { consoleTeam, openInvitations } from '../../actors/console-team/index.js';
import type { InvitationCreate, InvitationResource } from '../../schemas/accounts/team.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { iso } from '../../views/kernel/dates.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { hashOf } from './joining.js';
import { teamOf } from './memberships.js';

/** How long an invitation can be accepted, ms. */
const INVITATION_MS = 3 * 24 * 3_600_000;

interface MadeInvitation {
  readonly invitation: InvitationResource;
  /** From the root of the console; null if an earlier run of this request made it, because it cannot be retrieved again. */
  readonly link: string | null;
}

interface InvitationOperations {
  /** Invitations that can be accepted, newest first; `at`: ms since the epoch. */
  list(businessId: string, at: number): Promise<readonly InvitationResource[]>;
  /** `by`: id of the inviting user. @throws DomainError user_exists, for a user of this business, and invitations_limited */
  create(caller: Caller, by: string, body: InvitationCreate): Promise<Written<MadeInvitation>>;
  /** @throws DomainError invitation_not_found */
  revoke(caller: Caller, invitationId: string): Promise<Written<{ readonly revoked: true }>>;
}

export const invitationOperations = (deps: OperationsDeps): InvitationOperations => {
  const resourceOf = ([id, invitation]: ReturnType<typeof openInvitations>[number]): InvitationResource => ({
    id,
    email: invitation.email,
    role: invitation.role,
    invitedBy: deps.views.memberName(invitation.by) ?? '',
    createdAt: iso(invitation.madeAt),
    expiresAt: iso(invitation.expiresAt),
  });

  return {
    list: async (businessId, at) => {
      const { answer } = await deps.actors.query(consoleTeam, teamOf(businessId), 'get');
      return openInvitations(answer, at).map(resourceOf).reverse();
    },

    create: async (caller, by, { email, role }) => {
      const { businessId } = caller;
      const address = email.trim().toLowerCase();
      // Checks this business only: whether an address belongs to another business is never revealed.
      if (deps.views.memberOfAddress(businessId, address) !== null) throw new DomainError('user_exists');
      const invitationId = deriveId(commandIdOf(caller), 'invitation');
      const secret = randomBytes(32).toString('base64url');
      const secretHash = hashOf(secret);
      const { answer, shard, seq } = await deps.actors.ask(consoleTeam, teamOf(businessId), {
        type: 'invite',
        invitationId,
        secretHash,
        email: address,
        role,
        by,
        expiresAt: caller.at + INVITATION_MS,
      });
      const created = answer.invitations[invitationId];
      if (created === undefined) throw new DomainError('invitation_not_found');
      // A retry after a crash finds the invitation already created with a secret that was never returned.
      const link = created.secretHash === secretHash ? `/join#${businessId}.${invitationId}.${secret}` : null;
      return { result: { invitation: resourceOf([invitationId, created]), link }, shard, seq };
    },

    revoke: async (caller, invitationId) => {
      const { shard, seq } = await deps.actors.ask(consoleTeam, teamOf(caller.businessId), {
        type: 'revoke',
        invitationId,
        ...authorOf(caller),
      });
      return { result: { revoked: true as const }, shard, seq };
    },
  };
};
