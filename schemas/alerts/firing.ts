/** The history of alert rules, and tests of their notifications, on the wire (docs/how-to/alerts.md). */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, moment, nullableMoment, text, uuid } from '../described.js';
import { SubscriptionId, TestDelivery } from '../events/subscription.js';
import { closed, literals, nullable } from '../shapes.js';

/** Why an alert ended. */
const RESOLUTIONS = ['recovered', 'no_data', 'rule_changed', 'rule_disabled', 'rule_removed'] as const;
export const AlertResolution = literals(
  [...RESOLUTIONS],
  about(
    '`recovered`: the condition was false twice in a row. `no_data`: so were there too few calls or messages. `rule_changed`, `rule_disabled`, `rule_removed`: the rule no longer applies.',
  ),
);
export type AlertResolution = (typeof RESOLUTIONS)[number];

/** Why an e-mail was not handed to the mail server, or not yet; stable names. */
const MAIL_PROBLEMS = [
  'smtp_not_configured',
  'connection_failed',
  'timeout',
  'tls_failed',
  'authentication_failed',
  'sender_refused',
  'recipient_refused',
  'message_refused',
  'daily_limit',
  'dropped_by_operator',
] as const;
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

const Problem = nullable(
  Type.Enum([...MAIL_PROBLEMS]),
  about(
    'Why it was not handed to the mail server. `daily_limit`: the rule has sent 200 e-mails that day. Null: it was, or was not tried yet.',
    null,
  ),
);
const Email = text('The address.', 'kim@acme.example');

export const AlertMail = Type.Object(
  {
    email: Email,
    notification: literals(['fired', 'resolved'], about('What the e-mail reports.')),
    status: literals(
      ['pending', 'sent', 'failed'],
      about('`sent`: the mail server took it. `failed`: no further attempt is made.'),
    ),
    attempts: count('Attempts so far.', 1),
    problem: Problem,
  },
  { ...closed, description: 'An e-mail of the alert.' },
);
export type AlertMail = Static<typeof AlertMail>;

const value = (description: string, example: number) => nullable(Type.Number(), about(description, example));
const sample = (description: string, example: number) =>
  nullable(Type.Integer({ minimum: 0 }), about(description, example));

const FIRING_ID = '5b0b47fa-7a55-5d64-9d0e-4b1b1f6f0c8d';

export const AlertFiring = Type.Object(
  {
    firingId: uuid('The alert; webhooks name it.', FIRING_ID),
    status: literals(['firing', 'resolved'], about('Whether it still fires.')),
    comparison: literals(['above', 'below'], about('The side of the threshold that fired.')),
    threshold: Type.Number(about('The threshold when it fired.', 0.7)),
    value: Type.Number(about('The value when it fired.', 0.62)),
    count: sample('Calls or messages that were counted then. Null: the metric counts none.', 41),
    firedAt: moment('When it fired.'),
    resolvedAt: nullableMoment('When it was resolved. Null: it still fires.', EXAMPLE.later),
    resolution: nullable(AlertResolution, about('Why it ended. Null: it still fires.', 'recovered')),
    resolvedValue: value(
      'The value when it was resolved. Null: it still fires, or there was no value.',
      0.74,
    ),
    notifiedAt: nullableMoment('When the notifications were sent. Null: the rule was muted.'),
    mails: Type.Array(AlertMail, about('The e-mails of the alert, in order.')),
  },
  { ...closed, description: 'A time during which the rule fired.' },
);
export type AlertFiring = Static<typeof AlertFiring>;

export const AlertTest = Type.Object(
  {
    webhooks: Type.Array(
      Type.Object(
        {
          subscriptionId: SubscriptionId,
          outcome: TestDelivery.properties.outcome,
          httpStatus: TestDelivery.properties.httpStatus,
          problem: TestDelivery.properties.problem,
        },
        { ...closed, description: 'A test event that was sent to a subscriber.' },
      ),
      about(
        'The subscribers of `alert.fired`, up to 10. Empty: there are none, or the rule does not notify them.',
      ),
    ),
    mails: Type.Array(
      Type.Object(
        {
          email: Email,
          outcome: literals(['sent', 'failed'], about('`sent`: the mail server took it.')),
          problem: Problem,
        },
        { ...closed, description: 'A test e-mail.' },
      ),
      about('The addresses of the rule.'),
    ),
  },
  { ...closed, description: 'How each test notification went.' },
);
export type AlertTest = Static<typeof AlertTest>;
