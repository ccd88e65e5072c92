/** Assembles every route of the API. */
import { agentBodies } from '../schemas/agent.js';
import type { GatewayDeps } from './deps.js';
import type { LiveStreams } from './live/streams.js';
import type { RecordingLinks } from './recording-links.js';
import type { Route } from './route.js';
import { agentRoutes } from './routes/agents.js';
import { auditRoutes } from './routes/audit.js';
import { campaignPlanRoutes } from './routes/campaign-plans.js';
import { campaignRoutes } from './routes/campaigns.js';
import { channelAccountRoutes } from './routes/channel-accounts.js';
import { channelRoutes } from './routes/channels.js';
import { consoleRoutes } from './routes/console.js';
import { contactImportRoutes } from './routes/contact-imports.js';
import { contactRoutes } from './routes/contacts.js';
import { conversationRoutes } from './routes/conversations.js';
import { dataSourceRoutes } from './routes/data-sources.js';
import { ledgerRoutes } from './routes/ledger.js';
import { legRoutes } from './routes/legs.js';
import { liveRoutes } from './routes/live.js';
import { messageRoutes } from './routes/messages.js';
import { providerRoutes } from './routes/providers.js';
import { quotaRoutes } from './routes/quotas.js';
import { settingsRoutes } from './routes/settings.js';
import { subscriptionRoutes } from './routes/subscriptions.js';
import { summaryRoutes } from './routes/summaries.js';
import { suppressionRoutes } from './routes/suppressions.js';
import { teamRoutes } from './routes/team.js';
import { voiceCallRoutes } from './routes/voice-calls.js';
import { voiceRoutes } from './routes/voices.js';
import type { SampleLinks } from './sample-links.js';

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
    ...voiceRoutes(deps.samples.voices, languages, links.samples),
    ...channelRoutes(deps.operations, deps.views, deps.voiceReadiness),
    ...channelAccountRoutes(deps.operations, deps.views),
    ...contactRoutes(deps.operations, deps.views, deps.mediaLinks),
    ...contactImportRoutes(deps.operations, deps.views),
    ...suppressionRoutes(deps.operations, deps.views),
    ...dataSourceRoutes(deps.operations, deps.views),
    ...subscriptionRoutes(deps.operations, deps.views),
    ...campaignRoutes(deps.operations, deps.views),
    ...campaignPlanRoutes(deps.operations, deps.views),
    ...summaryRoutes(deps.operations, deps.views),
    ...messageRoutes(deps.operations, deps.views),
    ...conversationRoutes(deps.operations, deps.views, deps.mediaLinks),
    ...voiceCallRoutes(deps.operations, deps.views, links.recordings),
    ...legRoutes(deps.operations),
    ...liveRoutes(live),
    ...consoleRoutes(deps.operations, deps.views, secureCookies),
    ...ledgerRoutes(deps.views),
    ...auditRoutes(deps.views),
    ...teamRoutes(deps.operations, deps.views, secureCookies),
    ...providerRoutes(deps.operations),
    ...settingsRoutes(deps.operations),
    ...quotaRoutes(deps.quotas),
  ];
};
