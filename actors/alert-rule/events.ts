/** Events of an alert rule. Times in ms since the epoch. */
import type { Author } from '../../schemas/accounts/audit.js';
import type { AlertComparison } from '../../schemas/alerts/alert-rule.js';
import type { AlertResolution, MailProblem } from '../../schemas/alerts/firing.js';
import type { AlertMetric } from '../../schemas/alerts/metrics.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** What is watched. */
export interface AlertCondition {
  readonly metric: AlertMetric;
  readonly comparison: AlertComparison;
  readonly threshold: number;
  /** Null: the moment counts. */
  readonly windowMinutes: number | null;
  /** The fewest calls or messages; null: none are required. */
  readonly minimumCount: number | null;
  /** Null: all. */
  readonly agentId: string | null;
  readonly campaignId: string | null;
}

/** A rule as it is kept. */
export interface StoredAlertRule extends AlertCondition {
  readonly name: string;
  readonly notifyWebhooks: boolean;
  readonly emails: readonly string[];
  readonly enabled: boolean;
}

/** The metric at a time. `count`: calls or messages; null: the metric counts none. */
export interface Reading {
  /** Null: there is none. */
  readonly value: number | null;
  readonly count: number | null;
}

/** An alert, with its rule as it was when it fired. */
export interface FiringFacts extends AlertCondition {
  readonly firingId: string;
  readonly name: string;
  readonly value: number;
  readonly count: number | null;
  readonly firedAt: number;
}

/** How an alert ended. */
export interface Resolved {
  readonly at: number;
  readonly value: number | null;
  readonly resolution: AlertResolution;
}

/** The recipients of a notification. */
export interface Notified {
  readonly webhooks: boolean;
  readonly emails: readonly string[];
  /** Addresses that are left out because of the daily limit. */
  readonly overLimit: readonly string[];
}

export type AlertRuleEvent =
  /** `by`: the author of the change; absent: unknown. */
  | { readonly type: 'alert_rule.saved'; readonly rule: StoredAlertRule; readonly by?: Author }
  /** Null: no longer. */
  | { readonly type: 'alert_rule.muted'; readonly until: number | null; readonly by?: Author }
  | { readonly type: 'alert_rule.removed'; readonly by?: Author }
  /** `slot`: of the evaluation. `notified`: null: the rule is muted. */
  | {
      readonly type: 'alert_rule.fired';
      readonly slot: number;
      readonly firing: FiringFacts;
      readonly notified: Notified | null;
    }
  /** The mute has ended, and it still fires. */
  | {
      readonly type: 'alert_rule.notified_late';
      readonly slot: number;
      readonly firing: FiringFacts;
      readonly notified: Notified;
    }
  /** The condition is false for the first time. */
  | { readonly type: 'alert_rule.cleared'; readonly slot: number }
  /** It is true again. */
  | { readonly type: 'alert_rule.persisted'; readonly slot: number }
  /** `notified`: null: nothing was sent when it fired. */
  | {
      readonly type: 'alert_rule.resolved';
      readonly slot: number;
      readonly firing: FiringFacts;
      readonly value: number | null;
      readonly resolution: AlertResolution;
      readonly notified: Notified | null;
    }
  /** `retryAt`: null: no further attempt is made. `problem`: null: the mail server took it. */
  | {
      readonly type: 'alert_rule.mail_attempted';
      readonly firingId: string;
      readonly mailId: string;
      readonly problem: MailProblem | null;
      readonly retryAt: number | null;
    }
  /** The next attempt is due. */
  | { readonly type: 'alert_rule.mail_due'; readonly mailId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const ALERT_RULE_EVENTS = {
  'alert_rule.saved': 1,
  'alert_rule.muted': 1,
  'alert_rule.removed': 1,
  'alert_rule.fired': 1,
  'alert_rule.notified_late': 1,
  'alert_rule.cleared': 1,
  'alert_rule.persisted': 1,
  'alert_rule.resolved': 1,
  'alert_rule.mail_attempted': 1,
  'alert_rule.mail_due': 1,
} as const satisfies VersionsOf<AlertRuleEvent>;

/** The kind, for readers of its events. */
export const ALERT_RULE_KIND = eventKind<AlertRuleEvent>('alert-rule', ALERT_RULE_EVENTS);

/** The id of an e-mail: each address receives one when the alert fires, and one when it is resolved. */
export const mailIdOf = (firingId: string, notification: 'fired' | 'resolved', email: string): string =>
  `${firingId}:${notification}:${email}`;
