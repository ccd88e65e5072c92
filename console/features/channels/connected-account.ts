/** A connected account, and its name in the page's address. */
import type { Data } from '../../api/client.js';

export type Account = Data<'listChannelAccounts'>['accounts'][number];

export const slugOf = ({ channel, accountId }: Pick<Account, 'channel' | 'accountId'>): string =>
  `${channel}-${accountId}`;
