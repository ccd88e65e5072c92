/**
 * Webhook subscriptions on the wire (spec sections 2.6, 4.1 and 6, docs/reference/api.md "Channels, messages,
 * conversations").
 */
import { type Static, Type } from 'typebox';
import { OfInstagram, OfWhatsApp, PhoneNumberId, ProviderAccountId } from '../channels/channel.js';
import { about, count, EXAMPLE, moment, nullableMoment, nullableUuid, text, uuid } from '../described.js';
import { BusinessId, CreatedAt, Tag, UpdatedAt } from '../fields.js';
import { closed, described, literals, nullable } from '../shapes.js';

/** Version of the payload of webhooks (spec section 9). */
export const WEBHOOK_CONTRACT_VERSION = '1.1';

/** Of either channel. */
const CONVERSATION_ANALYZED = 'conversation.analyzed';

const WHATSAPP_EVENTS = [
  'whatsapp.message.received',
  'whatsapp.message.sent',
  'whatsapp.message.delivered',
  'whatsapp.message.read',
  'whatsapp.message.failed',
  'whatsapp.message.edited',
  'whatsapp.message.revoked',
  'whatsapp.agent_message.sent',
  'whatsapp.agent_message.delivered',
  'whatsapp.agent_message.read',
  'whatsapp.agent_message.failed',
  CONVERSATION_ANALYZED,
] as const;

const INSTAGRAM_EVENTS = [
  'instagram.message.received',
  'instagram.message.sent',
  'instagram.message.seen',
  'instagram.message.reaction',
  'instagram.message.referral',
  'instagram.message.failed',
  'instagram.comment.received',
  'instagram.comment.replied',
  'instagram.comment.failed',
  'instagram.message.edited',
  'instagram.message.revoked',
  'instagram.agent_message.sent',
  'instagram.agent_message.seen',
  'instagram.agent_message.failed',
  CONVERSATION_ANALYZED,
] as const;

const VOICE_EVENTS = [
  'voice.call.ringing',
  'voice.call.answered',
  'voice.call.disclosed',
  'voice.call.turn',
  'voice.call.ended',
  'voice.call.recorded',
  'voice.call.charged',
  'voice.call.analyzed',
  'voice.call.reviewed',
] as const;

const CAMPAIGN_EVENTS = [
  'campaign.iteration.started',
  'campaign.iteration.paused',
  'campaign.iteration.cancelling',
  'campaign.iteration.ended',
  'campaign.recipient.ended',
] as const;

const ALERT_EVENTS = ['alert.fired', 'alert.resolved'] as const;

export const EVENT_TYPES = [
  ...WHATSAPP_EVENTS,
  ...INSTAGRAM_EVENTS.filter((event) => event !== CONVERSATION_ANALYZED),
  ...VOICE_EVENTS,
  ...CAMPAIGN_EVENTS,
  ...ALERT_EVENTS,
] as const;

export const EventType = Type.Enum([...EVENT_TYPES], about('The type of the event.'));
export type EventType = (typeof EVENT_TYPES)[number];

/** The subject of a subscription: an account of a messaging channel, or all calls, campaigns or alerts of the business. */
export const SUBSCRIPTION_CHANNELS = ['whatsapp', 'instagram', 'voice', 'campaign', 'alerts'] as const;
export const SubscriptionChannel = Type.Enum(
  [...SUBSCRIPTION_CHANNELS],
  about(
    '`whatsapp`, `instagram`: the events of one account. `voice`, `campaign`, `alerts`: those of all calls, campaigns or alerts of the business.',
  ),
);
export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number];

/** The events that a subscription of the channel may list. */
export const EVENTS_OF = {
  whatsapp: WHATSAPP_EVENTS,
  instagram: INSTAGRAM_EVENTS,
  voice: VOICE_EVENTS,
  campaign: CAMPAIGN_EVENTS,
  alerts: ALERT_EVENTS,
} as const satisfies Readonly<Record<SubscriptionChannel, readonly EventType[]>>;

/** Events about what was done, not to be answered: a subscription to these alone may leave the answering to an agent. */
const OBSERVED_EVENTS: readonly EventType[] = [
  ...WHATSAPP_EVENTS.filter((event) => event.startsWith('whatsapp.agent_message.')),
  ...INSTAGRAM_EVENTS.filter((event) => event.startsWith('instagram.agent_message.')),
  CONVERSATION_ANALYZED,
];

/** Whether a subscription to these events needs no external automation. */
export const isObserved = (events: readonly EventType[]): boolean =>
  events.every((event) => OBSERVED_EVENTS.includes(event));

const CALLBACK_URL = 'https://hooks.acme.example/parley';
const CallbackUrl = text('An https address that is reachable from the internet.', CALLBACK_URL, {
  format: 'uri',
  minLength: 1,
  maxLength: 2_048,
});
const EXAMPLE_EVENTS = ['whatsapp.message.received', 'whatsapp.message.delivered'];
const Events = Type.Array(EventType, {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  ...about(
    'Events of the channel. `message` events report messages sent through the message endpoint; `agent_message` events report those of agents and campaigns.',
    EXAMPLE_EVENTS,
  ),
});
const SECRET = '4f1c2a9be07d4a53b1c6d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3';
const STANDARD = `whsec_${btoa(SECRET)}`;
const SIGNING_SECRET =
  'The text itself is the key of `X-Service-Signature`, and its bytes are that of `webhook-signature`. It is returned only here.';
const STANDARD_SECRET =
  'The same secret as libraries of Standard Webhooks take it, to verify `webhook-signature`: `whsec_` and the bytes of `signingSecret` in base64. It is returned only here.';
const REPEATED = 'Null in the response to a repeated request.';

/** The secret, where it is returned once. */
export const SigningSecret = text(SIGNING_SECRET, SECRET);
/** The same, where a repeated request does not get it. */
export const SigningSecretOnce = nullable(Type.String(), about(`${SIGNING_SECRET} ${REPEATED}`, SECRET));
/** The secret for libraries, where it is returned once. */
export const StandardSecret = text(STANDARD_SECRET, STANDARD);
/** The same, where a repeated request does not get it. */
export const StandardSecretOnce = nullable(Type.String(), about(`${STANDARD_SECRET} ${REPEATED}`, STANDARD));
export const SubscriptionId = uuid('The subscription.', EXAMPLE.subscriptionId);

/**
 * All variants in one: those of the spec, with `phoneNumberId` on WhatsApp and `providerAccountId` on Instagram, and those
 * of calls, campaigns and alerts, which have neither, nor `externalAutomation` (docs/reference/api.md "Channels, messages,
 * conversations").
 */
export const SubscriptionCreate = Type.Object(
  {
    businessId: BusinessId,
    channel: SubscriptionChannel,
    phoneNumberId: Type.Optional(PhoneNumberId),
    providerAccountId: Type.Optional(ProviderAccountId),
    callbackUrl: CallbackUrl,
    events: Events,
    externalAutomation: Type.Optional(
      Type.Literal(
        true,
        about(
          'WhatsApp and Instagram: the subscriber answers. Required unless all events are `agent_message` events and `conversation.analyzed`.',
        ),
      ),
    ),
  },
  closed,
);
export type SubscriptionCreate = Static<typeof SubscriptionCreate>;

export const SubscriptionUpdate = Type.Object(
  {
    businessId: BusinessId,
    callbackUrl: Type.Optional(CallbackUrl),
    events: Type.Optional(described(Events, 'The events to send from now on, all of them.')),
    status: Type.Optional(literals(['active', 'paused'], about('`paused` stops sending; `active` resumes.'))),
  },
  { ...closed, minProperties: 2 },
);
export type SubscriptionUpdate = Static<typeof SubscriptionUpdate>;

/** The longest overlap of two secrets, s. */
const MAX_OVERLAP_SECONDS = 24 * 60 * 60;

export const SecretRotate = Type.Object(
  {
    businessId: BusinessId,
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_OVERLAP_SECONDS,
        examples: [3_600],
        description:
          'For how long deliveries are signed with the previous secret as well, up to 24 hours. Without it the previous secret stops at once, and with it those of overlaps that have not ended.',
      }),
    ),
  },
  closed,
);
export type SecretRotate = Static<typeof SecretRotate>;

export const SubscriptionStatus = literals(
  ['active', 'paused', 'revoked'],
  about('`paused`: nothing is sent. `revoked`: for good.'),
);
export type SubscriptionStatus = Static<typeof SubscriptionStatus>;

/** Why the service paused a subscription by itself. */
const PAUSE_REASONS = ['endpoint_gone'] as const;
export const PauseReason = literals(
  [...PAUSE_REASONS],
  about('`endpoint_gone`: the endpoint answered with 410.'),
);
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Why an event was given up. */
const DEAD_REASONS = ['attempts_exhausted', 'endpoint_gone', 'paused_too_long'] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

export const SubscriptionResource = Type.Object(
  {
    id: SubscriptionId,
    channel: SubscriptionChannel,
    phoneNumberId: OfWhatsApp,
    providerAccountId: OfInstagram,
    callbackUrl: text('Where events are sent.', CALLBACK_URL),
    events: Type.Array(EventType, about('The events that are sent.', EXAMPLE_EVENTS)),
    externalAutomation: Type.Boolean(about('Whether the subscriber answers.')),
    status: SubscriptionStatus,
    pauseReason: nullable(
      PauseReason,
      about(
        'Why the service paused it: `endpoint_gone`, because the endpoint answered with 410. Its events then wait for 72 hours, until it is resumed. Null: the service did not.',
      ),
    ),
    pausedAt: nullable(
      Type.String({ format: 'date-time' }),
      about('When it was paused. Null: it is not.', null),
    ),
    secretLast4: text('The last four characters of the signing secret.', SECRET.slice(-4)),
    previousSecretUntil: nullableMoment(
      'Until when deliveries are signed with a previous secret as well. Null: only the present secret signs.',
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    tag: Tag,
  },
  closed,
);
export type SubscriptionResource = Static<typeof SubscriptionResource>;

/** The values of `problem`: what keeps a request from being answered, and answers that need a change at the endpoint. */
const DELIVERY_PROBLEMS = [
  ...['address_not_allowed', 'name_not_resolved', 'name_lookups_limited', 'connection_refused'],
  ...['connection_failed', 'timeout', 'tls_certificate_expired', 'tls_certificate_untrusted'],
  ...['tls_certificate_wrong_host', 'tls_certificate_invalid', 'tls_failed', 'invalid_response'],
  ...['redirect_not_followed', 'endpoint_gone'],
] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/** The id of an event, the same in all its attempts. */
export const EventId = text('The event; the same in all its attempts.', 'wamid.HBgLMTQxNTU1NTAxMDA');

/** One attempt to deliver an event. */
export const DeliveryAttempt = Type.Object(
  {
    eventId: EventId,
    eventType: EventType,
    retryNumber: count('Attempts of the event that had failed before.', 0),
    at: moment('When the attempt was made.'),
    outcome: literals(['delivered', 'failed'], about('`delivered`: the endpoint answered with 2xx in time.')),
    httpStatus: nullable(
      Type.Integer(),
      about('The HTTP status of the response. Null: there was none.', 200),
    ),
    problem: nullable(
      Type.String(),
      about(
        `Why it was not delivered, a stable name: ${DELIVERY_PROBLEMS.join(', ')}; more may follow. Null: another status, or delivered.`,
        null,
      ),
    ),
    latencyMs: count('Time to the response, ms.', 85),
    responseExcerpt: text('The beginning of the body of the response.', 'ok'),
  },
  closed,
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const SubscriptionTest = Type.Object(
  {
    businessId: BusinessId,
    events: Type.Optional(
      Type.Array(EventType, {
        minItems: 1,
        maxItems: EVENT_TYPES.length,
        uniqueItems: true,
        ...about('Of those that the subscription lists. Absent: all of them.', ['voice.call.ended']),
      }),
    ),
  },
  closed,
);
export type SubscriptionTest = Static<typeof SubscriptionTest>;

/** The only attempt to deliver a test event. */
export const TestDelivery = Type.Object(
  {
    eventId: text('It begins with `test:`.', 'test:2f1c:voice.call.ended'),
    eventType: EventType,
    outcome: DeliveryAttempt.properties.outcome,
    httpStatus: DeliveryAttempt.properties.httpStatus,
    problem: DeliveryAttempt.properties.problem,
    latencyMs: count('Time to the response, ms.', 85),
    responseExcerpt: text('The beginning of the response, at most 512 bytes.', 'ok'),
  },
  closed,
);
export type TestDelivery = Static<typeof TestDelivery>;

/** An event that could not be delivered in all its attempts. */
export const DeadLetter = Type.Object(
  {
    eventId: EventId,
    eventType: EventType,
    conversationId: nullableUuid(
      'The conversation of the event. Null: of another kind.',
      EXAMPLE.conversationId,
    ),
    callId: nullable(
      Type.String({ format: 'uuid' }),
      about('The call of the event. Null: of another kind.', null),
    ),
    campaignId: nullable(
      Type.String({ format: 'uuid' }),
      about('The campaign of the event. Null: of another kind.', null),
    ),
    occurredAt: moment('When it happened.'),
    diedAt: moment('When it was given up.', '2026-03-05T09:30:00.000Z'),
    attempts: Type.Integer({ minimum: 1, ...about('Attempts to deliver it.', 24) }),
    reason: literals(
      [...DEAD_REASONS],
      about(
        '`attempts_exhausted`: no attempt succeeded in 72 hours. `endpoint_gone`: the endpoint answered with 410. `paused_too_long`: the subscription was paused for longer than an event waits.',
      ),
    ),
    resentAt: nullableMoment('When it was resent last. Null: not yet.', '2026-03-06T08:00:00.000Z'),
  },
  closed,
);
export type DeadLetter = Static<typeof DeadLetter>;
