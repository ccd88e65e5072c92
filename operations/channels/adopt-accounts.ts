/** Claims accounts that were connected before claims existed, at the start of a node. */
import type { Logger } from 'pino';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ViewStore } from '../../views/views.js';
import { adoptAccount } from './account-claims.js';

export interface AdoptionDeps {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp' | 'unclaimedAccounts' | 'accountBusinesses'>;
  readonly logger: Logger;
}

/**
 * Claims each account for the business that connected it first. Any other business that has it connected is disconnected
 * and logged: it received no messages, but could send in the account's name. Idempotent, and safe on several nodes at a time.
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
    // The next start tries again. Until then, a connection by another business first claims the account for its owner.
    logger.warn({ event: 'channel.adoption_failed', err: error });
  }
};
