/**
 * The use cases of the service, by resource: each uses one or several actors and the views, and is the one place
 * where its rules meet. Routes and the command line call these and nothing deeper; campaigns build on the same pieces.
 *
 * Every mutation is idempotent: ids are derived from the caller's business, operation and Idempotency-Key, so
 * running it twice reaches the same actors, which return what they already did.
 */
import { keyOperations } from './accounts/api-keys.js';
import { invitationOperations } from './accounts/invitations.js';
import { joiningOperations } from './accounts/joining.js';
import { passwordResetOperations } from './accounts/password-resets.js';
import { sessionOperations } from './accounts/sessions.js';
import { setupOperations } from './accounts/setup.js';
import { createSignInLimits } from './accounts/sign-in-limits.js';
import { teamOperations } from './accounts/team.js';
import { agentTestOperations } from './agents/agent-tests.js';
import { agentOperations } from './agents/agents.js';
import { publicationOperations } from './agents/publications.js';
import { splitOperations } from './agents/splits.js';
import { voicemailOperations } from './agents/voicemail.js';
import { alertRuleOperations } from './alerts/alert-rules.js';
import { alertTestOperations } from './alerts/test-notification.js';
import { analysisRunOperations } from './analysis/runs.js';
import { analysisSettingsOperations } from './analysis/settings.js';
import { analyticsOperations } from './analytics/analytics.js';
import { agentNoteOperations } from './calls/agent-notes.js';
import { browserLegOperations } from './calls/browser-legs.js';
import { callOperations } from './calls/calls.js';
import { callFacetOperations } from './calls/facets.js';
import { overviewOperations } from './calls/overview.js';
import { callReviewOperations } from './calls/reviews.js';
import { savedViewOperations } from './calls/saved-views.js';
import { sessionLogOperations } from './calls/session-logs.js';
import { simulatedCallOperations } from './calls/simulated-calls.js';
import { campaignOperations } from './campaigns/campaigns.js';
import { campaignPlanOperations } from './campaigns/estimate.js';
import { summaryOperations } from './campaigns/summaries.js';
import { channelAccountOperations } from './channels/channel-accounts.js';
import { channelOperations } from './channels/channels.js';
import { templateOperations } from './channels/templates.js';
import { categoryOperations } from './contacts/categories.js';
import { contactImportOperations } from './contacts/contact-imports.js';
import { contactJobOperations } from './contacts/contact-jobs.js';
import { contactMergeOperations } from './contacts/contact-merges.js';
import { contactPreviewOperations } from './contacts/contact-previews.js';
import { contactOperations } from './contacts/contacts.js';
import { conversationOperations } from './conversations/conversations.js';
import { inboundOperations } from './conversations/inbound.js';
import { messageOperations } from './conversations/messages.js';
import { readMarkOperations } from './conversations/read-mark.js';
import { dataSourceOperations } from './data-sources/data-sources.js';
import type { OperationsDeps } from './deps.js';
import { homeOperations } from './home/home.js';
import { assignmentOperations } from './inbox/assignments.js';
import { contactMessageOperations } from './inbox/contact-messages.js';
import { conversationNoteOperations } from './inbox/conversation-notes.js';
import { quickAnswerOperations } from './inbox/quick-answers.js';
import { mediaOperations } from './media-assets/media-upload.js';
import { contactMemoryOperations } from './memory/contact-memory.js';
import { suppressionOperations } from './outreach/suppression-list.js';
import { providerListOperations } from './providers/provider-lists.js';
import { settingsOperations } from './settings/settings.js';
import { simulationRunOperations } from './simulations/runs.js';
import { scenarioOperations } from './simulations/scenarios.js';
import { ownToolOperations } from './tools/own-tools.js';
import { deadLetterOperations } from './webhooks/dead-letters.js';
import { subscriptionOperations } from './webhooks/subscriptions.js';
import { testEventOperations } from './webhooks/test-events.js';

/** Composes all operations. */
export const createOperations = (deps: OperationsDeps) => {
  // Shared by all operations that check a password, so that guesses count together.
  const signInLimits = createSignInLimits();
  return {
    sessions: sessionOperations(deps, signInLimits),
    setup: setupOperations(deps),
    keys: keyOperations(deps),
    invitations: invitationOperations(deps),
    joining: joiningOperations(deps, signInLimits),
    team: teamOperations(deps),
    passwordResets: passwordResetOperations(deps),
    agents: agentOperations(deps),
    publications: publicationOperations(deps),
    splits: splitOperations(deps),
    agentTests: agentTestOperations(deps),
    voicemail: voicemailOperations(deps),
    analysisSettings: analysisSettingsOperations(deps),
    analysisRuns: analysisRunOperations(deps),
    analytics: analyticsOperations(deps),
    alertRules: alertRuleOperations(deps),
    alertTests: alertTestOperations(deps),
    calls: callOperations(deps),
    simulatedCalls: simulatedCallOperations(deps),
    overview: overviewOperations(deps),
    home: homeOperations(deps),
    browserLegs: browserLegOperations(deps),
    agentNotes: agentNoteOperations(deps),
    callReviews: callReviewOperations(deps),
    callFacets: callFacetOperations(deps),
    sessionLogs: sessionLogOperations(deps),
    savedViews: savedViewOperations(deps),
    campaigns: campaignOperations(deps),
    campaignPlans: campaignPlanOperations(deps),
    summaries: summaryOperations(deps),
    channels: channelOperations(deps),
    templates: templateOperations(deps),
    channelAccounts: channelAccountOperations(deps),
    contacts: contactOperations(deps),
    categories: categoryOperations(deps),
    contactImports: contactImportOperations(deps),
    contactJobs: contactJobOperations(deps),
    contactPreviews: contactPreviewOperations(deps),
    contactMerges: contactMergeOperations(deps),
    contactMemory: contactMemoryOperations(deps),
    suppressions: suppressionOperations(deps),
    dataSources: dataSourceOperations(deps),
    messages: messageOperations(deps),
    conversations: conversationOperations(deps),
    assignments: assignmentOperations(deps),
    conversationNotes: conversationNoteOperations(deps),
    quickAnswers: quickAnswerOperations(deps),
    contactMessages: contactMessageOperations(deps),
    readMarks: readMarkOperations(deps),
    inbound: inboundOperations(deps),
    media: mediaOperations(deps),
    subscriptions: subscriptionOperations(deps),
    deadLetters: deadLetterOperations(deps),
    testEvents: testEventOperations(deps),
    providerLists: providerListOperations(deps),
    settings: settingsOperations(deps),
    simulationScenarios: scenarioOperations(deps),
    simulationRuns: simulationRunOperations(deps),
    ownTools: ownToolOperations(deps),
  };
};

/** Every use case, by resource. */
export type Operations = ReturnType<typeof createOperations>;
