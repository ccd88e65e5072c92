/** Alert rules on the wire (docs/how-to/alerts.md). */
import { type Static, Type } from 'typebox';
import { about, EXAMPLE, nullableMoment, text } from '../described.js';
import { AgentId, AlertRuleId, BusinessId, CampaignId, CreatedAt, UpdatedAt } from '../fields.js';
import { MAIL_ADDRESS_PATTERN, NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';
import { ALERT_METRIC_NAMES } from './metrics.js';

/** Rules of a business at a time. */
export const MAX_ALERT_RULES = 50;
/** Addresses of a rule. */
const MAX_ALERT_EMAILS = 10;
/** How far in the future a mute may end, days. */
export const MAX_MUTE_DAYS = 90;

const AlertMetric = Type.Enum(
  [...ALERT_METRIC_NAMES],
  about(
    '`success_rate`: the share of analyzed calls that met all criteria. `answer_rate`: the share of calls that a person answered. `call_failure_rate`: the share of calls that failed. `message_failure_rate`: the share of messages that did not arrive. `heard_latency_p95`: from the end of the speech of the customer to the first audio that is played, ms, which 95 % of the answers do not exceed. `cost`: charges of calls and of their analyses, microcredits. `credit_left`: available credit, microcredits. `credit_days`: how many days the available credit lasts, at the average of the last 7 days.',
  ),
);

export const AlertComparison = literals(['above', 'below'], {
  description: 'Which side of the threshold fires.',
});
export type AlertComparison = Static<typeof AlertComparison>;

const EXAMPLE_NAME = 'Too few calls succeed';
const Name = text('The name of the rule; it is the subject of e-mails.', EXAMPLE_NAME, {
  minLength: 1,
  maxLength: 80,
  pattern: NOT_BLANK_PATTERN,
});
const Threshold = Type.Number({
  minimum: 0,
  ...about(
    'The value that must be exceeded, or fallen below, in the unit of the metric: rates from 0 to 1, latencies in ms, cost and credit in microcredits, or days.',
    0.7,
  ),
});
const ALERT_WINDOWS = [15, 30, 60, 180, 360, 720, 1_440, 4_320, 10_080] as const;
const WindowMinutes = Type.Integer({
  enum: [...ALERT_WINDOWS],
  ...about(
    'The latest minutes that are evaluated, extended to whole quarters of an hour. Default: 60. Not for credit.',
    60,
  ),
});
const MinimumCount = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  ...about(
    'The fewest calls or messages for which the rule fires: of a success rate, analyzed calls; of a latency, answered calls. Default: 20. Not for cost and credit.',
    20,
  ),
});
const OfAgent = nullable(
  AgentId,
  about('Only calls or conversations of the agent. Null: all.', EXAMPLE.agentId),
);
const OfCampaign = nullable(CampaignId, about('Only those of the campaign. Null: all.', null));
const NotifyWebhooks = Type.Boolean(
  about('Whether `alert.fired` and `alert.resolved` are sent to subscribers of alerts. Default: true.'),
);
const Emails = Type.Array(Type.String({ minLength: 3, maxLength: 254, pattern: MAIL_ADDRESS_PATTERN }), {
  maxItems: MAX_ALERT_EMAILS,
  ...about('Addresses that receive an e-mail when the rule fires, and when it is resolved.', [
    'kim@acme.example',
  ]),
});
const Enabled = Type.Boolean(about('Whether the rule is evaluated. Default: true.'));

/** Fields that every metric has. */
const definition = {
  comparison: AlertComparison,
  threshold: Threshold,
  windowMinutes: Type.Optional(WindowMinutes),
  minimumCount: Type.Optional(MinimumCount),
  agentId: Type.Optional(OfAgent),
  campaignId: Type.Optional(OfCampaign),
  notifyWebhooks: Type.Optional(NotifyWebhooks),
  emails: Type.Optional(Emails),
  enabled: Type.Optional(Enabled),
};

export const AlertRuleCreate = Type.Object(
  { businessId: BusinessId, name: Name, metric: AlertMetric, ...definition },
  closed,
);
export type AlertRuleCreate = Static<typeof AlertRuleCreate>;

/** Omitted: unchanged. */
export const AlertRuleUpdate = Type.Object(
  {
    businessId: BusinessId,
    name: Type.Optional(Name),
    ...definition,
    comparison: Type.Optional(AlertComparison),
    threshold: Type.Optional(Threshold),
    mutedUntil: Type.Optional(
      nullableMoment(
        'Until when no notification is sent, at most 90 days ahead. If the rule still fires then, the notifications are sent late. Null: send them again from now on.',
      ),
    ),
  },
  { ...closed, minProperties: 2 },
);
export type AlertRuleUpdate = Static<typeof AlertRuleUpdate>;

const AlertRuleStatus = literals(['ok', 'firing', 'off'], {
  description: '`off`: it is not enabled.',
});
export const AlertRuleResource = Type.Object(
  {
    alertRuleId: AlertRuleId,
    name: text('The name of the rule.', EXAMPLE_NAME),
    metric: AlertMetric,
    comparison: AlertComparison,
    threshold: described(Threshold, 'In the unit of the metric.', 0.7),
    windowMinutes: nullable(
      WindowMinutes,
      about('The latest minutes that are evaluated. Null: the moment counts.', 60),
    ),
    minimumCount: nullable(
      MinimumCount,
      about('The fewest calls or messages for which the rule fires. Null: none are required.', 20),
    ),
    agentId: OfAgent,
    campaignId: OfCampaign,
    notifyWebhooks: described(NotifyWebhooks, 'Whether subscribers of alerts are notified.'),
    emails: Type.Array(Type.String(), about('Addresses that are notified.', ['kim@acme.example'])),
    enabled: described(Enabled, 'Whether the rule is evaluated.'),
    status: AlertRuleStatus,
    firingSince: nullableMoment('Since when it fires. Null: it does not.'),
    mutedUntil: nullableMoment('Until when no notification is sent. Null: it is not muted.', EXAMPLE.later),
    revision: Type.Integer({ minimum: 1, ...about('Raised by each change, except of the mute.', 2) }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { ...closed, description: 'An alert rule.' },
);
export type AlertRuleResource = Static<typeof AlertRuleResource>;

export const AlertReading = Type.Object(
  {
    value: nullable(
      Type.Number(),
      about('The value in the unit of the metric. Null: there is none yet.', 0.82),
    ),
    count: nullable(
      Type.Integer({ minimum: 0 }),
      about('Calls or messages that were counted. Null: the metric counts none.', 41),
    ),
    meetsCondition: Type.Boolean(
      about('Whether the value is on the side of the threshold that fires, with enough calls or messages.'),
    ),
  },
  { ...closed, description: 'The metric at present.' },
);
export type AlertReading = Static<typeof AlertReading>;
