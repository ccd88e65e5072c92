/** Claims for accounts that were connected before there were claims, at the start of a node. */
import type { Logger } from 'pino';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { ViewStore } from '../../views/views.js';
import { adoptAccount } from './account-claims.js';

export interface AdoptionDeps {
  readonly actors: ActorAsker;
  readonly views: Pick<ViewStore, 'catchUp' | 'unclaimedAccounts' | 'accountBusinesses'>;
  readonly logger: Logger;
}

/**
 * Claims each of them for the business that connected it first. Another one that has it connected, too, is disconnected, and the
 * log says so: it got no messages, and could send in the account's name. Idempotent, and harmless on several nodes at a time.
 */
export const adoptAccounts = async ({ actors, views, logger }: AdoptionDeps): Promise<void> => {
  try {
    await views.catchUp(null);
    for (const account of views.unclaimedAccounts()) {
      const { channel, accountId } = account;
      const businesses = views.accountBusinesses(channel, accountId);
      const { holder, disconnected } = await adoptAccount(actors, account, businesses);
      for (const businessId of disconnected)
        logger.error({ event: 'channel.second_owner_disconnected', channel, accountId, businessId, holder });
    }
  } catch (error) {
    // The next start tries again; until then a connection by another business claims the account for its owner first.
    logger.warn({ event: 'channel.adoption_failed', err: error });
  }
};
