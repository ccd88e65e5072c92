/** First setup: a link printed by the service creates a business and its first user, once. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { business } from '../../actors/business/index.js';
import { CONSOLE_SETUP, consoleSetup } from '../../actors/console-setup/index.js';
import { CONSOLE, consoleUser, consoleUserId } from '../../actors/console-user/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { Origin } from '../../schemas/accounts/audit.js';
import type { SetUp } from '../../schemas/accounts/console.js';
import { MICROCREDITS_PER_CREDIT, STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { OperationsDeps } from '../deps.js';
import { countryProblems } from '../outreach/destination.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { hashPassword } from './passwords.js';
import { openSession, type SignedIn } from './sessions.js';

/** How long a link can be used, ms. */
const LINK_MS = 24 * 3_600_000;
/** Initial lines and credits of the first business; `parley admin business` grants more. */
const FIRST_LINES = 5;
const FIRST_CREDITS = 100;

/** The stored id of a link; the token itself exists only where it was printed. */
const linkIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Opens a link and returns its token, which cannot be retrieved again. `at`: ms since the epoch. */
export const openSetupLink = async (actors: ActorClient, at: number): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await actors.ask(consoleSetup, CONSOLE_SETUP, {
    type: 'open',
    linkId: linkIdOf(token),
    expiresAt: at + LINK_MS,
  });
  return token;
};

interface SetupOperations {
  /**
   * Creates a business and its first user with the link that the service printed, and signs the user in.
   * @throws DomainError setup_link_invalid, user_exists, sign_in_busy
   */
  complete(body: SetUp, at: number, from?: Origin): Promise<Written<SignedIn>>;
}

/**
 * The order of the steps makes an interruption safe: the user claims the link before anything is created, everything
 * created has an id that a second attempt finds again, and the links end once everything exists.
 */
export const setupOperations = (deps: OperationsDeps): SetupOperations => ({
  complete: async ({ token, businessName, name, email, password, allowedCountries }, at, from) => {
    refuseProblems(
      countryProblems(
        '/allowedCountries',
        allowedCountries ?? [],
        [],
        deps.installationFacts.allowedCountries,
      ),
    );
    // If a user was created without a link meanwhile, a link found in an old log must not give access.
    await deps.views.catchUp(null);
    if (deps.views.hasUsers()) throw new DomainError('setup_link_invalid');
    const address = email.trim().toLowerCase();
    const userId = consoleUserId(address);
    await deps.actors.ask(consoleSetup, CONSOLE_SETUP, { type: 'claim', linkId: linkIdOf(token), userId });
    const passwordHash = await hashPassword(password);
    const businessId = deriveId('console-setup', linkIdOf(token));
    await deps.actors
      .ask(
        business,
        { business: businessId, id: businessId },
        {
          type: 'create',
          name: businessName,
          lines: FIRST_LINES,
          prices: STANDARD_PRICES,
          microcredits: FIRST_CREDITS * MICROCREDITS_PER_CREDIT,
        },
      )
      .catch(nullOn('business_exists'));
    if (allowedCountries !== undefined)
      await deps.actors.ask(
        business,
        { business: businessId, id: businessId },
        { type: 'set_destinations', countries: allowedCountries },
      );
    const created = await deps.actors.ask(
      consoleUser,
      { business: CONSOLE, id: userId },
      { type: 'create', userId: randomUUID(), businessId, email: address, name, passwordHash, role: 'owner' },
    );
    await deps.actors.ask(consoleSetup, CONSOLE_SETUP, { type: 'finish' });
    return openSession(deps, { email: address, userId: created.answer.userId, businessId }, { at, from });
  },
});
