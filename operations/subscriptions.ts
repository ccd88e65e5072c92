/** Webhook subscriptions (spec sections 2.6, 3.3 and 4.1). */
import { randomBytes, randomUUID } from 'node:crypto';
import { type SubscriptionCommand, subscription } from '../actors/subscription/index.js';
import { DomainError, type ErrorDetail } from '../schemas/errors.js';
import {
  type EventType,
  INSTAGRAM_EVENTS,
  type SubscriptionCreate,
  type SubscriptionResource,
  WHATSAPP_EVENTS,
} from '../schemas/subscription.js';
import { checkNoAgent } from './answering.js';
import { accountFor } from './channels.js';
import type { OperationsDeps } from './deps.js';
import { commandIdOf, type Operations, type Written } from './operations.js';
import { refuseProblems } from './refusals.js';
import { settleDeadLetters } from './webhooks/dead-letters.js';

type SubscriptionOperations = Pick<
  Operations,
  | 'createSubscription'
  | 'updateSubscription'
  | 'revokeSubscription'
  | 'rotateSubscriptionSecret'
  | 'resendDeadLetter'
>;

export const subscriptionOperations = (deps: OperationsDeps): SubscriptionOperations => {
  const tell = async (
    businessId: string,
    id: string,
    command: SubscriptionCommand,
  ): Promise<Written<SubscriptionResource>> => {
    const { shard, seq } = await deps.actors.ask(subscription, { business: businessId, id }, command);
    await deps.views.waitFor(shard, seq);
    const result = deps.views.subscription(businessId, id);
    if (result === null) throw new DomainError('subscription_not_found');
    return { result, shard, seq };
  };

  /** 256 bits; the text is the key of the signature. */
  const newSecret = (id: string) => {
    const signingSecret = randomBytes(32).toString('hex');
    const sealedSecret = deps.sealer.seal(id, signingSecret);
    return { signingSecret, sealed: { sealedSecret, secretLast4: signingSecret.slice(-4) } };
  };

  /** @throws DomainError callback_url_not_allowed */
  const checkUrl = async (url: string): Promise<void> => {
    const message = await deps.webhooks.refusalNow(url);
    if (message !== null)
      throw new DomainError('callback_url_not_allowed', undefined, [{ path: '/callbackUrl', message }]);
  };

  return {
    createSubscription: async (businessId, body) => {
      const { channel, callbackUrl, events } = body;
      refuseProblems([...variantProblems(body), ...eventProblems(channel, events)]);
      // Before the account: what is wrong with the address does not depend on it (contract.md "Settled later").
      await checkUrl(callbackUrl);
      await deps.views.catchUp(businessId);
      const { accountId } = accountFor(deps, businessId, body);
      await checkNoAgent(deps, businessId, { channel, accountId });
      const id = randomUUID();
      const { signingSecret, sealed } = newSecret(id);
      const written = await tell(businessId, id, {
        ...{ type: 'create', channel, accountId, callbackUrl, events },
        ...sealed,
      });
      return { ...written, result: { subscription: written.result, signingSecret } };
    },

    updateSubscription: async (businessId, id, { callbackUrl, events, status }) => {
      const target = { business: businessId, id };
      const { answer } = await deps.actors.ask(subscription, target, { type: 'look' });
      if (answer.subscription === null) throw new DomainError('subscription_not_found');
      if (events !== undefined) refuseProblems(eventProblems(answer.subscription.channel, events));
      if (callbackUrl !== undefined) await checkUrl(callbackUrl);
      if (status === 'active' && answer.subscription.status === 'paused')
        await checkNoAgent(deps, businessId, answer.subscription);
      return tell(businessId, id, {
        type: 'change',
        ...(callbackUrl === undefined ? {} : { callbackUrl }),
        ...(events === undefined ? {} : { events }),
        ...(status === undefined ? {} : { status }),
      });
    },

    revokeSubscription: async (businessId, id) => {
      const written = await tell(businessId, id, { type: 'revoke' });
      await deps.outbox.drop(businessId, id);
      await settleDeadLetters(deps, businessId, id);
      return written;
    },

    rotateSubscriptionSecret: async (businessId, id) => {
      const { signingSecret, sealed } = newSecret(id);
      const written = await tell(businessId, id, { type: 'rotate', ...sealed });
      return { ...written, result: { subscription: written.result, signingSecret } };
    },

    resendDeadLetter: async (caller, id, eventId) => {
      const { businessId } = caller;
      const target = { business: businessId, id };
      const { answer } = await deps.actors.ask(subscription, target, { type: 'look' });
      if (answer.subscription === null) throw new DomainError('subscription_not_found');
      if (answer.subscription.status === 'revoked') throw new DomainError('subscription_revoked');
      const letter = answer.dead[eventId];
      if (letter === undefined) throw new DomainError('dead_letter_not_found');
      await deps.outbox.put(businessId, id, letter, commandIdOf(caller));
      const { shard, seq } = await deps.actors.ask(subscription, target, { type: 'note_resent', eventId });
      await settleDeadLetters(deps, businessId, id);
      return { result: { eventId, resent: true as const }, shard, seq };
    },
  };
};

/** The account is named as its channel names it. */
const variantProblems = (body: SubscriptionCreate): readonly ErrorDetail[] => {
  const [needed, foreign] =
    body.channel === 'whatsapp'
      ? (['phoneNumberId', 'providerAccountId'] as const)
      : (['providerAccountId', 'phoneNumberId'] as const);
  return [
    ...(body[needed] === undefined
      ? [{ path: `/${needed}`, message: `must be given on ${body.channel}` }]
      : []),
    ...(body[foreign] === undefined
      ? []
      : [{ path: `/${foreign}`, message: `must not be given on ${body.channel}` }]),
  ];
};

const eventProblems = (
  channel: SubscriptionCreate['channel'],
  events: readonly EventType[],
): readonly ErrorDetail[] => {
  const allowed: readonly EventType[] = channel === 'whatsapp' ? WHATSAPP_EVENTS : INSTAGRAM_EVENTS;
  return events.flatMap((event, index) =>
    allowed.includes(event)
      ? []
      : [
          {
            path: `/events/${index}`,
            message: `is no event of ${channel}; choose among ${allowed.join(', ')}`,
          },
        ],
  );
};
