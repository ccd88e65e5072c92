/** In-memory operations: they do nothing, and record what was requested. */
import type { Operations } from '../../../operations/operations.js';
import { agentOperations, publicationOperations, splitOperations, voicemailOperations } from './agents.js';
import { alertOperations } from './alerts.js';
import { analysisOperations, analysisRunOperations } from './analyses.js';
import { fakeAnalyticsOperations } from './analytics.js';
import { callOperations } from './calls.js';
import { fakeCampaignOperations } from './campaigns.js';
import { channelOperations } from './channels.js';
import { consoleOperations } from './console.js';
import { contactOperations } from './contacts.js';
import { conversationOperations, inboxOperations } from './conversations.js';
import { sourceOperations } from './data-sources.js';
import { AGENT, CONTACT } from './ids.js';
import { memoryOperations } from './memory.js';
import { type Behaviour, createOperationLog } from './operation-log.js';
import { providerOperations } from './providers.js';
import { settingsOperations } from './settings.js';
import { simulationOperations } from './simulations.js';
import { subscriptionOperations } from './subscriptions.js';
import { suppressionOperations } from './suppressions.js';
import { teamOperations } from './team.js';
import { toolOperations } from './tools.js';

/** The operations, and the controls of a test. */
export interface FakeOperations extends Operations {
  /** Operations done, as `operationId key`; reports as `report callId progress`. */
  readonly performed: readonly string[];
  /** Makes the next operation wait for the promise, then throw the error if there is one. */
  next(behaviour: Behaviour): void;
}

/** Starts with nothing done. */
export const createFakeOperations = (): FakeOperations => {
  const log = createOperationLog();
  return {
    performed: log.performed,
    next: log.next,
    agents: agentOperations(log),
    publications: publicationOperations(log),
    splits: splitOperations(log),
    voicemail: voicemailOperations(log),
    analysisSettings: analysisOperations(log),
    analysisRuns: analysisRunOperations(log),
    analytics: fakeAnalyticsOperations(),
    contactMemory: memoryOperations(log),
    ...callOperations(log),
    ...fakeCampaignOperations(CONTACT, AGENT, log),
    ...channelOperations(log),
    ...consoleOperations(log),
    ...contactOperations(log),
    conversations: conversationOperations(log),
    ...inboxOperations(log),
    dataSources: sourceOperations(log),
    providerLists: providerOperations(log),
    ownTools: toolOperations(log),
    settings: settingsOperations(log),
    ...alertOperations(log),
    ...simulationOperations(log),
    ...subscriptionOperations(log),
    suppressions: suppressionOperations(log),
    ...teamOperations(log),
  };
};
