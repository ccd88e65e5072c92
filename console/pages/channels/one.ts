/** A connected account, and what the address of the page calls it. */
import type { Data } from '../../api/client.js';

export type Account = Data<'listChannelAccounts'>['accounts'][number];

export const placeOf = ({ channel, accountId }: Pick<Account, 'channel' | 'accountId'>): string =>
  `${channel}-${accountId}`;
