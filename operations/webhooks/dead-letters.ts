/**
 * Dead letters: reading and resending them, and their trouble entry for operators, one for each subscription that has any,
 * whatever their number.
 */
import type { Logger } from 'pino';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Failing, Trouble } from '../../actors/runtime/trouble/trouble.js';
import { subscription } from '../../actors/subscription/index.js';
import { DomainError } from '../../schemas/errors.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import type { WebhookQueue } from './queue.js';

export const DEAD_LETTERS = 'dead-letters';

interface DeadLetterOperations {
  /** The content of a dead letter that was not resent. @throws DomainError subscription_not_found, dead_letter_not_found */
  read(
    businessId: string,
    subscriptionId: string,
    eventId: string,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** @throws DomainError subscription_not_found, subscription_revoked, dead_letter_not_found */
  resend(
    caller: Caller,
    subscriptionId: string,
    eventId: string,
  ): Promise<Written<{ readonly eventId: string; readonly resent: true }>>;
}

export const deadLetterOperations = (deps: OperationsDeps): DeadLetterOperations => ({
  read: async (businessId, id, eventId) => {
    const { answer } = await deps.actors.query(subscription, { business: businessId, id }, 'get');
    if (answer.subscription === null) throw new DomainError('subscription_not_found');
    const letter = answer.dead[eventId];
    if (letter === undefined) throw new DomainError('dead_letter_not_found');
    return letter.payload;
  },

  resend: async (caller, id, eventId) => {
    const { businessId } = caller;
    const target = { business: businessId, id };
    const { answer } = await deps.actors.query(subscription, target, 'get');
    if (answer.subscription === null) throw new DomainError('subscription_not_found');
    if (answer.subscription.status === 'revoked') throw new DomainError('subscription_revoked');
    const webhookEvent = answer.dead[eventId];
    if (webhookEvent === undefined) throw new DomainError('dead_letter_not_found');
    await deps.webhookQueue.put(businessId, id, webhookEvent, commandIdOf(caller));
    const { shard, seq } = await deps.actors.ask(subscription, target, { type: 'note_resent', eventId });
    await settleDeadLetters(deps, businessId, id);
    return { result: { eventId, resent: true as const }, shard, seq };
  },
});

interface DeadLetterReport {
  readonly count: (outcome: 'dead') => void;
  readonly logger: Logger;
  readonly trouble: Pick<TroubleBook, 'note'>;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The trouble entry of a subscription's dead letters. */
export const deadLettersOf = (businessId: string, subscriptionId: string): Failing => ({
  kind: 'webhook',
  what: DEAD_LETTERS,
  key: '',
  ref: { kind: subscription.kind, business: businessId, id: subscriptionId },
});

/**
 * Queues all dead letters of an entry again, oldest first; false: none are left. If it is rerun, nothing is sent twice
 * within the hour.
 */
export const resendDeadLetters =
  ({
    actors,
    webhookQueue,
  }: {
    readonly actors: ActorClient;
    readonly webhookQueue: Pick<WebhookQueue, 'put'>;
  }) =>
  async ({ ref, lastAt }: Trouble): Promise<boolean> => {
    if (ref === null) return false;
    const { answer } = await actors.query(subscription, ref, 'get');
    if (answer.subscription === null || answer.subscription.status === 'revoked') return false;
    for (const [eventId, webhookEvent] of Object.entries(answer.dead)) {
      await webhookQueue.put(ref.business, ref.id, webhookEvent, `trouble-${lastAt}`);
      await actors.ask(subscription, ref, { type: 'note_resent', eventId });
    }
    return false;
  };

/** Reports a dead letter to operators: counts it, and adds it to the trouble entry of its subscription. */
export const reportDead = async (
  { count, logger, trouble, now }: DeadLetterReport,
  facts: { readonly businessId: string; readonly subscriptionId: string; readonly eventId: string },
  cause: Error,
): Promise<void> => {
  count('dead');
  logger.debug({ event: 'webhook.dead', ...facts });
  // One entry for all of them: separate ones would be a log line and an entry each.
  await trouble.note(deadLettersOf(facts.businessId, facts.subscriptionId), cause, {
    attempts: 1,
    since: now(),
    retriesAutomatically: false,
  });
};

/** Clears the trouble entry once a subscription has no dead letters left, or is revoked. */
export const settleDeadLetters = async (
  { actors, trouble }: { readonly actors: ActorClient; readonly trouble: Pick<TroubleBook, 'clear'> },
  businessId: string,
  subscriptionId: string,
): Promise<void> => {
  const target = { business: businessId, id: subscriptionId };
  const { answer } = await actors.query(subscription, target, 'get');
  const isSettled = answer.subscription?.status === 'revoked' || Object.keys(answer.dead).length === 0;
  if (isSettled) await trouble.clear(deadLettersOf(businessId, subscriptionId));
};
