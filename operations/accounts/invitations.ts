/** Invitations to a business's team: a link makes one user, once (docs/contract.md "Roles"). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ConsoleTeamState, consoleTeam, openInvitations } from '../../actors/console-team/index.js';
import { CONSOLE, consoleUser, consoleUserId } from '../../actors/console-user/index.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { InvitationResource } from '../../schemas/team.js';
import { iso } from '../../views/kernel/dates.js';
import type { OperationsDeps } from '../deps.js';
import { authorOf, commandIdOf, type Operations } from '../operations.js';
import { createAttempts } from './attempts.js';
import { hashPassword } from './passwords.js';
import { openSession } from './sessions.js';
import { teamOf } from './standing.js';

/** How long an invitation can be accepted, ms. */
const INVITATION_MS = 3 * 24 * 3_600_000;
/** Links that open nothing, of one client's address. */
const MOST_WRONG = 20;
const WRONG_WINDOW_MS = 15 * 60_000;

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

type InvitationOperations = Pick<
  Operations,
  'listInvitations' | 'invite' | 'revokeInvitation' | 'acceptInvitation'
>;

export const invitationOperations = (deps: OperationsDeps): InvitationOperations => {
  const wrong = createAttempts(MOST_WRONG, WRONG_WINDOW_MS);

  const resourceOf = ([id, invitation]: ReturnType<typeof openInvitations>[number]): InvitationResource => ({
    id,
    email: invitation.email,
    role: invitation.role,
    invitedBy: deps.views.memberName(invitation.by) ?? '',
    createdAt: iso(invitation.madeAt),
    expiresAt: iso(invitation.expiresAt),
  });

  return {
    listInvitations: async (businessId, at) => {
      const { answer } = await deps.actors.query(consoleTeam, teamOf(businessId), 'get');
      return openInvitations(answer, at).map(resourceOf).reverse();
    },

    invite: async (caller, by, { email, role }) => {
      const { businessId } = caller;
      const address = email.trim().toLowerCase();
      // Of this business alone: whether an address is of another one is told to nobody.
      if (deps.views.member(businessId, consoleUserId(address), caller.at) !== null)
        throw new DomainError('user_exists');
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
      const made = answer.invitations[invitationId];
      if (made === undefined) throw new DomainError('invitation_not_found');
      // Run again after a crash it finds the invitation made, with a secret that nobody was told.
      const link = made.secretHash === secretHash ? `/join#${businessId}.${invitationId}.${secret}` : null;
      return { result: { invitation: resourceOf([invitationId, made]), link }, shard, seq };
    },

    revokeInvitation: async (caller, invitationId) => {
      const { shard, seq } = await deps.actors.ask(consoleTeam, teamOf(caller.businessId), {
        type: 'revoke',
        invitationId,
        ...authorOf(caller),
      });
      return { result: { revoked: true as const }, shard, seq };
    },

    acceptInvitation: async ({ token, name, password }, client, at, from) => {
      const wait = wrong.waitSeconds(client, at);
      if (wait > 0)
        throw new DomainError(
          'sign_in_limited',
          `Too many links that open nothing; try again in ${wait} seconds.`,
          [],
          wait,
        );
      // Counted from the beginning, so that those at the same time count, too.
      wrong.failed(client, at);
      const { businessId, invitationId, email, role } = await invitationOf(deps, token, at);
      wrong.withdraw(client, at);
      const passwordHash = await hashPassword(password);
      await deps.actors
        .ask(
          consoleUser,
          { business: CONSOLE, id: consoleUserId(email) },
          { type: 'create', businessId, email, name, passwordHash, role },
        )
        .catch((error: unknown) => {
          // Whoever holds a link is not told that its address is of another business: it is a link that opens nothing.
          if (error instanceof DomainError && error.code === 'user_exists')
            throw new DomainError('invitation_invalid');
          throw error;
        });
      await deps.actors.ask(consoleTeam, teamOf(businessId), { type: 'accept', invitationId });
      return openSession(deps, email, at, from);
    },
  };
};

/** @throws DomainError invitation_invalid */
const invitationOf = async (deps: Pick<OperationsDeps, 'actors'>, token: string, at: number) => {
  const [, businessId, invitationId, secret] = TOKEN.exec(token) ?? [];
  if (businessId === undefined || invitationId === undefined || secret === undefined)
    throw new DomainError('invitation_invalid');
  const { answer }: { readonly answer: ConsoleTeamState } = await deps.actors.query(
    consoleTeam,
    teamOf(businessId),
    'get',
  );
  const [, found] = openInvitations(answer, at).find(([id]) => id === invitationId) ?? [];
  const given = Buffer.from(hashOf(secret), 'hex');
  if (found === undefined || !timingSafeEqual(given, Buffer.from(found.secretHash, 'hex')))
    throw new DomainError('invitation_invalid');
  return { businessId, invitationId, email: found.email, role: found.role };
};
