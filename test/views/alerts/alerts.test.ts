/** Alert rules and their history, as the API shows them. */
import t from 'tap';
import type { AlertRuleEvent, FiringFacts, StoredAlertRule } from '../../../actors/alert-rule/events.js';
import {
  ALERT_FIRING_TABLES,
  alertFiringQueries,
  projectAlertFirings,
} from '../../../views/alerts/firings.js';
import { ALERT_RULE_TABLES, alertRuleQueries, projectAlertRules } from '../../../views/alerts/rules.js';
import { projecting, tablesOf } from '../projected.js';

const RULE: StoredAlertRule = {
  name: 'Slow',
  metric: 'heard_latency_p95',
  comparison: 'above',
  threshold: 1_500,
  windowMinutes: 60,
  minimumCount: 5,
  agentId: 'a1',
  campaignId: null,
  notifyWebhooks: true,
  emails: ['kim@acme.example'],
  enabled: true,
};
const SAVED: AlertRuleEvent = { type: 'alert_rule.saved', rule: RULE };
const { notifyWebhooks: _, emails: _emails, enabled: _enabled, ...CONDITION } = RULE;
const firingOf = (firingId: string, firedAt: number): FiringFacts => ({
  ...CONDITION,
  firingId,
  value: 1_800,
  count: 9,
  firedAt,
});
const NOTIFIED = { webhooks: true, emails: ['kim@acme.example'], overLimit: ['lou@acme.example'] };
const fired = (id: string, at: number, isMuted = false): AlertRuleEvent => ({
  type: 'alert_rule.fired',
  slot: at,
  firing: firingOf(id, at),
  notified: isMuted ? null : NOTIFIED,
});
const resolved = (id: string, firedAt: number): AlertRuleEvent => ({
  type: 'alert_rule.resolved',
  slot: 9,
  firing: firingOf(id, firedAt),
  value: 900,
  resolution: 'recovered',
  notified: { ...NOTIFIED, overLimit: [] },
});

const opened = () => {
  const db = tablesOf(ALERT_RULE_TABLES, ALERT_FIRING_TABLES);
  const rules = projecting(db, projectAlertRules);
  const firings = projecting(db, projectAlertFirings);
  return {
    show: (id: string, at: number, ...events: readonly AlertRuleEvent[]): void => {
      rules(id, at, ...events);
      firings(id, at, ...events);
    },
    ...alertRuleQueries(db),
    ...alertFiringQueries(db),
  };
};
const PAGE = { limit: 50, cursor: null };

t.test('a rule shows whether it fires, and whether it is muted', async (t) => {
  const { show, alertRule, alertRules } = opened();
  t.equal(alertRule('b1', 'r1', 0), null);
  show('r1', 1_000, SAVED);
  t.match(alertRule('b1', 'r1', 0), {
    ...RULE,
    alertRuleId: 'r1',
    status: 'ok',
    firingSince: null,
    revision: 1,
  });
  show('r1', 2_000, fired('f1', 2_000), { type: 'alert_rule.muted', until: 5_000 });
  t.match(alertRule('b1', 'r1', 4_999), {
    status: 'firing',
    firingSince: '1970-01-01T00:00:02.000Z',
    mutedUntil: '1970-01-01T00:00:05.000Z',
    revision: 1,
  });
  t.equal(alertRule('b1', 'r1', 5_000)?.mutedUntil, null, 'the mute has ended');
  show('r1', 6_000, resolved('f1', 2_000), { type: 'alert_rule.saved', rule: { ...RULE, enabled: false } });
  t.match(alertRules('b1', 7_000), [{ status: 'off', firingSince: null, revision: 2 }]);
  t.same(alertRules('b2', 7_000), [], 'of another business');
  show('r1', 8_000, { type: 'alert_rule.removed' });
  t.same(alertRules('b1', 9_000), []);
});

t.test('only enabled rules are evaluated, and it is known which observations matter', async (t) => {
  const { show, alertRulesToEvaluate } = opened();
  show('r1', 1, SAVED);
  show('r2', 2, { type: 'alert_rule.saved', rule: { ...RULE, enabled: false } });
  show('r3', 3, SAVED);
  const [first, ...others] = alertRulesToEvaluate(0, 1);
  t.match(first, { businessId: 'b1', id: 'r1', rule: RULE, revision: 1, isFiring: false, isSettled: false });
  t.same(others, []);
  t.match(alertRulesToEvaluate(first?.row ?? 0, 9), [{ id: 'r3' }]);
  const standing = () => alertRulesToEvaluate(0, 1).map(({ isFiring, isSettled }) => [isFiring, isSettled]);
  show('r1', 4, fired('f1', 4, true));
  t.same(standing(), [[true, false]], 'a notification is outstanding');
  show('r1', 5, { type: 'alert_rule.cleared', slot: 5 }, { type: 'alert_rule.persisted', slot: 6 });
  t.same(standing(), [[true, false]], 'it still is');
  show('r1', 6, { type: 'alert_rule.notified_late', slot: 7, firing: firingOf('f1', 4), notified: NOTIFIED });
  t.same(standing(), [[true, true]]);
  show('r1', 7, { type: 'alert_rule.cleared', slot: 8 });
  t.same(standing(), [[true, false]], 'it is about to end');
  show('r1', 8, resolved('f1', 4));
  t.same(standing(), [[false, false]]);
});

t.test('the history shows values, reasons and e-mails', async (t) => {
  const { show, alertFirings } = opened();
  show('r1', 1_000, SAVED, fired('f1', 1_000));
  const mailId = 'f1:fired:kim@acme.example';
  const attempt = { type: 'alert_rule.mail_attempted', firingId: 'f1', mailId } as const;
  show('r1', 2_000, { ...attempt, problem: 'timeout', retryAt: 3_000 });
  const mails = () => alertFirings('b1', 'r1', PAGE).items[0]?.mails;
  t.match(mails(), [
    { email: 'kim@acme.example', notification: 'fired', status: 'pending', attempts: 1, problem: 'timeout' },
    { email: 'lou@acme.example', status: 'failed', attempts: 0, problem: 'daily_limit' },
  ]);
  show('r1', 3_000, { type: 'alert_rule.mail_due', mailId }, { ...attempt, problem: null, retryAt: null });
  t.match(mails(), [{ status: 'sent', attempts: 2, problem: null }, {}]);
  show('r1', 9_000, resolved('f1', 1_000));
  t.match(alertFirings('b1', 'r1', PAGE).items, [
    {
      firingId: 'f1',
      status: 'resolved',
      value: 1_800,
      count: 9,
      firedAt: '1970-01-01T00:00:01.000Z',
      resolvedAt: '1970-01-01T00:00:09.000Z',
      resolution: 'recovered',
      resolvedValue: 900,
      notifiedAt: '1970-01-01T00:00:01.000Z',
      mails: [{}, {}, { notification: 'resolved', status: 'pending' }],
    },
  ]);
  show('r1', 10_000, fired('f2', 10_000, true));
  const { items, nextCursor } = alertFirings('b1', 'r1', { limit: 1, cursor: null });
  t.match(items, [{ firingId: 'f2', status: 'firing', notifiedAt: null, mails: [], resolution: null }]);
  t.match(alertFirings('b1', 'r1', { limit: 1, cursor: nextCursor }).items, [{ firingId: 'f1' }]);
  show('r1', 11_000, { type: 'alert_rule.removed' });
  t.same(alertFirings('b1', 'r1', PAGE).items, []);
});

t.test('the history is bounded', async (t) => {
  const { show, alertFirings } = opened();
  show('r1', 1, SAVED);
  for (let at = 1; at <= 510; at += 1) show('r1', at, fired(`f${at}`, at), resolved(`f${at}`, at));
  const all = [1, 2, 3].reduce<{ readonly ids: readonly string[]; readonly cursor: string | null }>(
    ({ ids, cursor }) => {
      const page = alertFirings('b1', 'r1', { limit: 200, cursor });
      return { ids: [...ids, ...page.items.map(({ firingId }) => firingId)], cursor: page.nextCursor };
    },
    { ids: [], cursor: null },
  ).ids;
  t.same([all.length, all[0], all.at(-1)], [500, 'f510', 'f11']);
});
