/** Commands, effects and queries of an alert rule. Times in ms since the epoch. */
import type { Author } from '../../schemas/accounts/audit.js';
import type { MailProblem } from '../../schemas/alerts/firing.js';
import type { FiringFacts, Reading, Resolved, StoredAlertRule } from './events.js';
import type { AlertRuleState } from './state.js';

export type AlertRuleCommand =
  /** Changes nothing if it exists. */
  | { readonly type: 'create'; readonly rule: StoredAlertRule; readonly by?: Author }
  /**
   * Omitted fields stay; `mutedUntil` null: not muted. An alert ends if its condition changes. Refused with
   * `alert_rule_not_found`.
   */
  | {
      readonly type: 'change';
      readonly changes: Partial<Omit<StoredAlertRule, 'metric'>>;
      readonly mutedUntil?: number | null;
      readonly by?: Author;
    }
  /** Refused with `alert_rule_not_found`, unless it was removed before. */
  | { readonly type: 'remove'; readonly by?: Author }
  /**
   * The metric of the rule of this revision, evaluated in this slot of time. Other revisions, and slots that are not later than
   * that of the last step, change nothing, so that several nodes may evaluate. `firingId`: of the alert, if it begins now.
   */
  | {
      readonly type: 'observe';
      readonly revision: number;
      readonly slot: number;
      readonly reading: Reading;
      readonly firingId: string;
    }
  /** Changes nothing unless it is about the present attempt. `isFinal`: a repetition would fail as well. */
  | {
      readonly type: 'mail_result';
      readonly mailId: string;
      readonly attempt: number;
      readonly problem: MailProblem | null;
      readonly isFinal: boolean;
    };

/** Hand an e-mail to the mail server; answers `mail_result`. */
export interface AlertRuleEffect {
  readonly kind: 'send_mail';
  readonly mailId: string;
  /** From 1. */
  readonly attempt: number;
  readonly email: string;
  readonly firing: FiringFacts;
  /** Null: it reports that the rule fires. */
  readonly resolved: Resolved | null;
}

export interface AlertRuleQueries {
  /** @throws DomainError alert_rule_not_found */
  get(): NonNullable<AlertRuleState['kept']>;
}
