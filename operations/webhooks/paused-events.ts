/**
 * Webhook events that wait for a paused subscription. Its consumer has ended, so nothing attempts them; the queue keeps them
 * until the subscription is resumed.
 *
 * It guarantees:
 * P1. An event that has waited for as long as events are attempted becomes a dead letter, and never just expires.
 * P2. Repetitions change nothing, so every node may look.
 */
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { subscription } from '../../actors/subscription/index.js';
import type { SubscriberId } from '../../views/webhooks/index.js';
import { reportDead } from './dead-letters.js';
import type { AttemptDeps } from './delivery-attempt.js';
import { parseWebhookEvent, subjectsOf, WEBHOOK_STREAM } from './queue.js';
import { GIVE_UP_MS } from './retry-schedule.js';

type PausedEventsDeps = Pick<AttemptDeps, 'actors' | 'failures' | 'trouble' | 'count' | 'logger' | 'now'>;

export interface PausedEvents {
  /**
   * Gives up the events of the subscription that have waited too long, oldest first, if it is paused.
   * @throws Error when its actor or the server does not answer
   */
  giveUpOld(subscriber: SubscriberId, signal: AbortSignal): Promise<void>;
}

/** The stream must exist. */
export const openPausedEvents = async (nc: NatsConnection, deps: PausedEventsDeps): Promise<PausedEvents> => {
  const { actors, failures, now } = deps;
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  return {
    giveUpOld: async ({ id, businessId }, signal) => {
      const target = { business: businessId, id };
      const { answer } = await actors.query(subscription, target, 'get');
      if (answer.subscription?.status !== 'paused') return;
      let seq = 1;
      while (!signal.aborted) {
        const query = { seq, next_by_subj: subjectsOf(businessId, id) };
        const stored = await jsm.streams.getMessage(WEBHOOK_STREAM, query);
        // The stream is in the order of time.
        if (stored === null || now() - stored.time.getTime() < GIVE_UP_MS) return;
        const event = parseWebhookEvent(stored.string());
        const attempts = await failures.count(id, stored.seq);
        // P1: before the event leaves the queue.
        await actors.ask(subscription, target, {
          type: 'dead_letter',
          event,
          attempts,
          reason: 'paused_too_long',
        });
        await reportDead(
          deps,
          { businessId, subscriptionId: id, eventId: event.eventId },
          Object.assign(new Error('the subscription was paused for too long'), { code: 'paused_too_long' }),
        );
        // Another node may have removed it meanwhile.
        await jsm.streams.deleteMessage(WEBHOOK_STREAM, stored.seq).catch(() => false);
        await failures.forget(id, stored.seq);
        seq = stored.seq + 1;
      }
    },
  };
};
