/** An alert rule, folded from its events. Times in ms since the epoch. */
import { assertNever } from '../../schemas/assert.js';
import {
  type AlertRuleEvent,
  type FiringFacts,
  mailIdOf,
  type Notified,
  type Resolved,
  type StoredAlertRule,
} from './events.js';

/** `revision`: raised by each change. */
interface KeptRule {
  readonly rule: StoredAlertRule;
  readonly revision: number;
  /** Null: it is not muted. */
  readonly mutedUntil: number | null;
}

/** An alert that was not resolved yet. */
interface OpenFiring {
  readonly facts: FiringFacts;
  readonly isNotified: boolean;
  /** Whether the condition was false in the last evaluation. */
  readonly isClearing: boolean;
}

/** An e-mail that is owed. */
interface OwedMail {
  readonly email: string;
  readonly firing: FiringFacts;
  /** Null: it reports that the rule fires. */
  readonly resolved: Resolved | null;
  /** Attempts that have failed. */
  readonly failed: number;
  /** When the next attempt is due; null: it is under way. */
  readonly retryAt: number | null;
}

export interface AlertRuleState {
  /** Null: it was not created, or is removed. */
  readonly kept: KeptRule | null;
  readonly isRemoved: boolean;
  readonly firing: OpenFiring | null;
  /** The slot of the last step; -1: there was none. */
  readonly slot: number;
  /** By their ids. They stay when the rule is removed. */
  readonly mails: Readonly<Record<string, OwedMail>>;
  /** E-mails of the day, which is numbered from the epoch, in UTC. */
  readonly sent: { readonly day: number; readonly count: number };
}

export const initial = (): AlertRuleState => ({
  kept: null,
  isRemoved: false,
  firing: null,
  slot: -1,
  mails: {},
  sent: { day: 0, count: 0 },
});

const DAY_MS = 86_400_000;

/** E-mails of the day of `at`. */
export const mailsOfDay = ({ sent }: AlertRuleState, at: number): number =>
  sent.day === Math.floor(at / DAY_MS) ? sent.count : 0;

/** With the e-mails of a notification. */
const notifying = (
  state: AlertRuleState,
  at: number,
  { emails }: Notified,
  about: Pick<OwedMail, 'firing' | 'resolved'>,
): Pick<AlertRuleState, 'mails' | 'sent'> => {
  const notification = about.resolved === null ? 'fired' : 'resolved';
  const owed = emails.map((email) => [
    mailIdOf(about.firing.firingId, notification, email),
    { email, ...about, failed: 0, retryAt: null },
  ]);
  return {
    mails: { ...state.mails, ...Object.fromEntries(owed) },
    sent: { day: Math.floor(at / DAY_MS), count: mailsOfDay(state, at) + emails.length },
  };
};

const withoutMail = (mails: AlertRuleState['mails'], mailId: string): AlertRuleState['mails'] =>
  Object.fromEntries(Object.entries(mails).filter(([id]) => id !== mailId));

const afterAttempt = (
  mails: AlertRuleState['mails'],
  { mailId, retryAt }: Extract<AlertRuleEvent, { type: 'alert_rule.mail_attempted' }>,
): AlertRuleState['mails'] => {
  const mail = mails[mailId];
  if (mail === undefined || retryAt === null) return withoutMail(mails, mailId);
  return { ...mails, [mailId]: { ...mail, failed: mail.failed + 1, retryAt } };
};

const ofFiring = (
  state: AlertRuleState,
  event: Extract<AlertRuleEvent, { readonly slot: number }>,
  at: number,
): AlertRuleState => {
  const { slot } = event;
  switch (event.type) {
    case 'alert_rule.fired':
    case 'alert_rule.notified_late': {
      const { firing, notified } = event;
      const open = { facts: firing, isNotified: notified !== null, isClearing: false };
      const mails = notified === null ? {} : notifying(state, at, notified, { firing, resolved: null });
      return { ...state, ...mails, slot, firing: open };
    }
    case 'alert_rule.cleared':
    case 'alert_rule.persisted': {
      const isClearing = event.type === 'alert_rule.cleared';
      return { ...state, slot, firing: state.firing && { ...state.firing, isClearing } };
    }
    case 'alert_rule.resolved': {
      const { firing, value, resolution, notified } = event;
      const resolved = { at, value, resolution };
      const mails = notified === null ? {} : notifying(state, at, notified, { firing, resolved });
      return { ...state, ...mails, slot, firing: null };
    }
    default:
      return assertNever(event);
  }
};

export const evolve = (state: AlertRuleState, event: AlertRuleEvent, at: number): AlertRuleState => {
  switch (event.type) {
    case 'alert_rule.saved': {
      const { revision, mutedUntil } = state.kept ?? { revision: 0, mutedUntil: null };
      return { ...state, kept: { rule: event.rule, revision: revision + 1, mutedUntil } };
    }
    case 'alert_rule.muted':
      return { ...state, kept: state.kept && { ...state.kept, mutedUntil: event.until } };
    case 'alert_rule.removed':
      return { ...state, kept: null, isRemoved: true };
    case 'alert_rule.mail_attempted':
      return { ...state, mails: afterAttempt(state.mails, event) };
    case 'alert_rule.mail_due': {
      const mail = state.mails[event.mailId];
      if (mail === undefined) return state;
      return { ...state, mails: { ...state.mails, [event.mailId]: { ...mail, retryAt: null } } };
    }
    default:
      return ofFiring(state, event, at);
  }
};
