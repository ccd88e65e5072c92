/** Alerts as webhooks report them. */
import t from 'tap';
import type { AlertRuleEvent, FiringFacts, Notified } from '../../../actors/alert-rule/events.js';
import { ALERTS } from '../../../operations/public-events/alerts.js';
import { deriveId } from '../../../schemas/ids.js';
import { publishedBy } from '../../support/public-events.js';

const RULE = deriveId('alert-rule');
const AT = Date.parse('2026-03-02T09:30:00.000Z');
const FIRING: FiringFacts = {
  firingId: deriveId('firing'),
  name: 'Slow',
  metric: 'heard_latency_p95',
  comparison: 'above',
  threshold: 1_500,
  windowMinutes: 60,
  minimumCount: 5,
  agentId: null,
  campaignId: null,
  value: 1_800,
  count: 9,
  firedAt: AT,
};
const ALL: Notified = { webhooks: true, emails: [], overLimit: [] };
const { webhookEvents, liveEvent } = publishedBy(ALERTS, {}, RULE);
const COMMIT = { seq: 7, at: AT + 60_000 };

t.test('an alert is one event when it fires, and one when it is resolved', async (t) => {
  const fired = { type: 'alert_rule.fired', slot: 1, firing: FIRING, notified: ALL } as const;
  t.match(webhookEvents(fired, COMMIT), [
    {
      eventId: `${FIRING.firingId}:fired`,
      eventType: 'alert.fired',
      alertRuleId: RULE,
      payload: {
        channel: 'alerts',
        alertRuleId: RULE,
        alert: { name: 'Slow', value: 1_800, firedAt: '2026-03-02T09:30:00.000Z', resolvedAt: null },
      },
    },
  ]);
  const resolved = { value: 900, resolution: 'recovered' } as const;
  const end = { type: 'alert_rule.resolved', slot: 2, firing: FIRING, ...resolved, notified: ALL } as const;
  t.match(webhookEvents(end, COMMIT), [
    {
      eventId: `${FIRING.firingId}:resolved`,
      payload: {
        alert: { resolvedAt: '2026-03-02T09:31:00.000Z', resolvedValue: 900, resolution: 'recovered' },
      },
    },
  ]);
  t.equal(liveEvent(fired, AT), null);
});

t.test(
  'a muted rule, and one without webhooks, send none; the end of a mute sends the alert late',
  async (t) => {
    const fired = (notified: Notified | null): AlertRuleEvent => ({
      type: 'alert_rule.fired',
      slot: 1,
      firing: FIRING,
      notified,
    });
    t.same(webhookEvents(fired(null), COMMIT), []);
    t.same(webhookEvents(fired({ ...ALL, webhooks: false }), COMMIT), []);
    const late = { type: 'alert_rule.notified_late', slot: 2, firing: FIRING, notified: ALL } as const;
    t.match(webhookEvents(late, COMMIT), [{ eventId: `${FIRING.firingId}:fired`, eventType: 'alert.fired' }]);
  },
);
