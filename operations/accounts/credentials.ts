/** Finds the user of an e-mail address that a password belongs to. */
import { CONSOLE, type ConsoleUser, consoleUser, consoleUserId } from '../../actors/console-user/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';
import type { KnownBrowsers } from './known-browsers.js';
import { matchingPasswords } from './passwords.js';
import type { SignInLimits } from './sign-in-limits.js';

/** The origin of a sign-in attempt. */
export interface Visitor {
  /** The client's address, reduced to one per network (gateway/access/client-address.ts). */
  readonly client: string;
  /** The unverified token of a browser that signed in before; null: none. */
  readonly browser: string | null;
}

/** The actor of an e-mail address. */
export const addressRef = (email: string) => ({ business: CONSOLE, id: consoleUserId(email) });

/** The users of an address; empty if it was never used. */
export const usersOf = async (actors: ActorClient, email: string): Promise<readonly ConsoleUser[]> =>
  (await actors.query(consoleUser, addressRef(email), 'users')).answer.users;

/** Whether the user may sign in to any business. */
export const hasAccess = ({ memberships }: ConsoleUser): boolean =>
  Object.values(memberships).some(({ active }) => active);

export interface CredentialsDeps {
  readonly actors: ActorClient;
  readonly limits: SignInLimits;
  readonly browsers: KnownBrowsers;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The `eligible` user whose password matches, subject to the sign-in limits.
 * Takes equally long whether the address has no user, one or several.
 * @throws DomainError credentials_invalid, sign_in_limited, sign_in_busy
 */
export const authenticatedUser = async (
  { actors, limits, browsers }: CredentialsDeps,
  { email, password }: Credentials,
  { client, browser }: Visitor,
  at: number,
  eligible: (user: ConsoleUser) => boolean,
): Promise<ConsoleUser> => {
  const knownBrowser = browsers.recognise(browser, email, at);
  const check = async (onlyUserId: string | null) => {
    const allUsers = await usersOf(actors, email);
    const users = onlyUserId === null ? allUsers : allUsers.filter(({ userId }) => userId === onlyUserId);
    const hashes = users.map(({ passwordHash }) => passwordHash);
    const matching = await matchingPasswords(hashes, password);
    const user = users.find((candidate, index) => matching.has(index) && eligible(candidate));
    if (user === undefined) throw new DomainError('credentials_invalid');
    return { user, isOnly: allUsers.length === 1 };
  };
  const { user } = await limits.attempt(
    { email, client, browser: knownBrowser },
    at,
    check,
    ({ isOnly }) => isOnly,
  );
  return user;
};
