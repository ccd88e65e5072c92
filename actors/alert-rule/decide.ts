/** What an alert rule decides. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '../../schemas/accounts/audit.js';
import type { AlertResolution } from '../../schemas/alerts/firing.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { AlertRuleCommand } from './commands.js';
import { isTooFew, meetsCondition } from './condition.js';
import type { AlertCondition, AlertRuleEvent, FiringFacts, Notified, StoredAlertRule } from './events.js';
import { type AlertRuleState, mailsOfDay } from './state.js';

/** E-mails of a rule in a day, UTC: one that flaps must not fill mailboxes. */
export const MAX_MAILS_A_DAY = 200;

const MINUTE_MS = 60_000;
/** Pauses after the failed attempts of an e-mail, ms; after the last one no further attempt is made. */
export const MAIL_PAUSES_MS = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);

type Kept = NonNullable<AlertRuleState['kept']>;
type Firing = NonNullable<AlertRuleState['firing']>;

/** @throws DomainError alert_rule_not_found */
export const requireRule = ({ kept }: AlertRuleState): Kept => {
  if (kept === null) throw new DomainError('alert_rule_not_found');
  return kept;
};

const authorIn = ({ by }: { readonly by?: Author }): { readonly by?: Author } =>
  by === undefined ? {} : { by };

export const decide = (
  state: AlertRuleState,
  { command, at }: Envelope<AlertRuleCommand | TimerDue>,
): readonly AlertRuleEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return mailsDue(state, at);
    case 'create':
      if (state.kept !== null || state.isRemoved) return [];
      return [{ type: 'alert_rule.saved', rule: command.rule, ...authorIn(command) }];
    case 'change':
      return changed(state, requireRule(state), command, at);
    case 'remove': {
      if (state.isRemoved) return [];
      const { rule } = requireRule(state);
      return [
        ...ended(state, rule, 'rule_removed', at),
        { type: 'alert_rule.removed', ...authorIn(command) },
      ];
    }
    case 'observe':
      return observed(state, command, at);
    case 'mail_result':
      return mailAttempted(state, command, at);
    default:
      return assertNever(command);
  }
};

const conditionOf = (rule: AlertCondition): AlertCondition => ({
  metric: rule.metric,
  comparison: rule.comparison,
  threshold: rule.threshold,
  windowMinutes: rule.windowMinutes,
  minimumCount: rule.minimumCount,
  agentId: rule.agentId,
  campaignId: rule.campaignId,
});

const changed = (
  state: AlertRuleState,
  { rule, mutedUntil }: Kept,
  command: Extract<AlertRuleCommand, { type: 'change' }>,
  at: number,
): readonly AlertRuleEvent[] => {
  const after: StoredAlertRule = { ...rule, ...command.changes };
  const isSame = isDeepStrictEqual(after, rule);
  const { mutedUntil: until = mutedUntil } = command;
  return [
    ...endedByChange(state, rule, after, at),
    ...(isSame ? [] : [{ type: 'alert_rule.saved', rule: after, ...authorIn(command) } as const]),
    ...(until === mutedUntil ? [] : [{ type: 'alert_rule.muted', until, ...authorIn(command) } as const]),
  ];
};

const endedByChange = (
  state: AlertRuleState,
  before: StoredAlertRule,
  after: StoredAlertRule,
  at: number,
): readonly AlertRuleEvent[] => {
  if (!after.enabled) return ended(state, before, 'rule_disabled', at);
  const isSame = isDeepStrictEqual(conditionOf(before), conditionOf(after));
  return isSame ? [] : ended(state, before, 'rule_changed', at);
};

/** The end of an alert whose rule no longer applies. */
const ended = (
  state: AlertRuleState,
  rule: StoredAlertRule,
  resolution: AlertResolution,
  at: number,
): readonly AlertRuleEvent[] =>
  state.firing === null ? [] : [resolvedWith(state, state.firing, rule, { resolution, value: null, at })];

const resolvedWith = (
  state: AlertRuleState,
  { facts, isNotified }: Firing,
  rule: StoredAlertRule,
  end: {
    readonly resolution: AlertResolution;
    readonly value: number | null;
    readonly at: number;
    readonly slot?: number;
  },
): AlertRuleEvent => ({
  type: 'alert_rule.resolved',
  slot: end.slot ?? state.slot,
  firing: facts,
  value: end.value,
  resolution: end.resolution,
  // What was opened is closed, also while the rule is muted.
  notified: isNotified ? notifiedBy(state, rule, end.at) : null,
});

const notifiedBy = (
  state: AlertRuleState,
  { notifyWebhooks, emails }: StoredAlertRule,
  at: number,
): Notified => {
  const room = Math.max(0, MAX_MAILS_A_DAY - mailsOfDay(state, at));
  return { webhooks: notifyWebhooks, emails: emails.slice(0, room), overLimit: emails.slice(room) };
};

const observed = (
  state: AlertRuleState,
  { revision, slot, reading, firingId }: Extract<AlertRuleCommand, { type: 'observe' }>,
  at: number,
): readonly AlertRuleEvent[] => {
  const { kept, firing } = state;
  if (kept === null || !kept.rule.enabled || revision !== kept.revision || slot <= state.slot) return [];
  const { rule, mutedUntil } = kept;
  const isMuted = mutedUntil !== null && at < mutedUntil;
  const { value, count } = reading;
  const fires = meetsCondition(rule, reading);
  if (firing === null) {
    if (!fires || value === null) return [];
    const facts: FiringFacts = { ...conditionOf(rule), firingId, name: rule.name, value, count, firedAt: at };
    const notified = isMuted ? null : notifiedBy(state, rule, at);
    return [{ type: 'alert_rule.fired', slot, firing: facts, notified }];
  }
  if (fires) {
    if (!firing.isNotified && !isMuted) {
      const notified = notifiedBy(state, rule, at);
      return [{ type: 'alert_rule.notified_late', slot, firing: firing.facts, notified }];
    }
    return firing.isClearing ? [{ type: 'alert_rule.persisted', slot }] : [];
  }
  if (!firing.isClearing) return [{ type: 'alert_rule.cleared', slot }];
  const resolution = value === null || isTooFew(rule.minimumCount, count) ? 'no_data' : 'recovered';
  return [resolvedWith(state, firing, rule, { resolution, value, at, slot })];
};

const mailsDue = ({ mails }: AlertRuleState, at: number): readonly AlertRuleEvent[] =>
  Object.entries(mails).flatMap(([mailId, { retryAt }]) =>
    retryAt !== null && retryAt <= at ? [{ type: 'alert_rule.mail_due', mailId } as const] : [],
  );

const mailAttempted = (
  { mails }: AlertRuleState,
  { mailId, attempt, problem, isFinal }: Extract<AlertRuleCommand, { type: 'mail_result' }>,
  at: number,
): readonly AlertRuleEvent[] => {
  const mail = mails[mailId];
  if (mail === undefined || mail.retryAt !== null || attempt !== mail.failed + 1) return [];
  const pause = problem === null || isFinal ? undefined : MAIL_PAUSES_MS[mail.failed];
  const retryAt = pause === undefined ? null : at + pause;
  return [{ type: 'alert_rule.mail_attempted', firingId: mail.firing.firingId, mailId, problem, retryAt }];
};
