/** Changes the role and access of a team's members: the team actor decides, then the user actor follows. */
import { type ConsoleTeamState, consoleTeam, type Membership } from '../../actors/console-team/index.js';
import { consoleUser } from '../../actors/console-user/index.js';
import type { ActorClient, Outcome } from '../../actors/runtime/actor-client.js';
import type { Role } from '../../schemas/accounts/access.js';
import type { Author } from '../../schemas/accounts/audit.js';
import { DomainError } from '../../schemas/errors.js';
import { addressRef } from './credentials.js';

/** The team's actor. */
export const teamOf = (businessId: string) => ({ business: businessId, id: businessId });

/** A user and its e-mail address. */
export interface UserRef {
  readonly email: string;
  readonly userId: string;
}

/** All members of the business, as the views hold them. */
type KnownMemberships = Readonly<Record<string, Membership>>;

/**
 * `known`: all members of the business. If interrupted between the two steps, a repeated call completes it.
 * @throws DomainError user_not_found, last_owner
 */
export const changeMembership = async (
  actors: ActorClient,
  businessId: string,
  user: UserRef,
  known: KnownMemberships,
  change: Partial<Membership>,
  by?: Author,
): Promise<Outcome<unknown>> => {
  const { answer } = await actors.ask(consoleTeam, teamOf(businessId), {
    type: 'set_standing',
    userId: user.userId,
    known,
    ...change,
    ...(by === undefined ? {} : { by }),
  });
  return applyToUser(actors, businessId, user, answer);
};

/**
 * Admits a user by an invitation. If interrupted in between, a repeated call completes it. Does not end the invitation.
 * @throws DomainError invitation_invalid, user_exists if another user of the address is on the team
 */
export const admitUser = async (
  actors: ActorClient,
  businessId: string,
  user: UserRef,
  known: KnownMemberships,
  invitationId: string,
): Promise<void> => {
  const { userId } = user;
  const command = { type: 'admit', invitationId, userId, known } as const;
  const { answer } = await actors.ask(consoleTeam, teamOf(businessId), command);
  if (answer.members[userId] !== undefined) await applyToUser(actors, businessId, user, answer);
};

/** Adds a user on the operator's authority. Otherwise as {@link admitUser}. */
export const addUser = async (
  actors: ActorClient,
  businessId: string,
  user: UserRef,
  known: KnownMemberships,
  role: Role,
  by: Author,
): Promise<void> => {
  const { userId } = user;
  const command = { type: 'add', userId, role, by, known } as const;
  const { answer } = await actors.ask(consoleTeam, teamOf(businessId), command);
  if (answer.members[userId] !== undefined) await applyToUser(actors, businessId, user, answer);
};

/** Removes a user from the team. If interrupted in between, a repeated call completes it. @throws DomainError last_owner */
export const removeFromTeam = async (
  actors: ActorClient,
  businessId: string,
  { email, userId }: UserRef,
  known: KnownMemberships,
  by: Author,
): Promise<Outcome<unknown>> => {
  await actors.ask(consoleTeam, teamOf(businessId), { type: 'remove', userId, by, known });
  return actors.ask(consoleUser, addressRef(email), { type: 'leave', userId, businessId });
};

/** Applies the team's decision to the user. @throws DomainError user_not_found */
const applyToUser = (
  actors: ActorClient,
  businessId: string,
  { email, userId }: UserRef,
  { members }: ConsoleTeamState,
): Promise<Outcome<unknown>> => {
  const member = members[userId];
  if (member === undefined || member.removed === true) throw new DomainError('user_not_found');
  const { role, active, revision } = member;
  return actors.ask(consoleUser, addressRef(email), {
    type: 'set_membership',
    userId,
    businessId,
    role,
    active,
    revision,
  });
};
