/** In-memory views: one of each resource, the same for every business. They record how they are used. */
import type { ViewStore } from '../../../views/views.js';
import { ALWAYS_FRESH } from '../../support/views/always-fresh.js';
import { agentViews } from './agents.js';
import { alertViews } from './alerts.js';
import { analysisViews } from './analyses.js';
import { analyticsViews } from './analytics.js';
import { auditViews } from './audit.js';
import { callViews } from './calls.js';
import { fakeCampaignViews } from './campaigns.js';
import { channelViews } from './channels.js';
import { createFakeCredentials, type FakeCredentials } from './console.js';
import { contactViews } from './contacts.js';
import { conversationViews } from './conversations.js';
import { sourceViews } from './data-sources.js';
import { AGENT, CONTACT } from './ids.js';
import { memoryViews } from './memory.js';
import { simulationViews } from './simulations.js';
import { subscriptionViews } from './subscriptions.js';
import { suppressionViews } from './suppressions.js';
import { ledgerViews, teamViews } from './team.js';

/** The views, and the controls of a test. */
export interface FakeViews extends ViewStore, FakeCredentials {
  use(keyId: string): void;
  /** Ids of used keys, in order of use. */
  readonly used: readonly string[];
  /** Commits that answers waited for, as `shard/seq`. */
  readonly waited: readonly string[];
  /** How often the views have caught up. */
  readonly caughtUp: () => number;
  /** Shows this contact from the next catch-up on. */
  appearOnCatchUp(id: string): void;
}

/** Starts unused. */
export const createFakeViews = (): FakeViews => {
  const waited: string[] = [];
  const used: string[] = [];
  const contactIds = new Set([CONTACT]);
  const coming = new Set<string>();
  let caughtUp = 0;
  return {
    ...createFakeCredentials(),
    ...agentViews(),
    ...callViews(),
    ...analysisViews(),
    ...analyticsViews(),
    ...memoryViews(),
    ...fakeCampaignViews(CONTACT, AGENT),
    ...channelViews(),
    ...contactViews(contactIds),
    ...conversationViews(),
    ...sourceViews(),
    ...alertViews(),
    ...simulationViews(),
    ...subscriptionViews(),
    ...suppressionViews(),
    ...teamViews(),
    ...ledgerViews(),
    ...auditViews(),
    business: () => null,
    silenceMinutesOf: () => null,
    usage: () => 0,
    quotasOf: () => ({}),
    webhookHosts: () => new Set(),
    hasUsers: () => true,
    liveCalls: () => 0,
    callsWithStatus: () => 0,
    callsAskingForHuman: () => [],
    faultsOfCalls: () => [],
    waitingDeadLetters: () => 0,
    setupFacts: () => ({
      activeAgent: false,
      completedCall: false,
      contact: false,
      campaign: false,
      colleague: false,
      webhook: false,
    }),
    use: (keyId) => void used.push(keyId),
    used,
    waited,
    caughtUp: () => caughtUp,
    appearOnCatchUp: (id) => coming.add(id),
    waitFor: async (shard, seq) => {
      waited.push(`${shard}/${seq}`);
    },
    catchUp: async () => {
      caughtUp += 1;
      for (const id of coming) contactIds.add(id);
    },
    freshness: ALWAYS_FRESH,
    skippedSorts: () => [],
    state: () => ({ type: 'ready' }),
    ready: () => true,
    lag: () => 0,
    setAside: () => [],
    outdatedBy: () => undefined,
    readAgain: () => undefined,
    close: async () => undefined,
  };
};
