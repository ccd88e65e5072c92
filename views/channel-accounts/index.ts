/** Connected accounts on messaging channels. */
import { CHANNEL_ACCOUNT_KIND } from '../../actors/channel-account/events.js';
import { CLAIM_KIND } from '../../actors/claim/events.js';
import { defineView, following } from '../kernel/view.js';
import { projectChannelAccounts, projectClaims } from './projection.js';
import { channelAccountQueries } from './queries.js';
import { CHANNEL_ACCOUNT_TABLES } from './tables.js';

export type { AccountOwner, ChannelAccountRecord } from './queries.js';

/** Accounts on channels, and their assignments. */
export const channelAccounts = defineView({
  name: 'channel-accounts',
  tables: [CHANNEL_ACCOUNT_TABLES],
  projections: [
    following(CHANNEL_ACCOUNT_KIND, projectChannelAccounts),
    following(CLAIM_KIND, projectClaims),
  ],
  queries: channelAccountQueries,
});
