/**
 * Webhook subscriptions on the wire (spec sections 2.6, 4.1 and 6, docs/reference/api.md "Channels, messages,
 * conversations").
 */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

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

export const EVENT_TYPES = [
  ...WHATSAPP_EVENTS,
  ...INSTAGRAM_EVENTS.filter((event) => event !== CONVERSATION_ANALYZED),
  ...VOICE_EVENTS,
  ...CAMPAIGN_EVENTS,
] as const;

export const EventType = Type.Enum([...EVENT_TYPES]);
export type EventType = (typeof EVENT_TYPES)[number];

/** The subject of a subscription: an account of a messaging channel, or all calls or campaigns of the business. */
export const SUBSCRIPTION_CHANNELS = ['whatsapp', 'instagram', 'voice', 'campaign'] as const;
export const SubscriptionChannel = Type.Enum([...SUBSCRIPTION_CHANNELS]);
export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number];

/** The events that a subscription of the channel may list. */
export const EVENTS_OF = {
  whatsapp: WHATSAPP_EVENTS,
  instagram: INSTAGRAM_EVENTS,
  voice: VOICE_EVENTS,
  campaign: CAMPAIGN_EVENTS,
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

const CallbackUrl = Type.String({
  format: 'uri',
  minLength: 1,
  maxLength: 2_048,
  description: 'An https address that is reachable from the internet.',
});
const Events = Type.Array(EventType, {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  description:
    'Events of the channel. message events report messages sent through the message endpoint; agent_message events report those of agents and campaigns.',
});
const AccountId = Type.String({ minLength: 1, maxLength: 64 });

/**
 * All variants in one: those of the spec, with `phoneNumberId` on WhatsApp and `providerAccountId` on Instagram, and those
 * of calls and campaigns, which have neither, nor `externalAutomation` (docs/reference/api.md "Channels, messages,
 * conversations").
 */
export const SubscriptionCreate = Type.Object(
  {
    businessId: Uuid,
    channel: SubscriptionChannel,
    phoneNumberId: Type.Optional(AccountId),
    providerAccountId: Type.Optional(AccountId),
    callbackUrl: CallbackUrl,
    events: Events,
    externalAutomation: Type.Optional(
      Type.Literal(true, {
        description:
          'For whatsapp and instagram: the subscriber answers. It can be left out if all events are of those that report on answers by agents and on outcomes: agent_message events and conversation.analyzed.',
      }),
    ),
  },
  closed,
);
export type SubscriptionCreate = Static<typeof SubscriptionCreate>;

export const SubscriptionUpdate = Type.Object(
  {
    businessId: Uuid,
    callbackUrl: Type.Optional(CallbackUrl),
    events: Type.Optional(Events),
    status: Type.Optional(literals(['active', 'paused'])),
  },
  { ...closed, minProperties: 2 },
);
export type SubscriptionUpdate = Static<typeof SubscriptionUpdate>;

export const SecretRotate = Type.Object({ businessId: Uuid }, closed);

export const SubscriptionStatus = literals(['active', 'paused', 'revoked']);
export type SubscriptionStatus = Static<typeof SubscriptionStatus>;

/** Why the service paused a subscription by itself. */
const PAUSE_REASONS = ['endpoint_gone'] as const;
export const PauseReason = literals([...PAUSE_REASONS], {
  description: 'endpoint_gone: the endpoint answered with 410.',
});
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Why an event was given up. */
const DEAD_REASONS = ['attempts_exhausted', 'endpoint_gone', 'paused_too_long'] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

export const SubscriptionResource = Type.Object(
  {
    id: Uuid,
    channel: SubscriptionChannel,
    phoneNumberId: nullable(Type.String()),
    providerAccountId: nullable(Type.String()),
    callbackUrl: Type.String(),
    events: Type.Array(EventType),
    externalAutomation: Type.Boolean({ description: 'Whether the subscriber answers.' }),
    status: SubscriptionStatus,
    pauseReason: nullable(PauseReason, {
      description:
        'Why the service paused it; null unless it did. Its events then wait for 72 hours, until it is resumed.',
    }),
    pausedAt: nullable(DateTime, { description: 'Null unless it is paused.' }),
    secretLast4: Type.String(),
    createdAt: DateTime,
    updatedAt: DateTime,
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

/** One attempt to deliver an event. */
export const DeliveryAttempt = Type.Object(
  {
    eventId: Type.String(),
    eventType: EventType,
    retryNumber: Count,
    at: DateTime,
    outcome: literals(['delivered', 'failed']),
    httpStatus: nullable(Type.Integer(), {
      description: 'Null if there was no response.',
    }),
    problem: nullable(Type.String(), {
      description: `Why the event was not delivered, a stable name: ${DELIVERY_PROBLEMS.join(', ')}; more may follow. Null for a response with another status, and for a delivered event.`,
    }),
    latencyMs: Count,
    responseExcerpt: Type.String(),
  },
  closed,
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** An event that could not be delivered in all its attempts. */
export const DeadLetter = Type.Object(
  {
    eventId: Type.String(),
    eventType: EventType,
    conversationId: nullable(Uuid),
    callId: nullable(Uuid),
    campaignId: nullable(Uuid),
    occurredAt: DateTime,
    diedAt: DateTime,
    attempts: Type.Integer({ minimum: 1 }),
    reason: literals([...DEAD_REASONS], {
      description:
        'attempts_exhausted: no attempt succeeded in 72 hours; endpoint_gone: the endpoint answered with 410; paused_too_long: the subscription was paused for longer than an event waits.',
    }),
    resentAt: nullable(DateTime),
  },
  closed,
);
export type DeadLetter = Static<typeof DeadLetter>;
