/** What a rule may contain, and what is refused. */
import t from 'tap';
import { alertRule } from '../../../actors/alert-rule/index.js';
import { alertRuleOperations } from '../../../operations/alerts/alert-rules.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { AlertRuleCreate, AlertRuleResource } from '../../../schemas/alerts/alert-rule.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import { fold } from '../../support/actors/fold.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

const AT = Date.parse('2026-03-02T09:30:00.000Z');
const CALLER = { businessId: 'b1', operationId: 'createAlertRule', idempotencyKey: 'k', at: AT };
const BODY: AlertRuleCreate = {
  businessId: 'b1',
  name: 'Too few calls succeed',
  metric: 'success_rate',
  comparison: 'below',
  threshold: 0.7,
};
const RESOURCE = stub<AlertRuleResource>({ alertRuleId: 'r1' });

const operating = ({ rules = 0, mail = true } = {}) => {
  const rule = fold(alertRule);
  const operations = alertRuleOperations({
    actors: stubActors((kind, _id, request) => {
      if (kind === 'agent') throw new DomainError('agent_not_found');
      if (isCommandOf(alertRule, kind, request)) return rule.apply(request, AT);
      return alertRule.queries(rule.state).get();
    }),
    views: stub<OperationsDeps['views']>({
      catchUp: async () => undefined,
      waitFor: async () => undefined,
      alertRule: () => (rule.state.kept === null ? null : RESOURCE),
      alertRules: () => Array.from({ length: rules }, () => RESOURCE),
      campaign: () => null,
    }),
    mail: mail ? stub<NonNullable<OperationsDeps['mail']>>({}) : null,
  });
  return {
    rule,
    operations,
    create: (body: Partial<AlertRuleCreate>) => operations.create(CALLER, { ...BODY, ...body }),
  };
};

t.test('omitted settings have defaults, as far as the metric has them', async (t) => {
  const { rule, create } = operating();
  await create({});
  t.match(rule.state.kept?.rule, {
    windowMinutes: 60,
    minimumCount: 20,
    agentId: null,
    campaignId: null,
    notifyWebhooks: true,
    emails: [],
    enabled: true,
  });
  const credit = operating();
  await credit.create({ metric: 'credit_days', threshold: 3 });
  t.match(credit.rule.state.kept?.rule, { windowMinutes: null, minimumCount: null });
});

t.test('settings that the metric does not have are refused', async (t) => {
  const { create } = operating();
  const places = async (body: Partial<AlertRuleCreate>): Promise<unknown> => {
    const error: unknown = await create(body).catch((thrown: unknown) => thrown);
    return error instanceof DomainError ? error.details.map(({ path }) => path) : error;
  };
  t.same(await places({ threshold: 1.1 }), ['/threshold']);
  t.same(await places({ metric: 'cost', threshold: 5e6, minimumCount: 3 }), ['/minimumCount']);
  const ofWindow = { windowMinutes: 60, minimumCount: 3, agentId: 'a', campaignId: 'c' };
  t.same(await places({ metric: 'credit_left', threshold: 5, ...ofWindow }), [
    ...['/windowMinutes', '/minimumCount', '/agentId', '/campaignId'],
  ]);
  t.same(await places({ name: '​ ' }), ['/name']);
});

t.test(
  'e-mail without a mail server, unknown agents and campaigns, and too many rules are refused',
  async (t) => {
    await t.rejects(operating({ mail: false }).create({ emails: ['kim@acme.example'] }), {
      code: 'email_not_configured',
    });
    t.equal(operating({ mail: false }).operations.canSendEmail(), false);
    await t.rejects(operating().create({ agentId: 'a1' }), { code: 'agent_not_found' });
    await t.rejects(operating().create({ campaignId: 'c1' }), { code: 'campaign_not_found' });
    await t.rejects(operating({ rules: 50 }).create({}), { code: 'too_many_alert_rules' });
  },
);

t.test('a mute ends in the next 90 days', async (t) => {
  const { rule, operations, create } = operating();
  await create({});
  const mute = (mutedUntil: string | null) =>
    operations.change(CALLER, 'r1', { businessId: 'b1', mutedUntil });
  await mute('2026-03-02T10:00:00.000Z');
  t.equal(rule.state.kept?.mutedUntil, AT + 30 * 60_000);
  await mute(null);
  t.equal(rule.state.kept?.mutedUntil, null);
  for (const until of ['2026-03-02T09:30:00.000Z', '2026-07-01T00:00:00.000Z'])
    await t.rejects(mute(until), { code: 'validation_failed', details: [{ path: '/mutedUntil' }] });
});
