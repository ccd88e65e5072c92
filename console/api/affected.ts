/**
 * Which reads each write changes, stated once. After a write the cache reads them again, so that no page has to know which
 * others show the same data. Writes without an entry here do not compile.
 *
 * Two kinds of reads are missing on purpose: those that live events announce fast enough (live-cache.ts), and those whose page
 * puts the answer of the write into the cache itself.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { OperationId, WriteId } from './client.js';
import { operationOf } from './query-keys.js';

type Affected = readonly OperationId[];

/** What the frame and the home page say of everything. */
const SUMMARIES = ['readHome', 'readOverview'] as const;
const AGENTS = ['listAgents', 'readAgent', 'listAgentVersions', 'listSplits', 'estimateCampaign'] as const;
const CONTACTS = ['listContacts', 'listContactCategories', 'readContact', 'readHome'] as const;
const SOURCES = ['listDataSources', 'listIngestions'] as const;
const CAMPAIGN = [
  ...['listCampaigns', 'readCampaign', 'listIterations', 'listMemberships', 'listActivities'],
  ...['readCampaignSeries', 'readCampaignFindings', 'listSummaryRuns', ...SUMMARIES],
] as const;
const SUBSCRIPTIONS = ['listSubscriptions', ...SUMMARIES] as const;
const DELIVERIES = ['listDeliveryAttempts', 'listDeadLetters', ...SUMMARIES] as const;
const ACCOUNTS = ['listChannelAccounts', 'listChannelAssignments', 'listChannels', ...SUMMARIES] as const;
const ALERTS = ['listAlertRules', 'readAlertRule'] as const;
const INBOX = ['listConversations', 'readConversation', 'listConversationMessages'] as const;
const ANSWERS = ['listQuickAnswers', 'listQuickAnswersFor'] as const;
const REVIEWS = [
  'readVoiceCall',
  'listVoiceCalls',
  'searchVoiceCalls',
  'countVoiceCalls',
  'listVoiceCallTags',
] as const;
const TEAM = ['listMembers', 'listInvitations', 'readHome'] as const;

const AFFECTED: { readonly [W in WriteId]: Affected } = {
  createAgent: [...AGENTS, 'readHome'],
  updateAgent: AGENTS,
  archiveAgent: [...AGENTS, 'readHome'],
  saveDraft: AGENTS,
  discardDraft: AGENTS,
  publishDraft: AGENTS,
  rollBackAgent: AGENTS,
  startSplit: ['listSplits'],
  endSplit: ['listSplits', 'readAgent'],
  setVoicemail: [],
  setAnalysisSettings: [],
  setMemorySettings: [],
  runAnalysis: ['listAnalysisRuns'],
  setTool: ['listTools'],
  importTools: ['listTools'],
  tryTool: [],
  removeTool: ['listTools'],
  startAgentTest: [],
  continueAgentTest: [],
  speakAgentTest: [],
  createSimulationScenario: ['listSimulationScenarios'],
  updateSimulationScenario: ['listSimulationScenarios', 'readSimulationScenario'],
  removeSimulationScenario: ['listSimulationScenarios'],
  runSimulation: ['listSimulationRuns'],
  cancelSimulation: ['listSimulationRuns', 'readSimulationRun'],

  createContact: CONTACTS,
  updateContact: CONTACTS,
  // The contact itself is still on the page, and gone.
  deleteContacts: ['listContacts', 'listContactCategories', 'readHome'],
  mergeContacts: [...CONTACTS, 'readContactTimeline'],
  linkContact: [...CONTACTS, ...INBOX],
  createContactCategory: ['listContactCategories'],
  deleteContactCategory: CONTACTS,
  importContacts: ['listContactImports', 'listContactCategories', 'readHome'],
  previewContactImport: [],
  startContactJob: ['listContactJobs'],
  cancelContactJob: ['listContactJobs'],
  eraseContactMemory: ['readContactMemory'],

  createDataSource: SOURCES,
  updateDataSource: SOURCES,
  archiveDataSource: SOURCES,
  uploadDataSource: SOURCES,
  refreshDataSource: SOURCES,
  reviewIngestion: SOURCES,

  createCampaign: CAMPAIGN,
  actOnCampaign: CAMPAIGN,
  createIteration: CAMPAIGN,
  estimateCampaign: [],
  runSummary: ['listSummaryRuns', 'readCampaignFindings'],

  createSubscription: SUBSCRIPTIONS,
  updateSubscription: SUBSCRIPTIONS,
  revokeSubscription: SUBSCRIPTIONS,
  rotateSubscriptionSecret: SUBSCRIPTIONS,
  testSubscription: DELIVERIES,
  resendDeadLetter: DELIVERIES,

  createAlertRule: ALERTS,
  updateAlertRule: ALERTS,
  removeAlertRule: ['listAlertRules'],
  testAlertRule: ['listAlertFirings'],

  connectChannelAccount: ACCOUNTS,
  disconnectChannelAccount: ACCOUNTS,
  deleteInstagramConnection: ACCOUNTS,
  assignChannel: ACCOUNTS,
  checkChannelAccount: [],

  uploadMedia: [],
  sendMessage: INBOX,
  markMessagesRead: INBOX,
  replyInConversation: INBOX,
  takeConversation: INBOX,
  giveBackConversation: INBOX,
  markConversationRead: INBOX,
  assignConversation: INBOX,
  setConversationStatus: INBOX,
  changeConversations: INBOX,
  addConversationNote: INBOX,
  editConversationNote: INBOX,
  removeConversationNote: INBOX,
  writeToContact: INBOX,
  createQuickAnswer: ANSWERS,
  updateQuickAnswer: ANSWERS,
  removeQuickAnswer: ANSWERS,

  startVoiceCall: [],
  startVoiceCallBatch: [],
  startTestCall: [],
  startSimulatedCall: [],
  cancelVoiceCall: ['readVoiceCall'],
  eraseSessionLog: ['readVoiceCall'],
  noteToAgent: [],
  openLeg: [],
  reviewVoiceCall: ['readVoiceCall', 'listVoiceCallTags'],
  reviewVoiceCalls: REVIEWS,
  addVoiceCallNote: ['readVoiceCall'],
  removeVoiceCallNote: ['readVoiceCall'],
  createSavedView: ['listSavedViews'],
  updateSavedView: ['listSavedViews'],
  removeSavedView: ['listSavedViews'],

  addSuppressions: ['listSuppressions'],
  removeSuppression: ['listSuppressions'],
  importSuppressions: ['listSuppressions'],

  // A new session reads everything.
  signIn: [],
  signOut: [],
  switchBusiness: [],
  setUp: [],
  acceptInvitation: [],
  joinTeam: [],
  resetPassword: [],
  changePassword: ['listOwnSessions'],
  endOtherSessions: ['listOwnSessions'],
  createKey: ['listKeys'],
  revokeKey: ['listKeys'],
  changeMember: TEAM,
  removeMember: TEAM,
  endMemberSessions: TEAM,
  createPasswordReset: [],
  inviteMember: TEAM,
  revokeInvitation: TEAM,

  setProviders: ['listProviders', 'readHome'],
  removeProviders: ['listProviders', 'readHome'],
  testProviders: [],
  changeSettings: ['readBusiness', 'listQuotas', ...SUMMARIES],
  testCarriers: [],
};

/** A write waits at most this long for the reads that it changes, ms: a slow list must not keep a dialog open. */
const WAIT_MS = 1_000;

/**
 * Reads again what a write has changed: at once what a page shows, the rest when a page needs it. Resolves once what is shown is
 * fresh, or after a second.
 */
export const readAgainAfter = async (queries: QueryClient, write: WriteId): Promise<void> => {
  const affected: ReadonlySet<string> = new Set(AFFECTED[write]);
  if (affected.size === 0) return;
  let timer = 0;
  const waited = new Promise<void>((resolve) => {
    timer = window.setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([
    queries.invalidateQueries({ predicate: (query) => affected.has(operationOf(query)) }),
    waited,
  ]);
  window.clearTimeout(timer);
};
