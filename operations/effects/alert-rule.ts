/** The effect of alert rules: handing an e-mail to the mail server. */
import type { Logger } from 'pino';
import type { AlertRuleCommand, AlertRuleEffect } from '../../actors/alert-rule/commands.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { MailSender } from '../../providers/mail/mail-sender.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { ViewStore } from '../../views/views.js';
import { alertMail } from '../alerts/alert-mail.js';

export interface AlertRuleEffectDeps {
  readonly views: Pick<ViewStore, 'business'>;
  /** Null: the installation has no mail server. */
  readonly mail: MailSender | null;
  /** The page of alerts in the console. */
  readonly alertsUrl: () => string;
  readonly countMail: (outcome: 'sent' | 'failed' | 'not_configured') => void;
  readonly logger: Logger;
}

export const alertRuleEffects = (
  deps: AlertRuleEffectDeps,
): EffectHandlers<AlertRuleEffect, AlertRuleCommand> => ({
  // It may have been sent before (`resumed`): an alert that comes twice, with one Message-ID, is better than none.
  send_mail: async ({ ref, effect, signal }) => {
    const { mailId, attempt, email, firing, resolved } = effect;
    const result = { type: 'mail_result', mailId, attempt } as const;
    const about = { businessId: ref.business, alertRuleId: ref.id, firingId: firing.firingId, attempt };
    if (deps.mail === null) {
      deps.countMail('not_configured');
      deps.logger.warn({ event: 'alert.mail_failed', ...about, problem: 'smtp_not_configured' });
      return { ...result, problem: 'smtp_not_configured', isFinal: false };
    }
    const mail = alertMail({
      to: email,
      id: mailId,
      businessName: deps.views.business(ref.business)?.name ?? '',
      firing,
      kind: resolved === null ? { is: 'fired' } : { is: 'resolved', resolved },
      url: deps.alertsUrl(),
    });
    const answer = await deps.mail.send(mail, signal, (error) =>
      deps.logger.debug({ event: 'alert.mail_error', ...about, err: providerFailure(error) }),
    );
    // Nothing is known of an attempt that this node ended itself: the next node makes it.
    if (answer.type === 'failed' && signal.aborted) return null;
    if (answer.type === 'sent') {
      deps.countMail('sent');
      deps.logger.info({ event: 'alert.mail_sent', ...about });
      return { ...result, problem: null, isFinal: false };
    }
    deps.countMail('failed');
    const { problem, isFinal } = answer;
    deps.logger.warn({ event: 'alert.mail_failed', ...about, problem, isFinal });
    return { ...result, problem, isFinal };
  },
});
