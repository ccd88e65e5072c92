/**
 * Joining a team with the link of an invitation (docs/reference/api.md "Roles").
 *
 * Holding a link does not prove ownership of the mailbox. A link therefore gives access only to the team that made it,
 * and answers the same whether its address is known here or not (docs/reference/security.md "Invitations and identity"):
 * I1. With the password of an existing user of the address, that user joins the team. The attempt counts towards the
 *     sign-in limits.
 * I2. With a name and any other password, a separate user is created for this team. It has no access before the team
 *     admits it: the invitation may end while the password is hashed.
 * I3. Without a name the request is a sign-in: any other password is `credentials_invalid`, even if the address has no user.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type ConsoleTeamState, consoleTeam, openInvitations } from '../../actors/console-team/index.js';
import { consoleUser } from '../../actors/console-user/index.js';
import type { Role } from '../../schemas/accounts/access.js';
import type { Origin } from '../../schemas/accounts/audit.js';
import type { InvitationAcceptance } from '../../schemas/accounts/team.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import type { SessionRecord } from '../../views/accounts/index.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { createAttempts } from './attempts.js';
import { addressRef, authenticatedUser, usersOf, type Visitor } from './credentials.js';
import { admitUser, teamOf } from './memberships.js';
import { hashPassword, passwordProblem } from './passwords.js';
import { endSession, openSession, type SessionOptions, type SignedIn } from './sessions.js';
import type { SignInLimits } from './sign-in-limits.js';

/** Invalid links that one client address may try within the window. */
const MAX_FAILURES = 20;
const FAILURE_WINDOW_MS = 15 * 60_000;

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** The hash of the secret in a link, as stored in the journal. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** An invitation found by its link. */
interface OpenInvitation {
  readonly businessId: string;
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
}

/** Another user of the address is already on the team: the link is no longer valid. */
const refusedAsInvalid = (error: unknown): never => {
  if (error instanceof DomainError && error.code === 'user_exists')
    throw new DomainError('invitation_invalid');
  throw error;
};

interface JoiningOperations {
  /**
   * Admits the user whose password matches, or creates one, and signs the user in. `from`: the origin that the session records.
   * @throws DomainError invitation_invalid, credentials_invalid, sign_in_limited, sign_in_busy
   */
  withPassword(
    body: InvitationAcceptance,
    visitor: Visitor,
    at: number,
    from?: Origin,
  ): Promise<Written<SignedIn>>;
  /**
   * Admits the user of the session; returns a session in the new business, and ends this one.
   * @throws DomainError invitation_invalid, invitation_for_other_address, sign_in_limited
   */
  withSession(
    session: SessionRecord,
    token: string,
    client: string,
    at: number,
    from?: Origin,
  ): Promise<Written<SignedIn>>;
}

/** `limits`: shared by all operations that check a password. */
export const joiningOperations = (deps: OperationsDeps, limits: SignInLimits): JoiningOperations => {
  const failures = createAttempts(MAX_FAILURES, FAILURE_WINDOW_MS);

  /** The invitation of a link, subject to the limit on invalid links. @throws DomainError invitation_invalid, sign_in_limited */
  const verifiedInvitation = async (token: string, client: string, at: number): Promise<OpenInvitation> => {
    const wait = failures.waitSeconds(client, at);
    if (wait > 0)
      throw new DomainError(
        'sign_in_limited',
        `Too many invalid links. Try again in ${wait} seconds.`,
        [],
        wait,
      );
    // Counted at the start, so that concurrent attempts count, too.
    failures.recordFailure(client, at);
    const invitation = await invitationOf(deps, token, at);
    failures.withdraw(client, at);
    return invitation;
  };

  /**
   * Finds or creates the user that joins (I1 to I3).
   * @throws DomainError invitation_invalid, credentials_invalid, sign_in_limited, sign_in_busy
   */
  const userFor = async (
    { businessId, email, role }: OpenInvitation,
    name: string | null,
    password: string,
    visitor: Visitor,
    at: number,
  ): Promise<string> => {
    // I1: includes users without access, because they may be invited again.
    const authenticated = await authenticatedUser(
      { ...deps, limits },
      { email, password },
      visitor,
      at,
      () => true,
    ).catch(nullOn('credentials_invalid'));
    if (authenticated !== null) return authenticated.userId;
    // I3
    if (name === null) throw new DomainError('credentials_invalid');
    const problem = passwordProblem(password);
    if (problem !== null)
      throw new DomainError('validation_failed', undefined, [{ path: '/password', message: problem }]);
    // I2
    const [existing] = await usersOf(deps.actors, email);
    const passwordHash = await hashPassword(password, existing?.passwordHash ?? null);
    const user = { userId: randomUUID(), businessId, email, name, passwordHash, role };
    const { answer } = await deps.actors
      .ask(consoleUser, addressRef(email), { type: 'create', ...user, invited: true })
      .catch(refusedAsInvalid);
    return answer.userId;
  };

  /** `opening.expiresAt`: expiry of the replaced session; the new one does not outlast it. */
  const join = async (
    { businessId, invitationId, email }: OpenInvitation,
    userId: string,
    opening: SessionOptions,
  ) => {
    const known = deps.views.memberStatuses(businessId);
    await admitUser(deps.actors, businessId, { email, userId }, known, invitationId).catch(refusedAsInvalid);
    await deps.actors.ask(consoleTeam, teamOf(businessId), { type: 'accept', invitationId });
    return openSession(deps, { email, userId, businessId }, opening);
  };

  return {
    withPassword: async ({ token, name, password }, visitor, at, from) => {
      const invitation = await verifiedInvitation(token, visitor.client, at);
      const userId = await userFor(invitation, name ?? null, password, visitor, at);
      return join(invitation, userId, { at, from });
    },

    withSession: async (session, token, client, at, from) => {
      const invitation = await verifiedInvitation(token, client, at);
      if (invitation.email !== session.email) throw new DomainError('invitation_for_other_address');
      const joined = await join(invitation, session.userId, { at, from, expiresAt: session.expiresAt });
      await endSession(deps, session);
      return joined;
    },
  };
};

/** @throws DomainError invitation_invalid */
const invitationOf = async (
  deps: Pick<OperationsDeps, 'actors'>,
  token: string,
  at: number,
): Promise<OpenInvitation> => {
  const [, businessId, invitationId, secret] = TOKEN.exec(token) ?? [];
  if (businessId === undefined || invitationId === undefined || secret === undefined)
    throw new DomainError('invitation_invalid');
  const { answer }: { readonly answer: ConsoleTeamState } = await deps.actors.query(
    consoleTeam,
    teamOf(businessId),
    'get',
  );
  const [, invitation] = openInvitations(answer, at).find(([id]) => id === invitationId) ?? [];
  const secretHash = Buffer.from(hashOf(secret), 'hex');
  if (invitation === undefined || !timingSafeEqual(secretHash, Buffer.from(invitation.secretHash, 'hex')))
    throw new DomainError('invitation_invalid');
  return { businessId, invitationId, email: invitation.email, role: invitation.role };
};
