/** An alert rule begins and ends an alert once, and owes e-mails within bounds. */
import fc from 'fast-check';
import t from 'tap';
import { MAIL_PAUSES_MS, MAX_MAILS_A_DAY } from '../../../actors/alert-rule/decide.js';
import type { AlertRuleEvent, StoredAlertRule } from '../../../actors/alert-rule/events.js';
import { alertRule } from '../../../actors/alert-rule/index.js';
import { fold } from '../../support/actors/fold.js';

const RULE: StoredAlertRule = {
  name: 'Too few calls succeed',
  metric: 'success_rate',
  comparison: 'below',
  threshold: 0.7,
  windowMinutes: 60,
  minimumCount: 20,
  agentId: null,
  campaignId: null,
  notifyWebhooks: true,
  emails: ['kim@acme.example', 'lou@acme.example'],
  enabled: true,
};
const LOW = { value: 0.5, count: 30 };
const HIGH = { value: 0.9, count: 30 };
const FEW = { value: 0.5, count: 19 };
const MINUTE = 60_000;

const created = (changes: Partial<StoredAlertRule> = {}) => {
  const rule = fold(alertRule);
  rule.apply({ type: 'create', rule: { ...RULE, ...changes } }, 0);
  let revision = 1;
  return {
    rule,
    /** The types of the events of an observation in this minute. */
    observe: (slot: number, reading: typeof LOW | { readonly value: null; readonly count: number }) =>
      rule
        .apply({ type: 'observe', revision, slot, reading, firingId: `f${slot}` }, slot * MINUTE)
        .map(({ type }) => type),
    change: (changed: Partial<StoredAlertRule>, at: number, mutedUntil?: number | null) => {
      const mute = mutedUntil === undefined ? {} : { mutedUntil };
      const events = rule.apply({ type: 'change', changes: changed, ...mute }, at);
      revision += events.filter(({ type }) => type === 'alert_rule.saved').length;
      return events.map(({ type }) => type);
    },
  };
};

/** The last event, of a type. */
const lastOf = <Type extends AlertRuleEvent['type']>(
  events: readonly AlertRuleEvent[],
  type: Type,
): Extract<AlertRuleEvent, { type: Type }> => {
  const isOfType = (event: AlertRuleEvent): event is Extract<AlertRuleEvent, { type: Type }> =>
    event.type === type;
  const found = events.filter(isOfType).at(-1);
  if (found === undefined) throw new Error(`there is no ${type}`);
  return found;
};

t.test('an alert begins once, and ends after two observations without the condition', async (t) => {
  const { rule, observe } = created();
  t.same(observe(1, HIGH), []);
  t.same(observe(2, FEW), [], 'too few calls');
  t.same(observe(3, { value: 0.7, count: 30 }), [], 'the threshold itself');
  t.same(observe(4, LOW), ['alert_rule.fired']);
  t.same(observe(4, LOW), [], 'another node in the same minute');
  t.same(observe(3, HIGH), [], 'a late node');
  t.same(observe(5, LOW), [], 'it still fires');
  t.same(observe(6, HIGH), ['alert_rule.cleared']);
  t.same(observe(6, HIGH), [], 'twice in one minute is once');
  t.same(observe(7, LOW), ['alert_rule.persisted'], 'it flaps');
  t.same(observe(8, HIGH), ['alert_rule.cleared']);
  t.same(observe(9, HIGH), ['alert_rule.resolved']);
  t.match(lastOf(rule.events, 'alert_rule.resolved'), {
    firing: { firingId: 'f4', name: RULE.name, threshold: 0.7, value: 0.5, count: 30, firedAt: 4 * MINUTE },
    value: 0.9,
    resolution: 'recovered',
    notified: { webhooks: true, emails: RULE.emails, overLimit: [] },
  });
  t.same(observe(10, LOW), ['alert_rule.fired'], 'the next alert');
});

t.test('an alert without data ends, and says so', async (t) => {
  const { rule, observe } = created();
  observe(1, LOW);
  observe(2, { value: null, count: 0 });
  t.same(observe(3, { value: null, count: 0 }), ['alert_rule.resolved']);
  t.match(lastOf(rule.events, 'alert_rule.resolved'), { resolution: 'no_data', value: null });
});

t.test('a change of the condition ends the alert, another change does not', async (t) => {
  const { rule, observe, change } = created();
  observe(1, LOW);
  t.same(change({ name: 'Renamed', emails: [] }, 61_000), ['alert_rule.saved']);
  t.same(change({ threshold: 0.4 }, 62_000), ['alert_rule.resolved', 'alert_rule.saved']);
  t.match(lastOf(rule.events, 'alert_rule.resolved'), {
    resolution: 'rule_changed',
    notified: { emails: [] },
  });
  t.same(change({ threshold: 0.4 }, 63_000), [], 'a repetition');
  t.same(
    rule.apply({ type: 'observe', revision: 1, slot: 9, reading: LOW, firingId: 'f' }, 0),
    [],
    'of an earlier revision',
  );
  t.same(observe(2, { value: 0.3, count: 30 }), ['alert_rule.fired']);
  t.same(change({ enabled: false }, 130_000), ['alert_rule.resolved', 'alert_rule.saved']);
  t.same(observe(3, { value: 0.3, count: 30 }), [], 'it is switched off');
});

t.test('a removed rule ends its alert, and stays removed', async (t) => {
  const { rule, observe } = created();
  observe(1, LOW);
  t.same(
    rule.apply({ type: 'remove' }, 61_000).map(({ type }) => type),
    ['alert_rule.resolved', 'alert_rule.removed'],
  );
  t.same(rule.apply({ type: 'remove' }, 62_000), []);
  t.same(rule.apply({ type: 'create', rule: RULE }, 63_000), []);
  t.same(observe(3, LOW), []);
  t.equal(rule.effects().length, 4, 'both addresses are still owed both e-mails');
  t.throws(() => rule.apply({ type: 'change', changes: {} }, 0), { code: 'alert_rule_not_found' });
});

t.test('a muted rule notifies when the mute ends, if it still fires', async (t) => {
  const { rule, observe, change } = created();
  t.same(change({}, 0, 5 * MINUTE), ['alert_rule.muted']);
  t.same(observe(1, LOW), ['alert_rule.fired']);
  t.equal(lastOf(rule.events, 'alert_rule.fired').notified, null);
  t.same(rule.effects(), []);
  t.same(observe(2, LOW), []);
  t.same(observe(5, LOW), ['alert_rule.notified_late']);
  t.equal(rule.effects().length, 2);
  change({}, 5.5 * MINUTE, 60 * MINUTE);
  observe(6, HIGH);
  observe(7, HIGH);
  t.match(
    lastOf(rule.events, 'alert_rule.resolved'),
    { notified: { webhooks: true } },
    'what was opened is closed',
  );

  const quiet = created();
  quiet.change({}, 0, 60 * MINUTE);
  for (const [slot, reading] of [LOW, HIGH, HIGH].entries()) quiet.observe(slot + 1, reading);
  t.equal(lastOf(quiet.rule.events, 'alert_rule.resolved').notified, null, 'nothing was opened');
  t.same(quiet.change({}, 10 * MINUTE, null), ['alert_rule.muted']);
});

t.test('an e-mail is retried with pauses, and given up', async (t) => {
  const { rule, observe } = created({ emails: ['kim@acme.example'] });
  observe(1, LOW);
  const mailId = 'f1:fired:kim@acme.example';
  const fail = (attempt: number, at: number, isFinal = false) =>
    rule.apply({ type: 'mail_result', mailId, attempt, problem: 'timeout', isFinal }, at);
  let at = MINUTE;
  for (const [failed, pause] of MAIL_PAUSES_MS.entries()) {
    t.same(rule.effects(), [`mail:${mailId}:${failed + 1}`]);
    t.match(fail(failed + 1, at), [{ type: 'alert_rule.mail_attempted', retryAt: at + pause }]);
    t.same(fail(failed + 1, at), [], 'a repeated result');
    t.same(rule.effects(), []);
    t.same(rule.timers(), { mail: at + pause });
    rule.advance(at + pause - 1);
    t.same(rule.effects(), [], 'not yet');
    at += pause;
    rule.advance(at);
  }
  t.match(fail(MAIL_PAUSES_MS.length + 1, at), [{ type: 'alert_rule.mail_attempted', retryAt: null }]);
  t.same([rule.effects(), rule.timers()], [[], {}]);
});

t.test('an e-mail that is sent or refused for good is not repeated', async (t) => {
  const { rule, observe } = created();
  observe(1, LOW);
  const result = { type: 'mail_result', attempt: 1 } as const;
  rule.apply({ ...result, mailId: 'f1:fired:kim@acme.example', problem: null, isFinal: false }, MINUTE);
  rule.apply(
    { ...result, mailId: 'f1:fired:lou@acme.example', problem: 'recipient_refused', isFinal: true },
    MINUTE,
  );
  t.same([rule.effects(), rule.timers()], [[], {}]);
});

t.test('the e-mails of a day are bounded', async (t) => {
  const { rule, observe } = created({ emails: Array.from({ length: 10 }, (_, n) => `a${n}@acme.example`) });
  for (let slot = 1; slot <= 60; slot += 3)
    for (const [after, reading] of [LOW, HIGH, HIGH].entries()) observe(slot + after, reading);
  const notified = rule.events.flatMap((event) =>
    'notified' in event && event.notified !== null ? [event.notified] : [],
  );
  t.equal(notified.flatMap(({ emails }) => emails).length, MAX_MAILS_A_DAY);
  t.same(notified.at(-1)?.emails, []);
  t.equal(notified.at(-1)?.overLimit.length, 10);
  observe(24 * 60 + 1, LOW);
  t.equal(lastOf(rule.events, 'alert_rule.fired').notified?.emails.length, 10, 'the next day');
});

t.test('whatever is observed, alerts begin and end in turn, and nothing is owed for ever', async () => {
  const readings = fc.array(fc.tuple(fc.nat(3), fc.constantFrom(LOW, HIGH, FEW)), { maxLength: 60 });
  fc.assert(
    fc.property(readings, (observed) => {
      const { rule, observe } = created();
      let slot = 0;
      for (const [pause, reading] of observed) {
        slot += pause;
        observe(slot, reading);
      }
      const turns = rule.events.flatMap(({ type }) =>
        type === 'alert_rule.fired' || type === 'alert_rule.resolved' ? [type] : [],
      );
      const isInTurn = turns.every((type, index) => (type === 'alert_rule.fired') === (index % 2 === 0));
      for (const mailId of Object.keys(rule.state.mails))
        rule.apply({ type: 'mail_result', mailId, attempt: 1, problem: null, isFinal: false }, 0);
      return isInTurn && rule.effects().length === 0;
    }),
  );
});
