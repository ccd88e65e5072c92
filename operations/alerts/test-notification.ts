/** Tests of the notifications of an alert rule: one to each subscriber and address, at once, without an alert. */

import { randomUUID } from 'node:crypto';
import type { FiringFacts, StoredAlertRule } from '../../actors/alert-rule/events.js';
import { alertRule } from '../../actors/alert-rule/index.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { subscription } from '../../actors/subscription/index.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { AlertTest } from '../../schemas/alerts/firing.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { createAttempts } from '../accounts/attempts.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { alertFields } from '../public-events/alerts.js';
import { sendTestEvent } from '../webhooks/test-events.js';
import type { Written } from '../written.js';
import { alertMail } from './alert-mail.js';

/** Tests of a business in {@link WINDOW_MS}, on each node. */
const MAX_ALERT_TESTS = 5;
const WINDOW_MS = 60_000;
/** Subscribers that are tested. */
const MAX_SUBSCRIBERS = 10;
/** An e-mail is given up after this time, ms. */
const MAIL_MS = 15_000;
const FIRED = 'alert.fired';

interface AlertTestOperations {
  /**
   * Resolves when each was answered or has failed, within 15 s. A failure has no consequences.
   * @throws DomainError alert_rule_not_found, rate_limited
   */
  send(caller: Caller, alertRuleId: string): Promise<Written<AlertTest>>;
}

export const alertTestOperations = (deps: OperationsDeps): AlertTestOperations => {
  const tests = createAttempts(MAX_ALERT_TESTS, WINDOW_MS);

  const admit = ({ businessId, at }: Caller): void => {
    const waitSeconds = tests.waitSeconds(businessId, at);
    if (waitSeconds > 0) throw new DomainError('rate_limited', undefined, [], waitSeconds);
    tests.recordFailure(businessId, at);
  };

  return {
    send: async (caller, id) => {
      const target = { business: caller.businessId, id };
      const { answer, shard, seq } = await deps.actors.query(alertRule, target, 'get');
      admit(caller);
      const { rule } = answer;
      const testId = caller.idempotencyKey === '' ? randomUUID() : commandIdOf(caller);
      const firing = exampleOf(rule, testId, caller.at);
      const [webhooks, mails] = await Promise.all([
        rule.notifyWebhooks ? testWebhooks(deps, caller, id, firing) : [],
        testMails(deps, caller, rule, firing),
      ]);
      return { result: { webhooks: [...webhooks], mails: [...mails] }, shard, seq };
    },
  };
};

/** As if the value had reached the threshold. */
const exampleOf = (
  { notifyWebhooks: _, emails: _emails, enabled: _enabled, ...rule }: StoredAlertRule,
  testId: string,
  at: number,
): FiringFacts => ({
  ...rule,
  firingId: deriveId(testId, 'alert-test'),
  value: rule.threshold,
  count: rule.minimumCount,
  firedAt: at,
});

const testWebhooks = async (
  deps: OperationsDeps,
  caller: Caller,
  alertRuleId: string,
  firing: FiringFacts,
): Promise<AlertTest['webhooks']> => {
  const { businessId } = caller;
  const subscribers = deps.views
    .subscribersOf(businessId, 'alerts', null, Number.MAX_SAFE_INTEGER)
    .filter(({ events, status }) => status === 'active' && events.includes(FIRED))
    .slice(0, MAX_SUBSCRIBERS);
  const sent = await Promise.all(
    subscribers.map(async ({ id: subscriptionId }) => {
      const target = { business: businessId, id: subscriptionId };
      const { answer } = await deps.actors.query(subscription, target, 'get');
      const tested = answer.subscription;
      if (tested === null || tested.status === 'revoked') return [];
      const facts = { alertRuleId, alert: alertFields(firing) };
      const test = { caller, id: subscriptionId, tested, testId: firing.firingId, facts };
      const { outcome, httpStatus, problem } = await sendTestEvent(deps, test, FIRED);
      return [{ subscriptionId, outcome, httpStatus, problem }];
    }),
  );
  return sent.flat();
};

const testMails = (
  { mail, views, alertsUrl, logger }: OperationsDeps,
  { businessId }: Caller,
  { emails }: StoredAlertRule,
  firing: FiringFacts,
): Promise<AlertTest['mails']> => {
  const businessName = views.business(businessId)?.name ?? '';
  return Promise.all(
    emails.map(async (email): Promise<AlertTest['mails'][number]> => {
      if (mail === null) return { email, outcome: 'failed', problem: 'smtp_not_configured' };
      const id = `test:${email}`;
      const kind = { is: 'test' } as const;
      const content = alertMail({ to: email, id, businessName, firing, kind, url: alertsUrl() });
      const answer = await mail.send(content, timeoutSignal(MAIL_MS), (error) =>
        logger.debug({ event: 'alert.test_mail_error', businessId, err: providerFailure(error) }),
      );
      return answer.type === 'sent'
        ? { email, outcome: 'sent', problem: null }
        : { email, outcome: 'failed', problem: answer.problem };
    }),
  );
};
