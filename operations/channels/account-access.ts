/** The credentials of a connected account at its provider. */
import type { Logger } from 'pino';
import { channelAccount } from '../../actors/channel-account/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { AccountAccess } from '../../providers/channels/messaging-channel.js';
import { type Sealer, Unsealable } from '../sealing.js';

export interface AccountAccessDeps {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
  readonly logger: Logger;
}

/** Null if the account is no longer connected, or its token was sealed by another cluster. */
export const accountAccess = async (
  { actors, sealer, logger }: AccountAccessDeps,
  businessId: string,
  id: string,
): Promise<AccountAccess | null> => {
  const { answer: account } = await actors.query(channelAccount, { business: businessId, id }, 'get');
  if (account === null) return null;
  try {
    return { accountId: account.accountId, token: sealer.open(id, account.sealedToken) };
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    logger.warn({ event: 'channel.token_unsealable', businessId, id, err: error });
    return null;
  }
};
