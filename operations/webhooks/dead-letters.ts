/** Dead letters as trouble for operators: one entry for each subscription that has any, whatever their number. */
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Failing, Trouble } from '../../actors/runtime/trouble/trouble.js';
import { subscription } from '../../actors/subscription/index.js';
import type { WebhookQueue } from './queue.js';

export const DEAD_LETTERS = 'dead-letters';

/** The trouble entry of a subscription's dead letters. */
export const deadLettersOf = (businessId: string, subscriptionId: string): Failing => ({
  kind: 'webhook',
  what: DEAD_LETTERS,
  key: '',
  ref: { kind: subscription.kind, business: businessId, id: subscriptionId },
});

/** Queues all of them again, oldest first; false: none are left. If it is rerun, nothing is sent twice within the hour. */
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
