/** One campaign, with an iteration, a member, an activity and a summary. */

import type { Operations } from '../../../operations/operations.js';
import type { ActivityResource } from '../../../schemas/campaigns/activity.js';
import type { CampaignResource, Counts, IterationResource } from '../../../schemas/campaigns/campaign.js';
import type { CampaignFindings } from '../../../schemas/campaigns/findings.js';
import { settledSettings } from '../../../schemas/campaigns/iteration-settings.js';
import type { MembershipResource } from '../../../schemas/campaigns/membership.js';
import type { SummaryRunResource } from '../../../schemas/campaigns/summary-run.js';
import { deriveId } from '../../../schemas/ids.js';
import type { campaigns } from '../../../views/campaigns/index.js';
import type { Views } from '../../../views/views.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

/** Queries about campaigns. */
type CampaignViews = ReturnType<typeof campaigns.queries> &
  Pick<Views, 'contactsInCategories' | 'campaignTranscript'>;

/** The campaign, which has ended. */
export const CAMPAIGN = deriveId('campaign');
const ITERATION = deriveId('iteration');
/** Its summary run. */
export const SUMMARY_RUN = deriveId('summary-run');
const AT = '2026-01-02T03:04:05.678Z';

const counts: Counts = {
  total: 2,
  pending: 0,
  claimed: 0,
  active: 0,
  retry_wait: 0,
  completed: 1,
  voicemail: 0,
  no_answer: 1,
  busy: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
};

const fakeCampaigns = (contactId: string, agentId: string) => {
  const iteration: IterationResource = {
    id: ITERATION,
    campaignId: CAMPAIGN,
    ordinal: 1,
    channel: 'voice',
    agentId,
    status: 'completed',
    settings: settledSettings(),
    audienceReady: true,
    counts,
    progress: { finished: 2, percent: 100, perMinute: 1.5, estimatedEndAt: null, waitingFor: null },
    startAt: null,
    startedAt: AT,
    endedAt: AT,
    createdAt: AT,
  };
  const campaign: CampaignResource = {
    id: CAMPAIGN,
    name: 'Renewals',
    objective: 'Renew',
    channel: 'voice',
    agentId,
    status: 'completed',
    currentIteration: iteration,
    counts,
    createdAt: AT,
  };
  const attempt = { callId: deriveId('call'), messageId: null, startedAt: AT, endedAt: AT };
  const membership: MembershipResource = {
    contactId,
    contactName: 'José',
    iterationId: ITERATION,
    status: 'completed',
    outcome: 'completed',
    attempts: [{ ...attempt, outcome: 'completed' }],
    skipReason: null,
    retryAt: null,
    waitingFor: null,
    callBack: null,
    lastActivityAt: AT,
  };
  const activity: ActivityResource = {
    channel: 'voice',
    callId: deriveId('call'),
    messageId: null,
    iterationId: ITERATION,
    contactId,
    contactName: 'José',
    direction: 'outbound',
    status: 'completed',
    durationSeconds: 31,
    at: AT,
  };
  const run: SummaryRunResource = {
    summaryRunId: SUMMARY_RUN,
    campaignId: CAMPAIGN,
    status: 'completed',
    contacts: 2,
    assessed: 2,
    failed: 0,
    failures: [],
    recommended: 1,
    maxChargeMicrocredits: 4_000,
    chargedMicrocredits: 4_000,
    createdAt: AT,
    expiresAt: AT,
    confirmedAt: AT,
    endedAt: AT,
  };
  return { iteration, campaign, membership, activity, run };
};

/** Views of a campaign that has completed one iteration. */
export const fakeCampaignViews = (contactId: string, agentId: string): CampaignViews => {
  const { campaign, iteration, membership, activity, run } = fakeCampaigns(contactId, agentId);
  return {
    campaigns: (_, page) => pageOf(campaign, page),
    campaign: (_, id) => (id === CAMPAIGN ? campaign : null),
    iterationFacts: () => null,
    iterationSettings: () => null,
    contactAt: () => null,
    iteration: (_, id) => (id === ITERATION ? iteration : null),
    iterations: (_, page) => pageOf(iteration, page),
    iterationSeries: (iterationId) => ({
      iterationId,
      bucketSeconds: 60,
      buckets: [
        {
          at: AT,
          begun: 2,
          active: 0,
          completed: 1,
          voicemail: 0,
          no_answer: 1,
          busy: 0,
          failed: 0,
          cancelled: 0,
          skipped: 0,
        },
      ],
    }),
    memberships: (_, page) => pageOf(membership, page),
    membersWithOutcome: () => [],
    contactsInCategories: () => [],
    activities: (_, page) => pageOf(activity, page),
    activeContacts: () => [],
    activeContactCount: () => 2,
    campaignTranscript: () => [],
    summaryRuns: (_, page) => pageOf(run, page),
    summaryRun: (_, id) => (id === SUMMARY_RUN ? { ...run, iterationIds: [ITERATION] } : null),
    isDuplicateMember: () => false,
    conclusions: (_, after) =>
      after === ''
        ? [
            {
              contactId,
              assessedAs: contactId,
              name: '=José',
              mobile: '+14155552671',
              conclusion: 'Renews.',
              nextAction: '-',
              failure: null,
            },
          ]
        : [],
    recommendedContacts: () => [],
    campaignOfAgent: () => null,
    campaignSummary: () => null,
    agentsOfCampaign: () => [],
    runningCampaigns: () => [],
    callBacksOfCampaign: () => FINDINGS.callBacks,
  };
};

const FINDINGS: CampaignFindings = {
  calls: 2,
  complete: true,
  success: { met: 1, notMet: 1, unknown: 0, rate: 0.5 },
  sentiments: { positive: 2, neutral: 0, negative: 0, mixed: 0 },
  requests: { human: 0, no_contact: 0, call_back: 1 },
  criteria: [{ key: 'renewed', met: 1, notMet: 1, unknown: 0, rate: 0.5 }],
  fields: [
    {
      key: 'area',
      type: 'choice',
      stated: 1,
      values: [{ value: 'garden', calls: 1 }],
      least: null,
      mean: null,
      most: null,
    },
  ],
  callBacks: { planned: 1, called: 0, declined: 0 },
};

/** Operations that do not change the campaign. */
export const fakeCampaignOperations = (
  contactId: string,
  agentId: string,
  { record }: OperationLog,
): Pick<Operations, 'campaigns' | 'campaignPlans' | 'summaries'> => {
  const { campaign, iteration, run } = fakeCampaigns(contactId, agentId);
  return {
    campaigns: {
      create: (caller, body) => record(caller, { ...campaign, name: body.name }),
      act: (caller, _, { action }) =>
        record(caller, { ...campaign, status: action === 'pause' ? 'paused' : 'running' }),
      createIteration: (caller) => record(caller, { ...iteration, ordinal: 2 }),
    },
    campaignPlans: {
      estimate: async () => ({
        people: 3,
        complete: true,
        eligible: 2,
        skipped: [{ reason: 'contact_blocked', people: 1 }],
        lines: 5,
        basis: 'history',
        callSeconds: 60,
        attempts: 1,
        startsAt: AT,
        endsAt: AT,
        durationSeconds: 24,
        expectedMicrocredits: 60_000,
        mostMicrocredits: 3_600_000,
        availableMicrocredits: 7,
        preview: { contactId, contactName: 'José', text: 'Hello José' },
      }),
    },
    summaries: {
      estimate: (caller) => record(caller, { ...run, status: 'estimated' as const }),
      confirm: (caller) => record(caller, { ...run, status: 'running' as const }),
      findings: async () => FINDINGS,
      findingColumns: async () => ({ criteria: ['renewed'], fields: ['area'] }),
    },
  };
};
