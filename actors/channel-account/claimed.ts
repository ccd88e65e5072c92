/** The ids of an account on a channel, and what it is claimed as (actors/claim). */
import type { AccountChannel } from '../../schemas/channel.js';
import { deriveId } from '../../schemas/ids.js';
import type { Claimed } from '../claim/index.js';

/** An account on a channel. */
export interface AccountName {
  readonly channel: AccountChannel;
  /** The channel's id of it. */
  readonly accountId: string;
}

/** The id of the actors of an account: each business has its own. */
export const accountActorId = ({ channel, accountId }: AccountName): string =>
  deriveId('channel-account', channel, accountId);

/** What a business claims before it connects the account. */
export const accountClaim = ({ channel, accountId }: AccountName): Claimed => ({
  namespace: 'channel-account',
  key: `${channel}/${accountId}`,
});
