/** An alert rule that fires, and its history. */
import type { Operations } from '../../../operations/operations.js';
import type { AlertRuleResource } from '../../../schemas/alerts/alert-rule.js';
import type { AlertFiring } from '../../../schemas/alerts/firing.js';
import { DomainError } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import type { Views } from '../../../views/views.js';
import { AGENT } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

export const ALERT_RULE = deriveId('alert-rule');
const AT = '2026-01-02T03:04:05.678Z';

const rule: AlertRuleResource = {
  alertRuleId: ALERT_RULE,
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
  status: 'firing',
  firingSince: AT,
  mutedUntil: null,
  revision: 2,
  createdAt: AT,
  updatedAt: AT,
};

const firing: AlertFiring = {
  firingId: deriveId('alert-firing'),
  status: 'resolved',
  comparison: 'below',
  threshold: 0.7,
  value: 0.5,
  count: 30,
  firedAt: AT,
  resolvedAt: AT,
  resolution: 'recovered',
  resolvedValue: 0.8,
  notifiedAt: AT,
  mails: [
    { email: 'kim@acme.example', notification: 'fired', status: 'failed', attempts: 8, problem: 'timeout' },
  ],
};

export const alertViews = (): Pick<
  Views,
  'alertRule' | 'alertRules' | 'alertFirings' | 'alertRulesToEvaluate'
> => ({
  alertRule: (_, id) => (id === ALERT_RULE ? rule : null),
  alertRules: () => [rule],
  alertFirings: (_, _ruleId, page) => pageOf(firing, page),
  alertRulesToEvaluate: () => [],
});

export const alertOperations = ({ record }: OperationLog): Pick<Operations, 'alertRules' | 'alertTests'> => ({
  alertRules: {
    list: () => [rule],
    canSendEmail: () => true,
    read: (_, id) =>
      id === ALERT_RULE
        ? Promise.resolve({
            alertRule: rule,
            current: { value: 0.5, count: 30, meetsCondition: true },
          })
        : Promise.reject(new DomainError('alert_rule_not_found')),
    create: (caller) => record(caller, rule),
    change: (caller) => record(caller, rule),
    remove: (caller, alertRuleId) => record(caller, { alertRuleId, removed: true }),
  },
  alertTests: {
    send: (caller) =>
      record(caller, {
        webhooks: [
          {
            subscriptionId: deriveId('alert-subscription'),
            outcome: 'failed' as const,
            httpStatus: null,
            problem: 'timeout',
          },
        ],
        mails: [{ email: 'kim@acme.example', outcome: 'sent' as const, problem: null }],
      }),
  },
});
