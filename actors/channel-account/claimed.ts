/** The ids of an account on a channel, and its claim (actors/claim). */
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { deriveId } from '../../schemas/ids.js';
import type { ClaimKey } from '../claim/index.js';

/** An account on a channel. */
export interface AccountName {
  readonly channel: AccountChannel;
  /** The channel's id of the account. */
  readonly accountId: string;
}

/** The id of the actors of an account. Each business has its own actor. */
export const accountActorId = ({ channel, accountId }: AccountName): string =>
  deriveId('channel-account', channel, accountId);

/** The claim that a business takes before it connects the account. */
export const accountClaim = ({ channel, accountId }: AccountName): ClaimKey => ({
  namespace: 'channel-account',
  key: `${channel}/${accountId}`,
});
