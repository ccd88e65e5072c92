/** Every resource of a client. */
import type { Make } from '../operations.js';
import { agentsOf, simulationsOf, toolsOf, voicesOf } from './agents.js';
import { alertRulesOf, analyticsOf, businessOf, savedViewsOf } from './business.js';
import { callsOf } from './calls.js';
import {
  channelsOf,
  conversationsOf,
  messagesOf,
  quickAnswersOf,
  webhookSubscriptionsOf,
} from './messaging.js';
import { campaignsOf, contactsOf, dataSourcesOf, suppressionsOf } from './outreach.js';

/** The resources made of operations, by name. Live events are opened in another way. */
export const resourcesOf = (make: Make) => ({
  business: businessOf(make),
  calls: callsOf(make),
  agents: agentsOf(make),
  tools: toolsOf(make),
  voices: voicesOf(make),
  simulations: simulationsOf(make),
  contacts: contactsOf(make),
  suppressions: suppressionsOf(make),
  dataSources: dataSourcesOf(make),
  campaigns: campaignsOf(make),
  channels: channelsOf(make),
  messages: messagesOf(make),
  conversations: conversationsOf(make),
  quickAnswers: quickAnswersOf(make),
  webhookSubscriptions: webhookSubscriptionsOf(make),
  analytics: analyticsOf(make),
  alertRules: alertRulesOf(make),
  savedViews: savedViewsOf(make),
});
export type Resources = ReturnType<typeof resourcesOf>;
