/** Requests about figures. */
import { AGENT } from '../fakes/ids.js';
import { type Cases, q } from './case.js';

const period = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';
const invalid = `${q}&from=yesterday&subject=mails&groupBy=week&agentId=1&version=0&outcome=lost&channel=fax&compare=all&timeZone=`;
const problems = [
  ...['from', 'to', 'subject', 'groupBy', 'agentId', 'version', 'channel', 'outcome', 'compare', 'timeZone'],
];

export const ANALYTICS_CASES: Cases = {
  readAnalytics: {
    path: `/api/v1/analytics?${q}&${period}&groupBy=hour&compare=previous&agentId=${AGENT}&timeZone=Asia/Kolkata`,
    status: 200,
    conditional: [
      { path: `/api/v1/analytics?${q}&${period}&subject=conversations`, scope: 'communications:read' },
    ],
    invalid: { query: invalid },
    problems,
  },
  exportAnalytics: {
    path: `/api/v1/analytics/export?${q}&${period}&groupBy=day&agentId=${AGENT}`,
    status: 200,
    conditional: [
      { path: `/api/v1/analytics/export?${q}&${period}&subject=conversations`, scope: 'communications:read' },
    ],
    invalid: { query: invalid },
    problems,
  },
};
