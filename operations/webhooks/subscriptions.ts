/**
 * Webhook subscriptions (spec sections 2.6, 3.3 and 4.1; for calls and campaigns
 * docs/reference/api.md "Channels, messages, conversations").
 */
import { randomUUID } from 'node:crypto';
import {
  type SubscriptionCommand,
  type SubscriptionState,
  subscription,
} from '../../actors/subscription/index.js';
import { standardSecret } from '../../providers/webhooks/signature.js';
import { isAccountChannel } from '../../schemas/channels/channel.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import {
  EVENTS_OF,
  type EventType,
  isObserved,
  type SecretRotate,
  type SubscriptionChannel,
  type SubscriptionCreate,
  type SubscriptionResource,
  type SubscriptionUpdate,
} from '../../schemas/events/subscription.js';
import { deriveId } from '../../schemas/ids.js';
import { onlyIf } from '../../schemas/tag.js';
import { type Caller, commandIdOf } from '../caller.js';
import { type Account, checkNoAgent } from '../channels/answering.js';
import { accountFor } from '../channels/channels.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { settleDeadLetters } from './dead-letters.js';
import { newSecret } from './signing-secrets.js';

interface SubscriptionWithSecret {
  readonly subscription: SubscriptionResource;
  /** It is not shown again. */
  readonly signingSecret: string;
  /** The same secret, as libraries of Standard Webhooks take it. */
  readonly standardSecret: string;
}

interface SubscriptionOperations {
  /**
   * With an Idempotency-Key, a repetition returns the existing subscription with its current secret; without one (an empty
   * key), each request creates another. @throws DomainError validation_failed, callback_url_not_allowed,
   * name_lookups_limited, channel_not_connected, channel_account_not_found
   */
  create(caller: Caller, body: SubscriptionCreate): Promise<Written<SubscriptionWithSecret>>;
  /**
   * `expected`: tags of which one must be current; null or absent: not checked.
   * @throws DomainError validation_failed, callback_url_not_allowed, name_lookups_limited, subscription_not_found,
   *   subscription_revoked, resource_changed
   */
  update(
    businessId: string,
    subscriptionId: string,
    body: SubscriptionUpdate,
    expected?: readonly string[] | null,
  ): Promise<Written<SubscriptionResource>>;
  /** Permanent; revoking twice is harmless. @throws DomainError subscription_not_found */
  revoke(businessId: string, subscriptionId: string): Promise<Written<SubscriptionResource>>;
  /**
   * The former secret signs as well for `overlapSeconds`; without them, no former secret signs from now on.
   * @throws DomainError subscription_not_found, subscription_revoked
   */
  rotateSecret(
    businessId: string,
    subscriptionId: string,
    body: Pick<SecretRotate, 'overlapSeconds'>,
  ): Promise<Written<SubscriptionWithSecret>>;
}

export const subscriptionOperations = (deps: OperationsDeps): SubscriptionOperations => ({
  create: createSubscription(deps),
  update: updateSubscription(deps),

  revoke: async (businessId, id) => {
    const written = await askSubscription(deps, businessId, id, { type: 'revoke' });
    await deps.webhookQueue.drop(businessId, id);
    await settleDeadLetters(deps, businessId, id);
    return written;
  },

  rotateSecret: async (businessId, id, { overlapSeconds }) => {
    const { signingSecret, sealed } = newSecret(deps.sealer, id);
    const overlap = overlapSeconds === undefined ? {} : { overlapMs: overlapSeconds * 1_000 };
    const written = await askSubscription(deps, businessId, id, { type: 'rotate', ...sealed, ...overlap });
    return { ...written, result: withSecret(written.result, signingSecret) };
  },
});

const createSubscription =
  (deps: OperationsDeps): SubscriptionOperations['create'] =>
  async (caller, body) => {
    const { businessId } = caller;
    const { channel, callbackUrl, events } = body;
    refuseProblems([...variantProblems(body), ...eventProblems(channel, events)]);
    // Before the account: errors of the address do not depend on it (docs/reference/api.md "Validation order").
    await checkUrl(deps, businessId, callbackUrl);
    await deps.views.catchUp(businessId);
    requireHost(deps, businessId, callbackUrl);
    const account = isAccountChannel(channel) ? accountFor(deps, businessId, { ...body, channel }) : null;
    const isObserver = account !== null && body.externalAutomation === undefined;
    if (account !== null && !isObserver) await checkNoAgent(deps, businessId, account);
    const id = caller.idempotencyKey === '' ? randomUUID() : deriveId(commandIdOf(caller), 'subscription');
    const { sealed } = newSecret(deps.sealer, id);
    const written = await askSubscription(deps, businessId, id, {
      type: 'create',
      channel,
      accountId: account?.accountId ?? null,
      callbackUrl,
      events,
      ...sealed,
      ...(isObserver ? { observes: true as const } : {}),
    });
    return { ...written, result: withSecret(written.result, await secretOf(deps, businessId, id)) };
  };

const updateSubscription =
  (deps: OperationsDeps): SubscriptionOperations['update'] =>
  async (businessId, id, { callbackUrl, events, status }, expected = null) => {
    const target = { business: businessId, id };
    const { answer } = await deps.actors.query(subscription, target, 'get');
    const current = answer.subscription;
    if (current === null) throw new DomainError('subscription_not_found');
    if (events !== undefined)
      refuseProblems([
        ...eventProblems(current.channel, events),
        ...(current.observes === true ? answeringProblems(events) : []),
      ]);
    if (callbackUrl !== undefined) {
      await checkUrl(deps, businessId, callbackUrl);
      requireHost(deps, businessId, callbackUrl);
    }
    const account = accountOf(current);
    if (status === 'active' && current.status === 'paused' && account !== null && current.observes !== true)
      await checkNoAgent(deps, businessId, account);
    return askSubscription(deps, businessId, id, {
      type: 'change',
      ...(callbackUrl === undefined ? {} : { callbackUrl }),
      ...(events === undefined ? {} : { events }),
      ...(status === undefined ? {} : { status }),
      ...onlyIf(expected),
    });
  };

/** Sends a command; returns the subscription as the views then show it. @throws DomainError subscription_not_found */
const askSubscription = async (
  { actors, views }: OperationsDeps,
  businessId: string,
  id: string,
  command: SubscriptionCommand,
): Promise<Written<SubscriptionResource>> => {
  const { shard, seq } = await actors.ask(subscription, { business: businessId, id }, command);
  await views.waitFor(shard, seq);
  const result = views.subscription(businessId, id);
  if (result === null) throw new DomainError('subscription_not_found');
  return { result, shard, seq };
};

/** The stored secret of a subscription: if the subscription existed before, its own secret and not the new one. */
const secretOf = async (
  { actors, sealer }: OperationsDeps,
  businessId: string,
  id: string,
): Promise<string> => {
  const { answer } = await actors.query(subscription, { business: businessId, id }, 'get');
  if (answer.subscription === null) throw new DomainError('subscription_not_found');
  return sealer.open(id, answer.subscription.sealedSecret);
};

const withSecret = (subscription: SubscriptionResource, signingSecret: string): SubscriptionWithSecret => ({
  subscription,
  signingSecret,
  standardSecret: standardSecret(signingSecret),
});

/** @throws DomainError callback_url_not_allowed, name_lookups_limited */
const checkUrl = async ({ webhooks }: OperationsDeps, businessId: string, url: string): Promise<void> => {
  const message = await webhooks.refusalNow(url, businessId);
  if (message !== null)
    throw new DomainError('callback_url_not_allowed', undefined, [{ path: '/callbackUrl', message }]);
};

/** @throws DomainError quota_exceeded for a host beyond those that the business may name */
const requireHost = ({ quotas, views }: OperationsDeps, businessId: string, url: string): void => {
  if (!views.webhookHosts(businessId).has(new URL(url).host)) quotas.require(businessId, 'webhook_hosts');
};

/** Null for calls, campaigns and alerts: they have no account on which an agent or a backend could answer. */
const accountOf = ({ channel, accountId }: NonNullable<SubscriptionState['subscription']>): Account | null =>
  isAccountChannel(channel) && accountId !== null ? { channel, accountId } : null;

/** Fields that only some channels accept. */
type Variant = 'phoneNumberId' | 'providerAccountId' | 'externalAutomation';

const VARIANTS: Readonly<Record<SubscriptionChannel, readonly Variant[]>> = {
  whatsapp: ['phoneNumberId', 'externalAutomation'],
  instagram: ['providerAccountId', 'externalAutomation'],
  voice: [],
  campaign: [],
  alerts: [],
};

/** Each channel has its own field for the account. */
const variantProblems = (body: SubscriptionCreate): readonly ErrorDetail[] =>
  (['phoneNumberId', 'providerAccountId', 'externalAutomation'] as const).flatMap((field) => {
    const isNeeded = VARIANTS[body.channel].includes(field);
    if (isNeeded === (body[field] !== undefined)) return [];
    if (field === 'externalAutomation' && isNeeded && isObserved(body.events)) return [];
    return [
      { path: `/${field}`, message: `${isNeeded ? 'is required' : 'is not allowed'} on ${body.channel}` },
    ];
  });

/** Events that a subscription without external automation cannot have. */
const answeringProblems = (events: readonly EventType[]): readonly ErrorDetail[] =>
  events.flatMap((event, index) =>
    isObserved([event])
      ? []
      : [
          {
            path: `/events/${index}`,
            message: 'is for subscribers that answer; create a subscription with externalAutomation',
          },
        ],
  );

const eventProblems = (
  channel: SubscriptionChannel,
  events: readonly EventType[],
): readonly ErrorDetail[] => {
  const ofChannel: readonly EventType[] = EVENTS_OF[channel];
  const message = `is not an event of ${channel}; choose from ${ofChannel.join(', ')}`;
  return events.flatMap((event, index) =>
    ofChannel.includes(event) ? [] : [{ path: `/events/${index}`, message }],
  );
};
