/**
 * The webhook contract, subscriptions (spec section 4.1), and the console's view of deliveries
 * (docs/reference/api.md "Channels, messages, conversations").
 */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { about, text } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import {
  DeadLetter,
  DeliveryAttempt,
  EVENT_TYPES,
  EventId,
  SecretRotate,
  SigningSecret,
  SigningSecretOnce,
  StandardSecret,
  StandardSecretOnce,
  SubscriptionCreate,
  SubscriptionId,
  SubscriptionResource,
  SubscriptionTest,
  SubscriptionUpdate,
  TestDelivery,
  WEBHOOK_CONTRACT_VERSION,
} from '../../../schemas/events/subscription.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, ListQuery, NextCursor, pageRequest, writtenAs } from '../common.js';

const SubscriptionParams = Type.Object({ subscriptionId: SubscriptionId }, closed);
const Subscription = described(SubscriptionResource, 'The subscription.');
const WithSecret = Type.Object({
  subscription: Subscription,
  signingSecret: SigningSecret,
  standardSecret: StandardSecret,
});
const WithSecretOnce = Type.Object({
  subscription: Subscription,
  signingSecret: SigningSecretOnce,
  standardSecret: StandardSecretOnce,
});
const eventId = { minLength: 1, maxLength: 512 } as const;
const DeadEventId = text('The event of the dead letter.', 'wamid.HBgLMTQxNTU1NTAxMDA', eventId);

/** The contract that integrators may rely on. */
const CONTRACT = {
  contractVersion: WEBHOOK_CONTRACT_VERSION,
  events: EVENT_TYPES,
  signature: {
    algorithm: 'HMAC-SHA256, lower-case hexadecimal',
    signedContent: '{X-Service-Timestamp}.{raw body}',
    headers: [
      'X-Service-Timestamp',
      'X-Service-Signature',
      'X-Service-Event-Id',
      'X-Service-Contract-Version',
    ],
    toleranceSeconds: 300,
  },
  standardWebhooks: {
    algorithm: 'v1: HMAC-SHA256, base64',
    signedContent: '{webhook-id}.{webhook-timestamp}.{raw body}',
    headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    toleranceSeconds: 300,
  },
};

/** One of the signatures of a request; `example`: as it is. */
const signatureSchema = (example: (typeof CONTRACT)['signature'], description: string) =>
  Type.Object(
    {
      algorithm: text('How the signature is computed.', example.algorithm),
      signedContent: text('What is signed.', example.signedContent),
      headers: Type.Array(Type.String(), about('Headers of each request to a subscriber.', example.headers)),
      toleranceSeconds: Type.Integer(
        about('How far a timestamp may be from the current time.', example.toleranceSeconds),
      ),
    },
    about(description),
  );

const Contract = Type.Object({
  contractVersion: text('The version of the payloads.', WEBHOOK_CONTRACT_VERSION),
  events: Type.Array(
    Type.String(),
    about('All events that are emitted.', ['whatsapp.message.received', 'voice.call.ended']),
  ),
  signature: signatureSchema(CONTRACT.signature, 'How to verify that a request is genuine.'),
  standardWebhooks: signatureSchema(
    CONTRACT.standardWebhooks,
    'The signature of Standard Webhooks, which every request carries as well.',
  ),
});

/** The routes of webhook subscriptions, and of the contract. */
export const subscriptionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contracts/whatsapp-automation',
    operationId: 'readWebhookContract',
    summary: 'The version of the webhook contract and the events that are emitted.',
    description:
      'Read it before relying on webhooks. It needs no key. `webhooks` of this document has the payloads.',
    public: true,
    response: Contract,
    handler: async () => ({ data: CONTRACT }),
  }),
  ...collectionRoutes(operations, views),
  ...singleSubscriptionRoutes(operations),
  ...deliveryRoutes(operations, views),
];

const collectionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/webhook-subscriptions',
    operationId: 'listSubscriptions',
    summary: 'List webhook subscriptions, including revoked ones, newest first.',
    description: 'Secrets are never listed. A subscription with a `pauseReason` was paused by the service.',
    scopes: ['webhooks:write'],
    role: 'viewer',
    query: ListQuery,
    response: Type.Object({
      subscriptions: Type.Array(SubscriptionResource, about('The page of subscriptions.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.subscriptions(businessId, pageRequest(query));
      return { data: { subscriptions: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhook-subscriptions',
    operationId: 'createSubscription',
    audit: { action: 'webhook.created', target: 'data.subscription.id' },
    summary:
      'Subscribe to the events of an account and take over answering on it: no agent answers while the subscription is active. With channel voice or campaign, subscribe to all calls or campaigns of the business. The signing secret is returned only once; a repeated request with the same Idempotency-Key returns null.',
    description:
      'Each event that follows is sent as a signed POST and retried for 72 hours until the endpoint answers 2xx within 10 seconds. Duplicates are possible: deduplicate by `eventId`. A host name that does not exist yet is accepted. Without an Idempotency-Key each request creates another subscription.',
    scopes: ['webhooks:write', 'channels:write'],
    // These scopes grant reading the data that the events contain.
    scopesIf: [
      {
        when: 'channel is voice',
        applies: ({ channel }) => channel === 'voice',
        scopes: ['voice:read'],
      },
      {
        when: 'channel is campaign',
        applies: ({ channel }) => channel === 'campaign',
        scopes: ['campaigns:read'],
      },
      {
        when: 'channel is alerts',
        applies: ({ channel }) => channel === 'alerts',
        scopes: ['voice:read', 'communications:read'],
      },
    ],
    quota: 'webhook_subscriptions',
    idempotent: 'optional',
    status: 201,
    body: SubscriptionCreate,
    response: WithSecretOnce,
    errors: [
      'callback_url_not_allowed',
      'name_lookups_limited',
      'channel_not_connected',
      'channel_account_not_found',
      'agent_assigned',
    ],
    handler: async ({ caller, body }) => {
      const { result, ...written } = await operations.subscriptions.create(caller, body);
      return { ...written, result, repeated: { ...result, signingSecret: null, standardSecret: null } };
    },
  }),
];

const singleSubscriptionRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'PATCH',
    path: '/api/v1/webhook-subscriptions/{subscriptionId}',
    operationId: 'updateSubscription',
    audit: { action: 'webhook.changed', target: 'params.subscriptionId' },
    summary: 'Change the address or events, or pause or resume. No events are sent while paused.',
    description:
      'Events that were queued before a pause wait for 72 hours; events that happen during it are not sent later, unless the service paused the subscription. Resuming is 409 `agent_assigned` if an agent answers on the account meanwhile.',
    scopes: ['webhooks:write'],
    quota: 'none',
    tagged: true,
    params: SubscriptionParams,
    body: SubscriptionUpdate,
    response: Type.Object({ subscription: Subscription }),
    errors: [
      'callback_url_not_allowed',
      'name_lookups_limited',
      'subscription_not_found',
      'subscription_revoked',
      'agent_assigned',
      'resource_changed',
    ],
    handler: async ({ businessId, params, body, expectedTags }) => {
      const { subscriptionId } = params;
      return writtenAs(
        'subscription',
        await operations.subscriptions.update(businessId, subscriptionId, body, expectedTags),
      );
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/webhook-subscriptions/{subscriptionId}',
    operationId: 'revokeSubscription',
    audit: { action: 'webhook.revoked', target: 'params.subscriptionId' },
    summary: 'Revoke a subscription permanently. Its pending deliveries are dropped.',
    description: 'Revoking twice is harmless. The subscription stays in the list.',
    scopes: ['webhooks:write'],
    params: SubscriptionParams,
    query: BusinessQuery,
    response: Type.Object({ subscription: Subscription }),
    errors: ['subscription_not_found'],
    handler: async ({ businessId, params }) =>
      writtenAs('subscription', await operations.subscriptions.revoke(businessId, params.subscriptionId)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhook-subscriptions/{subscriptionId}/rotate-secret',
    operationId: 'rotateSubscriptionSecret',
    audit: { action: 'webhook.secret_rotated', target: 'params.subscriptionId' },
    summary: 'Replace the signing secret. The previous one becomes invalid immediately, or after an overlap.',
    description:
      'Every attempt from now on is signed with the new secret, also of events that were queued before. With `overlapSeconds`, deliveries are signed with both secrets for that time: `webhook-signature` has a signature for each, and `X-Service-Signature-Previous` those of former secrets. `X-Service-Signature` is always that of the new secret. At most two former secrets sign at a time; a rotation without an overlap ends all of them.',
    scopes: ['webhooks:write'],
    quota: 'none',
    params: SubscriptionParams,
    body: SecretRotate,
    response: WithSecret,
    errors: ['subscription_not_found', 'subscription_revoked'],
    handler: async ({ businessId, params, body }) => {
      const { subscriptionId } = params;
      return operations.subscriptions.rotateSecret(businessId, subscriptionId, body);
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhook-subscriptions/{subscriptionId}/test',
    operationId: 'testSubscription',
    audit: { action: 'webhook.tested', target: 'params.subscriptionId' },
    summary:
      'Send an example of each event that the subscription lists to its endpoint, and read the results.',
    description:
      'Test events are signed as events are, have the header `X-Service-Test: true`, `"test": true` in the payload and an `eventId` that begins with `test:`. Each is attempted once, within 10 seconds; nothing is retried, and a failure has no consequences. Works while the subscription is paused. A business may request ten tests a minute (429 `rate_limited`).',
    scopes: ['webhooks:write'],
    quota: 'none',
    idempotent: 'optional',
    params: SubscriptionParams,
    body: SubscriptionTest,
    response: Type.Object({
      deliveries: Type.Array(TestDelivery, about('The result of each test event.')),
    }),
    errors: ['subscription_not_found', 'subscription_revoked'],
    handler: async ({ caller, params, body }) =>
      writtenAs('deliveries', await operations.testEvents.send(caller, params.subscriptionId, body.events)),
  }),
];

/** The console's view of deliveries. */
const deliveryRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/deliveries',
    operationId: 'listDeliveryAttempts',
    summary: 'List the latest 1,000 delivery attempts of a subscription, newest first.',
    description: 'Each with its status, or with the `problem` that kept it from being delivered.',
    sessionOnly: true,
    role: 'viewer',
    params: SubscriptionParams,
    query: ListQuery,
    response: Type.Object({
      deliveries: Type.Array(DeliveryAttempt, about('The page of attempts.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid', 'subscription_not_found'],
    handler: async ({ businessId, params, query }) => {
      await checkKnown(views, businessId, params.subscriptionId);
      const page = views.deliveryAttempts(params.subscriptionId, pageRequest(query));
      return { data: { deliveries: page.items, nextCursor: page.nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/dead-letters',
    operationId: 'listDeadLetters',
    summary: 'List events that could not be delivered within 72 hours, newest first.',
    description: 'The latest 1,000 of a subscription can be resent.',
    sessionOnly: true,
    role: 'viewer',
    params: SubscriptionParams,
    query: ListQuery,
    response: Type.Object({
      deadLetters: Type.Array(DeadLetter, about('The page of dead letters.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid', 'subscription_not_found'],
    handler: async ({ businessId, params, query }) => {
      await checkKnown(views, businessId, params.subscriptionId);
      const page = views.deadLetters(params.subscriptionId, pageRequest(query));
      return { data: { deadLetters: page.items, nextCursor: page.nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/dead-letters/payload',
    operationId: 'readDeadLetter',
    summary: 'Read the payload of a dead letter that can still be resent.',
    description: 'The body as it would be sent, as the `webhooks` section describes it.',
    sessionOnly: true,
    role: 'viewer',
    params: SubscriptionParams,
    query: Type.Object({ businessId: BusinessId, eventId: DeadEventId }, closed),
    response: Type.Object({
      payload: Type.Record(
        Type.String(),
        Type.Unknown(),
        about('The payload of the event.', { eventType: 'whatsapp.message.received' }),
      ),
    }),
    errors: ['subscription_not_found', 'dead_letter_not_found'],
    handler: async ({ businessId, params, query }) => ({
      data: { payload: await operations.deadLetters.read(businessId, params.subscriptionId, query.eventId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/webhook-subscriptions/{subscriptionId}/dead-letters/resend',
    operationId: 'resendDeadLetter',
    audit: { action: 'webhook.dead_letter_resent', target: 'params.subscriptionId' },
    summary: 'Redeliver a dead letter, with the same event id.',
    description:
      'The event is queued like a new one and retried for 72 hours. A receiver that has stored it already ignores it.',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    status: 202,
    params: SubscriptionParams,
    body: Type.Object({ businessId: BusinessId, eventId: DeadEventId }, closed),
    response: Type.Object({
      eventId: EventId,
      resent: Type.Literal(true, about('It is queued.')),
    }),
    errors: ['subscription_not_found', 'subscription_revoked', 'dead_letter_not_found'],
    handler: async ({ caller, params, body }) =>
      operations.deadLetters.resend(caller, params.subscriptionId, body.eventId),
  }),
];

/** @throws DomainError subscription_not_found */
const checkKnown = async (views: ViewStore, businessId: string, id: string): Promise<void> => {
  const subscription = await readThrough(views, businessId, () => views.subscription(businessId, id));
  if (subscription === null) throw new DomainError('subscription_not_found');
};
