/** The e-mails of alerts: what they say, and that names of users cannot change their form. */
import t from 'tap';
import type { FiringFacts } from '../../../actors/alert-rule/events.js';
import { type AlertMailKind, alertMail } from '../../../operations/alerts/alert-mail.js';

const AT = Date.parse('2026-03-02T09:30:00.000Z');
const FIRING: FiringFacts = {
  firingId: 'f1',
  name: 'Too few calls succeed',
  metric: 'success_rate',
  comparison: 'below',
  threshold: 0.7,
  windowMinutes: 60,
  minimumCount: 20,
  agentId: null,
  campaignId: null,
  value: 0.625,
  count: 1_640,
  firedAt: AT,
};
const mailOf = (kind: AlertMailKind, changes: Partial<FiringFacts> = {}, businessName = 'Acme') =>
  alertMail({
    to: 'kim@acme.example',
    id: 'f1:fired:kim@acme.example',
    businessName,
    firing: { ...FIRING, ...changes },
    kind,
    url: 'https://parley.example/alerts',
  });

t.test('an alert says what happened, in plain words', async (t) => {
  const { subject, text, messageId } = mailOf({ is: 'fired' });
  t.equal(subject, 'Alert: Too few calls succeed');
  t.equal(messageId, 'f1_fired_kim_acme.example@f1.alerts.parley');
  t.equal(
    text,
    `Too few calls succeed

This alert rule fires:

Success rate: 62.5 % in the last hour
Rule: below 70 % in the last hour
Counted calls: 1,640
Since: 2026-03-02 09:30 UTC

Open the alerts: https://parley.example/alerts

You receive this e-mail because the rule of Acme lists your address.
`,
  );
});

t.test('each unit and window is written for people', async (t) => {
  const line = (changes: Partial<FiringFacts>): string | undefined =>
    mailOf({ is: 'fired' }, changes).text.split('\n')[4];
  const latency = { metric: 'heard_latency_p95', value: 1_832.4, windowMinutes: 15 } as const;
  t.equal(line(latency), 'Heard latency (95th percentile): 1,832 ms in the last 15 minutes');
  const cost = { metric: 'cost', value: 12_345_678, windowMinutes: 1_440 } as const;
  t.equal(line(cost), 'Cost: 12.35 credits in the last day');
  const days = { metric: 'credit_days', value: 3.14, windowMinutes: null } as const;
  t.equal(line(days), 'Days until the credit runs out: 3.1 days');
  t.match(line({ windowMinutes: 10_080 }), 'in the last 7 days');
  t.match(line({ windowMinutes: 360 }), 'in the last 6 hours');
});

t.test('the end says why, and a test says that nothing happened', async (t) => {
  const resolved = { at: AT + 600_000, value: 0.74, resolution: 'recovered' } as const;
  const end = mailOf({ is: 'resolved', resolved });
  t.equal(end.subject, 'Resolved: Too few calls succeed');
  t.match(end.text, /is resolved\. The value is back[\s\S]*Resolved: 2026-03-02 09:40 UTC\nValue now: 74 %/);
  const test = mailOf({ is: 'test' });
  t.match(test.text, 'This is a test: nothing has happened.');
  t.notMatch(test.text, 'Since');
});

t.test('names stay one line of text, and are escaped in HTML', async (t) => {
  const name = 'Bad\r\nBcc: all@acme.example <b>"x"</b>';
  const { subject, html, text } = mailOf({ is: 'fired' }, { name }, '<script>Acme</script>');
  t.notMatch(subject, /[\r\n]/);
  t.notMatch(text, /^Bcc:/m);
  t.notMatch(html, /<b>"x"|<script>/);
  t.match(html, '&lt;script&gt;Acme');
});
