/** The public events of alert rules. */
import { ALERT_RULE_KIND, type AlertRuleEvent, type FiringFacts } from '../../actors/alert-rule/events.js';
import { iso } from '../../views/kernel/dates.js';
import { publicEventsOf, type Subject } from './public-event.js';
import { publicSource } from './source.js';

type AlertSubject = Subject;

const publicEvent = publicEventsOf<AlertRuleEvent, AlertSubject>();

/** An alert as webhooks describe it. Also tests send it (operations/alerts/test-notification.ts). */
export const alertFields = ({
  minimumCount: _,
  ...firing
}: FiringFacts): Readonly<Record<string, unknown>> => ({
  ...firing,
  firedAt: iso(firing.firedAt),
  resolvedAt: null,
  resolution: null,
  resolvedValue: null,
});

const EVENTS = [
  publicEvent(
    ['alert_rule.fired', 'alert_rule.notified_late'],
    'An alert rule fires, or still fires when its mute ends.',
    {
      webhooks: ['alert.fired'],
      toWebhooks: (_, { firing, notified }) =>
        notified?.webhooks === true
          ? [{ name: 'alert.fired', id: `${firing.firingId}:fired`, fields: { alert: alertFields(firing) } }]
          : [],
    },
  ),
  publicEvent('alert_rule.resolved', 'An alert is resolved.', {
    webhooks: ['alert.resolved'],
    toWebhooks: (_, { firing, value, resolution, notified }, { at }) =>
      notified?.webhooks === true
        ? [
            {
              name: 'alert.resolved',
              id: `${firing.firingId}:resolved`,
              fields: {
                alert: { ...alertFields(firing), resolvedAt: iso(at), resolution, resolvedValue: value },
              },
            },
          ]
        : [],
  }),
];

/** Rules are known by their id alone, so the end of an alert is published although its rule is removed by then. */
export const ALERTS = publicSource<AlertSubject>({
  kind: ALERT_RULE_KIND,
  reaction: 'webhooks-alerts',
  topic: 'calls',
  subjectOf: (_views, _businessId, alertRuleId) => ({
    channel: 'alerts',
    accountId: null,
    about: { alertRuleId },
    webhookFacts: {},
    facts: {},
  }),
  events: EVENTS,
  gathered: null,
});
