/**
 * An alert rule of a business: what it watches, whether it fires, and the e-mails that it owes. It reads nothing itself: each node
 * evaluates all rules and sends what it reads (operations/alerts/evaluator.ts).
 *
 * It guarantees:
 * AR1. An alert begins once, however many nodes evaluate: only the first observation of a slot can begin it.
 * AR2. It ends only after two observations in a row, of different slots, for which the condition is false. So it does not flap.
 * AR3. Each address receives at most one e-mail for the begin and one for the end, unless a node dies after the mail server took
 *      it: then it is sent again, under the same Message-ID. Attempts are bounded, and so are the e-mails of a day.
 * AR4. A mute sends nothing until it ends; an alert that was reported is always reported as resolved.
 */
import type { Actor, NoReplies } from '../runtime/actor.js';
import type { AlertRuleCommand, AlertRuleEffect, AlertRuleQueries } from './commands.js';
import { decide, requireRule } from './decide.js';
import { ALERT_RULE_EVENTS, type AlertRuleEvent } from './events.js';
import { type AlertRuleState, evolve, initial } from './state.js';

/** One timer: the earliest attempt of an e-mail that waits. */
const timers = ({ mails }: AlertRuleState): Readonly<Record<string, number>> => {
  const due = Object.values(mails).flatMap(({ retryAt }) => (retryAt === null ? [] : [retryAt]));
  return due.length === 0 ? {} : { mail: Math.min(...due) };
};

const effects = ({ mails }: AlertRuleState): Readonly<Record<string, AlertRuleEffect>> => {
  const owed: Record<string, AlertRuleEffect> = {};
  for (const [mailId, { email, firing, resolved, failed, retryAt }] of Object.entries(mails)) {
    if (retryAt !== null) continue;
    const attempt = failed + 1;
    owed[`mail:${mailId}:${attempt}`] = { kind: 'send_mail', mailId, attempt, email, firing, resolved };
  }
  return owed;
};

export const alertRule: Actor<
  AlertRuleState,
  AlertRuleCommand,
  AlertRuleEvent,
  AlertRuleEffect,
  NoReplies,
  AlertRuleQueries
> = {
  kind: 'alert-rule',
  events: ALERT_RULE_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {},
  queries: (state) => ({ get: () => requireRule(state) }),
  snapshotEvery: 20,
};
