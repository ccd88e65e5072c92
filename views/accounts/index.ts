/** Businesses with their lines and credit, their API keys, and the users of the console. */
import { BUSINESS_KIND } from '../../actors/business/events.js';
import { CONSOLE_USER_KIND } from '../../actors/console-user/events.js';
import { defineView, following } from '../kernel/view.js';
import { BUSINESS_TABLES, businessQueries, projectBusinesses } from './businesses.js';
import { DESTINATION_TABLES, destinationQueries, projectDestinations } from './destinations.js';
import { KEY_TABLES, keyQueries, projectKeys } from './keys.js';
import { LEDGER_TABLES, ledgerQueries, projectLedger } from './ledger.js';
import { memberQueries } from './members.js';
import { nameQueries } from './names.js';
import { setupQueries } from './setup-facts.js';
import { projectUsers, USER_TABLES, userQueries } from './users.js';

export type { KeyRecord } from './keys.js';
export type { SessionRecord } from './users.js';

/** Accounts: the identity of businesses, and the users and keys that may act for them. */
export const accounts = defineView({
  name: 'accounts',
  tables: [BUSINESS_TABLES, DESTINATION_TABLES, LEDGER_TABLES, KEY_TABLES, USER_TABLES],
  projections: [
    following(BUSINESS_KIND, projectBusinesses),
    following(BUSINESS_KIND, projectDestinations),
    following(BUSINESS_KIND, projectLedger),
    following(BUSINESS_KIND, projectKeys),
    following(CONSOLE_USER_KIND, projectUsers),
  ],
  queries: (db) => ({
    ...businessQueries(db),
    ...destinationQueries(db),
    ...keyQueries(db),
    ...userQueries(db),
    ...memberQueries(db),
    ...ledgerQueries(db),
    ...nameQueries(db),
    ...setupQueries(db),
  }),
});
