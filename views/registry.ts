/**
 * Every view, one per line.
 *
 * An event is applied to the projections that follow its kind in this order; their writes for it are committed together or not at
 * all. The order matters where a projection reads what another one writes for the same event:
 * - `calls` before `conversations` and `campaigns`, which look up a call as the event has left it;
 * - `conversations` before `campaigns`, which look up a message as the event has left it;
 * - `conversations` before `channelAccounts`: it looks up a handed-back account as it was before the event;
 * - `calls` and `conversations` before `search`, which indexes their texts as the event has left them;
 * - `calls` and `conversations` before `splits`, which counts them by their rows as the event has left them;
 * - `calls` before `analytics`, which counts a call by its row and its history as the event has left them;
 * - `conversations` before `contacts`: the communication with a contact is deleted while the contact is still known, and what was
 *   remembered of a message that is taken back is found by the message.
 */
import { AGENT_TEST_KIND } from '../actors/agent-test/events.js';
import { CONSOLE_SETUP_KIND } from '../actors/console-setup/events.js';
import { MEDIA_ASSET_KIND } from '../actors/media-asset/events.js';
import { PARTICIPANT_KIND } from '../actors/participant/events.js';
import { PROVIDER_LISTS_KIND } from '../actors/provider-lists/events.js';
import { QUICK_ANSWERS_KIND } from '../actors/quick-answers/events.js';
import { SAVED_VIEWS_KIND } from '../actors/saved-views/events.js';
import { TOOLBOX_KIND } from '../actors/toolbox/events.js';
import { accounts } from './accounts/index.js';
import { agents } from './agents/index.js';
import { alerts } from './alerts/index.js';
import { analytics } from './analytics/index.js';
import { audit } from './audit/index.js';
import { calls } from './calls/index.js';
import { campaigns } from './campaigns/index.js';
import { channelAccounts } from './channel-accounts/index.js';
import { contacts } from './contacts/index.js';
import { conversations } from './conversations/index.js';
import { dataSources } from './data-sources/index.js';
import { emptyRegistry } from './kernel/view.js';
import { search } from './search/index.js';
import { simulations } from './simulations/index.js';
import { splits } from './splits/index.js';
import { suppressions } from './suppressions/index.js';
import { usage } from './usage/index.js';
import { webhooks } from './webhooks/index.js';

/** Increment when any table or projection changes: a file of another version is discarded and rebuilt. */
const VIEW_VERSION = 37;

const UNSEEN = [
  PARTICIPANT_KIND,
  AGENT_TEST_KIND,
  MEDIA_ASSET_KIND,
  TOOLBOX_KIND,
  PROVIDER_LISTS_KIND,
  SAVED_VIEWS_KIND,
  QUICK_ANSWERS_KIND,
  CONSOLE_SETUP_KIND,
];

/** Creates, writes and reads the file of the views. */
export const registry = emptyRegistry({ version: VIEW_VERSION, unseen: UNSEEN.map(({ name }) => name) })
  .and(accounts)
  .and(agents)
  .and(calls)
  .and(conversations)
  .and(contacts)
  .and(campaigns)
  .and(dataSources)
  .and(channelAccounts)
  .and(webhooks)
  .and(audit)
  .and(suppressions)
  .and(usage)
  .and(search)
  .and(analytics)
  .and(splits)
  .and(simulations)
  .and(alerts);
