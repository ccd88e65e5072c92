/** Requests about alert rules. */
import { ALERT_RULE } from '../fakes/alerts.js';
import { AGENT, BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

const RULES = '/api/v1/alert-rules';
const rule = {
  businessId: BUSINESS,
  name: 'Too few calls succeed',
  metric: 'success_rate',
  comparison: 'below',
  threshold: 0.7,
  windowMinutes: 60,
  minimumCount: 20,
  agentId: AGENT,
  campaignId: null,
  notifyWebhooks: true,
  emails: ['kim@acme.example'],
  enabled: true,
};

export const ALERT_CASES: Cases = {
  listAlertRules: {
    path: `${RULES}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  createAlertRule: {
    path: RULES,
    status: 201,
    body: rule,
    other: { body: { ...rule, name: 'Others' } },
    invalid: {
      body: {
        ...rule,
        name: ' ',
        metric: 'mood',
        comparison: 'near',
        threshold: -1,
        windowMinutes: 61,
        minimumCount: 0,
        emails: ['kim@acme.example\r\nBcc: all@acme.example'],
      },
    },
    problems: [
      ...['/name', '/metric', '/comparison', '/threshold', '/windowMinutes', '/minimumCount', '/emails/0'],
    ],
  },
  readAlertRule: {
    path: `${RULES}/${ALERT_RULE}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  updateAlertRule: {
    path: `${RULES}/${ALERT_RULE}`,
    status: 200,
    body: { businessId: BUSINESS, threshold: 0.6, mutedUntil: '2026-01-02T04:00:00.000Z' },
    other: { body: { businessId: BUSINESS, enabled: false } },
    invalid: { body: { businessId: BUSINESS, threshold: 'low', mutedUntil: 'later', emails: ['kim'] } },
    problems: ['/threshold', '/mutedUntil', '/emails/0'],
  },
  removeAlertRule: {
    path: `${RULES}/${ALERT_RULE}?${q}`,
    status: 200,
    other: { path: `${RULES}/${UNKNOWN_ID}?${q}` },
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  listAlertFirings: {
    path: `${RULES}/${ALERT_RULE}/firings?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  testAlertRule: {
    path: `${RULES}/${ALERT_RULE}/test`,
    status: 200,
    body: { businessId: BUSINESS },
    other: { path: `${RULES}/${UNKNOWN_ID}/test`, body: { businessId: BUSINESS } },
    invalid: { body: { businessId: 7 } },
    problems: ['/businessId'],
  },
};
