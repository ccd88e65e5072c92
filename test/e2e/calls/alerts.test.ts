/** Failing calls fire an alert once: a webhook and an e-mail arrive, also if the service dies meanwhile, and it is resolved. */
import t from 'tap';
import type { AlertRuleResource } from '../../../schemas/alerts/alert-rule.js';
import type { AlertFiring, AlertTest } from '../../../schemas/alerts/firing.js';
import { isSettled } from '../../../testkit/api/client.js';
import { startMailServer } from '../../../testkit/servers/mail-server.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const RULES = '/api/v1/alert-rules';
const KIM = 'kim@acme.example';

t.setTimeout(240_000);

let refusals = 1;
const mailServer = await startMailServer(t, {
  credentials: { user: 'parley', password: 'secret' },
  // The first attempt fails, so it has to be repeated after the service was killed.
  refusal: (step, address) => {
    if (step !== 'to' || address !== KIM || refusals === 0) return undefined;
    refusals -= 1;
    return 451;
  },
});
const receiver = await startReceiver(t);
const world = await startWorld(t, {
  PARLEY_DEVELOPMENT: '1',
  PARLEY_ALERT_SECONDS: '1',
  PARLEY_SMTP_HOST: '127.0.0.1',
  PARLEY_SMTP_PORT: String(mailServer.port),
  PARLEY_SMTP_TLS: 'none',
  PARLEY_SMTP_USER: 'parley',
  PARLEY_SMTP_PASSWORD: 'secret',
  PARLEY_SMTP_FROM: 'alerts@parley.example',
});
const { network } = world;
const client = world.client();
const { signingSecret } = await client.post<{ readonly signingSecret: string }>(
  '/api/v1/webhook-subscriptions',
  { channel: 'alerts', callbackUrl: `${receiver.url}/alerts`, events: ['alert.fired', 'alert.resolved'] },
);
receiver.secret('/alerts', signingSecret);
const agent = await client.createAgent('Ann', 'Be kind.', { firstGreeting: 'Hello.' });

const call = async (outcome: 'failed' | 'busy', number: string): Promise<void> => {
  await network.callee(number, { outcome, ringMs: 100 });
  await client.callUntil(await client.startCall(agent.id, number), isSettled, CALL_MS);
};
const typesOf = (isTest = false): readonly string[] =>
  receiver
    .on('/alerts')
    .filter(({ body }) => (body.test === true) === isTest)
    .map(({ body }) => String(body.eventType));
const subjects = (): readonly (string | undefined)[] => mailServer.to(KIM).map(({ mail }) => mail.subject);

t.test('an alert is fired once, over a crash, and resolved', async (t) => {
  const { alertRule } = await client.post<{ alertRule: AlertRuleResource }>(RULES, {
    name: 'Calls fail',
    metric: 'call_failure_rate',
    comparison: 'above',
    threshold: 0.5,
    minimumCount: 2,
    agentId: agent.id,
    emails: [KIM],
  });
  t.match(alertRule, { status: 'ok', windowMinutes: 60, emails: [KIM], notifyWebhooks: true });
  const path = `${RULES}/${alertRule.alertRuleId}`;

  await call('failed', '+14155550190');
  await call('failed', '+14155550191');
  await until('the webhook arrives', () => typesOf().includes('alert.fired'), CALL_MS);
  await until('the mail server has refused the e-mail', () => refusals === 0, CALL_MS);
  t.match(await client.get(path), {
    alertRule: { status: 'firing' },
    current: { value: 1, count: 2, meetsCondition: true },
  });

  await world.kill();
  await world.restart();
  await until('the e-mail arrives', () => subjects().includes('Alert: Calls fail'), 120_000);
  await call('busy', '+14155550192');
  t.same(typesOf(), ['alert.fired'], 'the share of failed calls is still too high');
  await call('busy', '+14155550193');
  await until('the end arrives', () => typesOf().includes('alert.resolved'), CALL_MS);
  await until('its e-mail arrives', () => subjects().includes('Resolved: Calls fail'), CALL_MS);

  t.same(typesOf(), ['alert.fired', 'alert.resolved']);
  t.same(subjects(), ['Alert: Calls fail', 'Resolved: Calls fail']);
  t.ok(receiver.on('/alerts').every(({ signed }) => signed));
  t.match(receiver.on('/alerts')[0]?.body, {
    alertRuleId: alertRule.alertRuleId,
    channel: 'alerts',
    alert: { name: 'Calls fail', metric: 'call_failure_rate', value: 1, count: 2, threshold: 0.5 },
  });
  t.match(mailServer.to(KIM)[0]?.mail.text, /Share of failed calls: 100 % in the last hour/);
  const { firings } = await client.get<{ firings: readonly AlertFiring[] }>(`${path}/firings`);
  t.match(firings, [
    {
      status: 'resolved',
      resolution: 'recovered',
      value: 1,
      resolvedValue: 0.5,
      mails: [
        { email: KIM, notification: 'fired', status: 'sent', attempts: 2, problem: null },
        { email: KIM, notification: 'resolved', status: 'sent', attempts: 1 },
      ],
    },
  ]);
  t.equal(firings.length, 1);

  const { test } = await client.post<{ test: AlertTest }>(`${path}/test`, {});
  t.match(test, { webhooks: [{ outcome: 'delivered' }], mails: [{ email: KIM, outcome: 'sent' }] });
  t.same(typesOf(true), ['alert.fired']);
  t.equal(subjects().at(-1), 'Test: Calls fail');
});
