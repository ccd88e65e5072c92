/** Finds the console user that a `parley admin` command refers to, and the other members of a team. */
import type { Membership } from '../../../actors/console-team/index.js';
import {
  type ConsoleUser,
  type ConsoleUserDetails,
  consoleUser,
} from '../../../actors/console-user/index.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { addressRef } from '../../../operations/accounts/credentials.js';
import { DomainError } from '../../../schemas/errors.js';
import { ConfigError } from '../../config/index.js';
import type { Admin, AdminOptions } from '../as-admin.js';

/** Options of a command about one user. */
export interface UserOptions extends AdminOptions {
  readonly email: string;
  /** Needed if the address has several users. */
  readonly user?: string;
}

/** The users of an address. */
export const usersAt = async (actors: ActorClient, email: string): Promise<readonly ConsoleUser[]> =>
  (await actors.query(consoleUser, addressRef(email), 'users')).answer.users;

/** @throws DomainError user_not_found; ConfigError if several users match */
export const findUser = async (actors: ActorClient, { email, user }: UserOptions): Promise<ConsoleUser> => {
  const users = await usersAt(actors, email);
  const [found, ...more] = user === undefined ? users : users.filter(({ userId }) => userId === user);
  if (found === undefined) throw new DomainError('user_not_found');
  if (more.length > 0)
    throw new ConfigError(
      `${email} has ${users.length} users; use --user with an id listed by \`admin user memberships\``,
    );
  return found;
};

/** @throws DomainError user_not_found if the user is not on that team; ConfigError if several teams match */
export const membershipBusiness = ({ memberships }: ConsoleUser, wanted: string | undefined): string => {
  const businessIds = Object.keys(memberships);
  const [found, ...more] = wanted === undefined ? businessIds : businessIds.filter((id) => id === wanted);
  if (found === undefined) throw new DomainError('user_not_found');
  if (more.length > 0)
    throw new ConfigError(`the user is in ${businessIds.length} businesses; choose one with --business`);
  return found;
};

/** Every user of every address. */
export const allUsers = async ({
  actors,
  find,
}: Pick<Admin, 'actors' | 'find'>): Promise<
  readonly { readonly user: ConsoleUser; readonly sessions: ConsoleUserDetails['sessions'] }[]
> => {
  const found = [];
  for (const ref of await find('console-user')) {
    const { users, sessions } = (await actors.query(consoleUser, ref, 'users')).answer;
    for (const user of users) found.push({ user, sessions });
  }
  return found;
};

/** The standing of each member of a business, by user id. */
export const standingsOf = async (
  session: Pick<Admin, 'actors' | 'find'>,
  businessId: string,
): Promise<Readonly<Record<string, Membership>>> => {
  const standings: Record<string, Membership> = {};
  for (const { user } of await allUsers(session)) {
    const membership = user.memberships[businessId];
    if (membership !== undefined)
      standings[user.userId] = { role: membership.role, active: membership.active };
  }
  return standings;
};

/** A user without secrets. */
export const formatMemberships = ({ userId, name, memberships }: ConsoleUser) => ({
  userId,
  name,
  memberships: Object.values(memberships).map(({ businessId, role, active }) => ({
    businessId,
    role,
    active,
  })),
});
