/** Composes all operations. */

import { keyOperations } from './accounts/api-keys.js';
import { invitationOperations } from './accounts/invitations.js';
import { joiningOperations } from './accounts/joining.js';
import { sessionOperations } from './accounts/sessions.js';
import { setupOperations } from './accounts/setup.js';
import { createSignInLimits } from './accounts/sign-in-limits.js';
import { teamOperations } from './accounts/team.js';
import { agentTestOperations } from './agents/agent-tests.js';
import { agentOperations } from './agents/agents.js';
import { agentNoteOperations } from './calls/agent-notes.js';
import { browserLegOperations } from './calls/browser-legs.js';
import { callOperations } from './calls/calls.js';
import { simulatedCallOperations } from './calls/simulated-calls.js';
import { campaignOperations } from './campaigns/campaigns.js';
import { estimateOperations } from './campaigns/estimate.js';
import { summaryOperations } from './campaigns/summaries.js';
import { channelOperations } from './channels/channels.js';
import { connectingOperations } from './channels/connecting.js';
import { categoryOperations } from './contacts/categories.js';
import { contactImportOperations } from './contacts/contact-imports.js';
import { contactOperations } from './contacts/contacts.js';
import { inboundOperations } from './conversations/inbound.js';
import { inboxOperations } from './conversations/inbox.js';
import { messageOperations } from './conversations/messages.js';
import { dataSourceOperations } from './data-sources/data-sources.js';
import type { OperationsDeps } from './deps.js';
import { mediaOperations } from './media-assets/media-upload.js';
import type { Operations } from './operations.js';
import { suppressionOperations } from './outreach/suppression-list.js';
import { providerListOperations } from './providers/provider-lists.js';
import { settingsOperations } from './settings/settings.js';
import { subscriptionOperations } from './webhooks/subscriptions.js';

export const createOperations = (deps: OperationsDeps): Operations => {
  // Shared by all operations that check a password, so that guesses count together.
  const signInLimits = createSignInLimits();
  return {
    ...agentOperations(deps),
    ...contactOperations(deps),
    ...categoryOperations(deps),
    ...channelOperations(deps),
    ...connectingOperations(deps),
    ...contactImportOperations(deps),
    ...suppressionOperations(deps),
    ...dataSourceOperations(deps),
    ...callOperations(deps),
    ...simulatedCallOperations(deps),
    ...browserLegOperations(deps),
    ...agentNoteOperations(deps),
    ...sessionOperations(deps, signInLimits),
    ...setupOperations(deps),
    ...keyOperations(deps),
    ...invitationOperations(deps),
    ...joiningOperations(deps, signInLimits),
    ...teamOperations(deps),
    ...agentTestOperations(deps),
    ...providerListOperations(deps),
    ...settingsOperations(deps),
    ...messageOperations(deps),
    ...mediaOperations(deps),
    ...inboundOperations(deps),
    ...inboxOperations(deps),
    ...subscriptionOperations(deps),
    ...campaignOperations(deps),
    ...estimateOperations(deps),
    ...summaryOperations(deps),
  };
};
