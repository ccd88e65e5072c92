/** Assembles every route of the API. */
import { agentBodies } from '../schemas/agents/agent.js';
import type { RecordingLinks } from './content/recording-links.js';
import type { SampleLinks } from './content/sample-links.js';
import type { GatewayDeps } from './deps.js';
import type { LiveStreams } from './live/streams.js';
import type { Route } from './route.js';
import { consoleRoutes } from './routes/accounts/console.js';
import { teamRoutes } from './routes/accounts/team.js';
import { agentRoutes } from './routes/agents/agents.js';
import { analysisRoutes } from './routes/agents/analysis.js';
import { memoryRoutes } from './routes/agents/memory.js';
import { providerRoutes } from './routes/agents/providers.js';
import { simulationRunRoutes } from './routes/agents/simulation-runs.js';
import { simulationScenarioRoutes } from './routes/agents/simulation-scenarios.js';
import { splitRoutes } from './routes/agents/splits.js';
import { testSpeechRoutes } from './routes/agents/test-speech.js';
import { toolRoutes } from './routes/agents/tools.js';
import { versionRoutes } from './routes/agents/versions.js';
import { voicemailRoutes } from './routes/agents/voicemail.js';
import { voiceRoutes } from './routes/agents/voices.js';
import { alertRuleRoutes } from './routes/business/alert-rules.js';
import { analyticsRoutes } from './routes/business/analytics.js';
import { auditRoutes } from './routes/business/audit.js';
import { businessRoutes } from './routes/business/business.js';
import { ledgerRoutes } from './routes/business/ledger.js';
import { liveRoutes } from './routes/business/live.js';
import { quotaRoutes } from './routes/business/quotas.js';
import { savedViewRoutes } from './routes/business/saved-views.js';
import { settingsRoutes } from './routes/business/settings.js';
import { subscriptionRoutes } from './routes/business/subscriptions.js';
import { channelAccountRoutes } from './routes/messaging/channel-accounts.js';
import { channelRoutes } from './routes/messaging/channels.js';
import { conversationRoutes } from './routes/messaging/conversations.js';
import { inboxRoutes } from './routes/messaging/inbox.js';
import { messageRoutes } from './routes/messaging/messages.js';
import { quickAnswerRoutes } from './routes/messaging/quick-answers.js';
import { templateRoutes } from './routes/messaging/templates.js';
import { writtenConversationRoutes } from './routes/messaging/written-conversations.js';
import { campaignPlanRoutes } from './routes/outreach/campaign-plans.js';
import { campaignRoutes } from './routes/outreach/campaigns.js';
import { contactImportRoutes } from './routes/outreach/contact-imports.js';
import { contactJobRoutes } from './routes/outreach/contact-jobs.js';
import { contactMergeRoutes } from './routes/outreach/contact-merges.js';
import { contactRoutes } from './routes/outreach/contacts.js';
import { dataSourceRoutes } from './routes/outreach/data-sources.js';
import { summaryRoutes } from './routes/outreach/summaries.js';
import { suppressionRoutes } from './routes/outreach/suppressions.js';
import { callReviewRoutes } from './routes/telephony/call-reviews.js';
import { legRoutes } from './routes/telephony/legs.js';
import { searchRoutes } from './routes/telephony/search.js';
import { voiceCallRoutes } from './routes/telephony/voice-calls.js';

/** Version of the API description (spec section 9). */
export const API_VERSION = '1.4.0';

/** Signed links that grant access without further credentials. */
export interface Links {
  readonly recordings: RecordingLinks;
  readonly samples: SampleLinks;
}

/** Every route of the API. */
export const apiRoutes = (
  deps: Pick<
    GatewayDeps,
    'operations' | 'views' | 'voiceReadiness' | 'samples' | 'languages' | 'mediaLinks' | 'quotas'
  >,
  links: Links,
  live: Pick<LiveStreams, 'open'>,
  secureCookies: () => boolean,
): readonly Route[] => {
  const { languages } = deps;
  return [
    ...agentRoutes(deps.operations, deps.views, deps.voiceReadiness, agentBodies(languages)),
    ...splitRoutes(deps.operations, deps.views),
    ...versionRoutes(deps.operations, deps.views, agentBodies(languages)),
    ...voiceRoutes(deps.samples.voices, languages, links.samples),
    ...testSpeechRoutes(deps.operations, deps.samples, links.samples),
    ...channelRoutes(deps.operations, deps.views, deps.voiceReadiness),
    ...channelAccountRoutes(deps.operations, deps.views),
    ...contactRoutes(deps.operations, deps.views, deps.mediaLinks),
    ...contactImportRoutes(deps.operations, deps.views),
    ...contactJobRoutes(deps.operations, deps.views),
    ...contactMergeRoutes(deps.operations),
    ...suppressionRoutes(deps.operations, deps.views),
    ...dataSourceRoutes(deps.operations, deps.views),
    ...subscriptionRoutes(deps.operations, deps.views),
    ...campaignRoutes(deps.operations, deps.views),
    ...campaignPlanRoutes(deps.operations, deps.views),
    ...summaryRoutes(deps.operations, deps.views),
    ...messageRoutes(deps.operations, deps.views),
    ...templateRoutes(deps.operations),
    ...writtenConversationRoutes(deps.views),
    ...conversationRoutes(deps.operations, deps.views, deps.mediaLinks),
    ...inboxRoutes(deps.operations, deps.views),
    ...quickAnswerRoutes(deps.operations),
    ...voiceCallRoutes(deps.operations, deps.views, links.recordings),
    ...callReviewRoutes(deps.operations, deps.views),
    ...searchRoutes(deps.views),
    ...savedViewRoutes(deps.operations),
    ...legRoutes(deps.operations),
    ...liveRoutes(live),
    ...consoleRoutes(deps.operations, deps.views, secureCookies),
    ...businessRoutes(deps.views),
    ...ledgerRoutes(deps.views),
    ...analyticsRoutes(deps.operations, deps.views),
    ...alertRuleRoutes(deps.operations, deps.views),
    ...auditRoutes(deps.views),
    ...teamRoutes(deps.operations, deps.views, secureCookies),
    ...providerRoutes(deps.operations),
    ...toolRoutes(deps.operations),
    ...voicemailRoutes(deps.operations),
    ...analysisRoutes(deps.operations, deps.views),
    ...simulationScenarioRoutes(deps.operations, deps.views),
    ...simulationRunRoutes(deps.operations, deps.views),
    ...memoryRoutes(deps.operations, deps.views),
    ...settingsRoutes(deps.operations),
    ...quotaRoutes(deps.quotas),
  ];
};
