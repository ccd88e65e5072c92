/** Requests about campaigns: for each operation a good, a different and an invalid one. */
import { CAMPAIGN, SUMMARY_RUN } from '../fakes/campaigns.js';
import { AGENT, BUSINESS, CATEGORY, CONTACT } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

const path = `/api/v1/campaigns/${CAMPAIGN}`;
const callBacks = { maxPerContact: 1, withinDays: 7 };
const window = { timezone: 'Europe/Berlin', days: ['mon', 'tue'], start: '09:00', end: '17:30' };
const plan = {
  businessId: BUSINESS,
  name: 'Renewals',
  objective: 'Renew.',
  channel: 'voice',
  agentId: AGENT,
  audience: { categoryIds: [CATEGORY] },
  settings: { window, callBacks },
};
const invalidSettings = {
  maxRetries: 11,
  retryDelayMinutes: 0,
  messageText: '',
  templateName: 'No Name',
  templateLanguage: 'english',
  templateComponents: [{ type: 'footer', parameters: [] }],
  callBacks: { maxPerContact: 0, withinDays: 0 },
  window: { timezone: '', days: ['monday', 'mon', 'mon'], start: '24:00', end: '9:00' },
};
const settingsProblems = [
  ...['/settings/callBacks/maxPerContact', '/settings/callBacks/withinDays'],
  ...['/settings/maxRetries', '/settings/retryDelayMinutes', '/settings/messageText'],
  ...['/settings/templateName', '/settings/templateLanguage'],
  ...['/settings/templateComponents/0/parameters', '/settings/templateComponents/0/type'],
  ...['/settings/window/timezone', '/settings/window/days'],
  ...['/settings/window/days/0', '/settings/window/start', '/settings/window/end'],
];

export const CAMPAIGN_CASES: Cases = {
  listCampaigns: {
    path: `/api/v1/campaigns?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  estimateCampaign: {
    path: '/api/v1/console/campaign-estimates',
    status: 200,
    changesNothing: true,
    body: {
      businessId: BUSINESS,
      channel: 'voice',
      agentId: AGENT,
      audience: { categoryIds: [CATEGORY] },
      settings: { window, callBacks },
    },
    invalid: {
      body: {
        businessId: BUSINESS,
        channel: 'fax',
        agentId: 'me',
        startAt: 'soon',
        audience: { categoryIds: ['x'] },
        settings: invalidSettings,
      },
    },
    problems: ['/channel', '/agentId', '/startAt', '/audience/categoryIds/0', ...settingsProblems],
  },
  readCampaignSeries: {
    path: `/api/v1/console/campaigns/${CAMPAIGN}/series?${q}`,
    status: 200,
    invalid: { query: `${q}&iterationId=x` },
    problems: ['iterationId'],
  },
  createCampaign: {
    path: '/api/v1/campaigns',
    status: 201,
    body: plan,
    other: { body: { ...plan, name: 'Other' } },
    invalid: {
      body: {
        businessId: BUSINESS,
        name: '',
        objective: '',
        channel: 'fax',
        agentId: 'me',
        startAt: 'soon',
        audience: { contactIds: [], categoryIds: ['x'], excludeContactIds: [CONTACT, CONTACT] },
        settings: invalidSettings,
      },
    },
    problems: [
      ...['/name', '/objective', '/channel', '/agentId', '/startAt', '/audience/contactIds'],
      ...['/audience/categoryIds/0', '/audience/excludeContactIds', ...settingsProblems],
    ],
  },
  readCampaign: {
    path: `${path}?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  actOnCampaign: {
    path,
    status: 200,
    body: { businessId: BUSINESS, action: 'start' },
    other: { body: { businessId: BUSINESS, action: 'pause' } },
    invalid: { body: { businessId: BUSINESS, action: 'stop' } },
    problems: ['/action'],
  },
  listIterations: {
    path: `${path}/iterations?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  createIteration: {
    path: `${path}/iterations`,
    status: 201,
    body: {
      businessId: BUSINESS,
      channel: 'voice',
      audience: { outcomes: ['busy', 'no_answer'] },
      settings: { window, callBacks },
    },
    other: { body: { businessId: BUSINESS, channel: 'whatsapp', audience: { contactIds: [CONTACT] } } },
    invalid: {
      body: {
        businessId: BUSINESS,
        channel: 'fax',
        agentId: 1,
        startAt: 'soon',
        settings: invalidSettings,
        audience: {
          fromIterationIds: [],
          outcomes: ['lost'],
          contactIds: ['x'],
          recommendedBySummaryRunId: 'x',
        },
      },
    },
    problems: [
      ...['/channel', '/agentId', '/startAt', '/audience/fromIterationIds', '/audience/outcomes/0'],
      ...['/audience/contactIds/0', '/audience/recommendedBySummaryRunId', ...settingsProblems],
    ],
  },
  listMemberships: {
    path: `${path}/memberships?${q}`,
    status: 200,
    other: { path: `${path}/memberships?${q}&status=completed&contactId=${CONTACT}` },
    invalid: { query: `${q}&${invalidPage}&status=lost&iterationId=x&contactId=x` },
    problems: ['limit', 'cursor', 'status', 'iterationId', 'contactId'],
  },
  listActivities: {
    path: `${path}/activities?${q}`,
    status: 200,
    other: { path: `${path}/activities?${q}&channel=voice&status=busy&contactId=${CONTACT}` },
    invalid: { query: `${q}&${invalidPage}&channel=fax&status=&iterationId=x&contactId=x` },
    problems: ['limit', 'cursor', 'channel', 'status', 'iterationId', 'contactId'],
  },
  listSummaryRuns: {
    path: `${path}/summary-runs?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  runSummary: {
    path: `${path}/summary-runs`,
    status: 202,
    body: {
      businessId: BUSINESS,
      mode: 'confirm',
      summaryRunId: SUMMARY_RUN,
      maxChargeMicrocredits: 4_000,
    },
    other: { body: { businessId: BUSINESS, mode: 'estimate' } },
    invalid: {
      body: { businessId: BUSINESS, mode: 'confirm', summaryRunId: 'x', maxChargeMicrocredits: -1 },
    },
    problems: ['/summaryRunId', '/maxChargeMicrocredits'],
  },
  readCampaignFindings: {
    path: `${path}/findings?${q}`,
    status: 200,
    invalid: { query: 'businessId=x' },
    problems: ['businessId'],
  },
  exportCampaign: {
    path: `${path}/exports?${q}&summaryRunId=${SUMMARY_RUN}`,
    status: 200,
    other: { path: `${path}/exports?${q}&summaryRunId=${SUMMARY_RUN}&findings=true` },
    invalid: { query: `${q}&summaryRunId=x&findings=maybe` },
    problems: ['summaryRunId', 'findings'],
  },
};
