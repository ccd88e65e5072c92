/** The first person: a link that the service prints makes a business and its first user, once. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { business } from '../../actors/business/index.js';
import { CONSOLE_SETUP, consoleSetup } from '../../actors/console-setup/index.js';
import { CONSOLE, consoleUser, consoleUserId } from '../../actors/console-user/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { MICROCREDITS_PER_CREDIT } from '../../schemas/money.js';
import { STANDARD_PRICES } from '../../schemas/prices.js';
import type { OperationsDeps } from '../deps.js';
import type { Operations } from '../operations.js';
import { countryProblems } from '../outreach/countries.js';
import { refuseProblems } from '../refusals.js';
import { hashPassword } from './passwords.js';
import { openSession } from './sessions.js';

/** How long a link can be used, ms. */
const LINK_MS = 24 * 3_600_000;
/** What the first business begins with; `parley admin business` gives more. */
const FIRST_LINES = 5;
const FIRST_CREDITS = 100;

/** What a link is known by here: its token is only with whom it was printed for. */
const linkIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Opens a link. Gives its token, which nobody can tell again. `at`: ms since the epoch. */
export const openSetupLink = async (actors: ActorAsker, at: number): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await actors.ask(consoleSetup, CONSOLE_SETUP, {
    type: 'open',
    linkId: linkIdOf(token),
    expiresAt: at + LINK_MS,
  });
  return token;
};

/**
 * The order makes it safe to be cut short: the link is the user's alone before anything is made, what is made has ids that
 * a second try finds again, and the links end when everything is there.
 */
export const setupOperations = (deps: OperationsDeps): Pick<Operations, 'setUp'> => ({
  setUp: async ({ token, businessName, name, email, password, allowedCountries }, at, from) => {
    refuseProblems(
      countryProblems(
        '/allowedCountries',
        allowedCountries ?? [],
        [],
        deps.installationFacts.allowedCountries,
      ),
    );
    // Somebody was made without a link meanwhile: whoever finds it in an old log must not be let in.
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
    const made = await deps.actors.ask(
      consoleUser,
      { business: CONSOLE, id: userId },
      { type: 'create', userId: randomUUID(), businessId, email: address, name, passwordHash, role: 'owner' },
    );
    await deps.actors.ask(consoleSetup, CONSOLE_SETUP, { type: 'finish' });
    return openSession(deps, { email: address, userId: made.answer.userId, businessId }, { at, from });
  },
});
