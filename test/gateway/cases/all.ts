/** Cases of the contract test for all resources. */
import { AGENT_CASES } from './agents.js';
import { ALERT_CASES } from './alerts.js';
import { ANALYTICS_CASES } from './analytics.js';
import { AUDIT_CASES } from './audit.js';
import { CAMPAIGN_CASES } from './campaigns.js';
import type { Cases } from './case.js';
import { CHANNEL_CASES } from './channels.js';
import { CONSOLE_CASES } from './console.js';
import { CONTACT_CASES } from './contacts.js';
import { CONVERSATION_CASES } from './conversations.js';
import { DATA_SOURCE_CASES } from './data-sources.js';
import { LIVE_CASES } from './live.js';
import { PROVIDER_CASES } from './providers.js';
import { SETTINGS_CASES } from './settings.js';
import { SIMULATION_CASES } from './simulations.js';
import { SUBSCRIPTION_CASES } from './subscriptions.js';
import { SUPPRESSION_CASES } from './suppressions.js';
import { TEAM_CASES } from './team.js';
import { TOOL_CASES } from './tools.js';
import { VOICE_CALL_CASES } from './voice-calls.js';

/** A case for every operation of the route table. */
export const CASES: Cases = {
  ...AGENT_CASES,
  ...ANALYTICS_CASES,
  ...AUDIT_CASES,
  ...CAMPAIGN_CASES,
  ...CHANNEL_CASES,
  ...CONSOLE_CASES,
  ...CONTACT_CASES,
  ...CONVERSATION_CASES,
  ...DATA_SOURCE_CASES,
  ...LIVE_CASES,
  ...PROVIDER_CASES,
  ...TOOL_CASES,
  ...SETTINGS_CASES,
  ...ALERT_CASES,
  ...SIMULATION_CASES,
  ...SUBSCRIPTION_CASES,
  ...SUPPRESSION_CASES,
  ...TEAM_CASES,
  ...VOICE_CALL_CASES,
};
