/**
 * Delivers webhook events to subscribers, each as described in delivery-attempt.ts.
 *
 * It guarantees, in addition to that:
 * D1. Each subscription has a consumer, slots and connections of its own: one that hangs or fails delays no other.
 * D3. Webhook events of one conversation are sent in order as long as they are accepted, even if the node that delivers
 *     them changes (in-order.ts, O2), the subscription is paused and resumed, or its actor is unreachable for a while.
 * D7. Every event that was queued is delivered, becomes a dead letter, or is discarded because its subscription is revoked
 *     (paused-events.ts for those that no consumer reads).
 */
import type { NatsConnection } from '@nats-io/transport-node';
import { pause } from '../../actors/runtime/backoff.js';
import {
  consumeInOrder,
  type InOrder,
  type OrderedMessage,
  type Settlement,
} from '../../actors/runtime/consumers/in-order.js';
import type { ViewStore } from '../../views/views.js';
import type { SubscriberId } from '../../views/webhooks/index.js';
import { inParallel } from '../in-parallel.js';
import { createAttemptLog } from './attempt-log.js';
import { type AttemptDeps, attemptDelivery } from './delivery-attempt.js';
import { openFailedAttempts } from './failed-attempts.js';
import { openPausedEvents } from './paused-events.js';
import { durableOf, parseWebhookEvent, subjectsOf, WEBHOOK_STREAM } from './queue.js';

/** Webhook events of one subscription in flight at a time. */
export const CONCURRENCY = 64;
/** Webhook events of one subscription in memory. */
const ON_HAND = 500;
/** Webhook events of one subscription that wait for another attempt; beyond that, new ones wait with them. */
const UNSETTLED = 50_000;
/** Interval at which new and ended subscriptions are looked for, ms. */
const POLL_MS = 500;
/** Interval at which events of paused subscriptions are checked for their age, ms. */
const AGE_CHECK_MS = 60_000;
/** Paused subscriptions that are checked at a time. */
const AGE_CHECKS = 4;
/** Pause when the actor is unreachable, ms. */
const RETRY_MS = 1_000;

export interface DelivererDeps extends Omit<AttemptDeps, 'log' | 'failures'> {
  readonly nc: NatsConnection;
  readonly views: Pick<ViewStore, 'activeSubscriptions' | 'pausedSubscriptions'>;
  /** Default: {@link AGE_CHECK_MS}. */
  readonly ageCheckMs?: number;
  /** Called when a consumer is lost and is about to be created again. */
  readonly onConsumerGone: () => void;
}

export interface Deliverer {
  /** Ends running attempts and leaves the rest to the next deliverer; idempotent. */
  stop(): Promise<void>;
}

/** Delivers until it is stopped, and finds active subscriptions by itself. The queue must be open. */
export const startDeliverer = async (deps: DelivererDeps): Promise<Deliverer> => {
  const { nc, views, sender, logger, random, ageCheckMs = AGE_CHECK_MS } = deps;
  const failures = await openFailedAttempts(nc, logger);
  const log = createAttemptLog(deps.actors, logger);
  const attempting = { ...deps, log, failures };
  const paused = await openPausedEvents(nc, attempting);
  const running = new Map<string, Promise<InOrder | null>>();
  let stopping: Promise<void> | null = null;

  /** D3: while the subscription is paused or unreachable, later events of the subject wait behind this one. */
  const handle =
    (subscriber: SubscriberId) =>
    async (message: OrderedMessage, signal: AbortSignal): Promise<Settlement> => {
      while (!signal.aborted) {
        try {
          const webhookEvent = parseWebhookEvent(message.string());
          const outcome = await attemptDelivery(attempting, subscriber, webhookEvent, message, signal);
          if (outcome.type !== 'not_yet') return outcome;
          await pause(outcome.afterMs, signal);
        } catch (error) {
          logger.warn({ event: 'webhook.waits', subscriptionId: subscriber.id, err: error });
          await pause(RETRY_MS, signal);
        }
      }
      return { type: 'put_off', afterMs: 0 };
    };

  const begin = async (subscriber: SubscriberId): Promise<InOrder | null> => {
    try {
      return await consumeInOrder({
        nc,
        stream: WEBHOOK_STREAM,
        durable: durableOf(subscriber.id),
        filter: subjectsOf(subscriber.businessId, subscriber.id),
        maxOnHand: ON_HAND,
        maxUnsettled: UNSETTLED,
        width: CONCURRENCY,
        // An event that waits for another attempt has been counted (failed-attempts.ts, F1).
        overtakable: async ({ seq }) => (await failures.count(subscriber.id, seq)) > 0,
        handle: handle(subscriber),
        mark: null,
        logger,
        random,
        onGone: deps.onConsumerGone,
        // The consumer is deleted on purpose together with its subscription.
        isWanted: () => views.activeSubscriptions().some(({ id }) => id === subscriber.id),
      });
    } catch (error) {
      // The next look starts it again.
      running.delete(subscriber.id);
      logger.warn({ event: 'webhook.consumer_failed', subscriptionId: subscriber.id, err: error });
      return null;
    }
  };

  const end = async (id: string, consumer: Promise<InOrder | null>): Promise<void> => {
    running.delete(id);
    await (await consumer)?.stop();
    sender.forget(id);
  };

  const reconcile = async (): Promise<void> => {
    const active = views.activeSubscriptions();
    const wanted = new Set(active.map(({ id }) => id));
    const gone = [...running].filter(([id]) => !wanted.has(id));
    await inParallel(gone, CONCURRENCY, ([id, consumer]) => end(id, consumer));
    for (const subscriber of active)
      if (!running.has(subscriber.id)) running.set(subscriber.id, begin(subscriber));
  };

  let reconciling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    reconciling = reconciling.then(reconcile).catch((error: unknown) => {
      // The views are temporarily unreadable.
      logger.debug({ event: 'webhook.look_failed', err: error });
    });
  }, POLL_MS);

  const stopped = new AbortController();
  const giveUpOld = async (subscriber: SubscriberId): Promise<void> => {
    try {
      await paused.giveUpOld(subscriber, stopped.signal);
    } catch (error) {
      logger.warn({ event: 'webhook.age_check_failed', subscriptionId: subscriber.id, err: error });
    }
  };
  const checkAges = async (): Promise<void> => {
    try {
      await inParallel(views.pausedSubscriptions(), AGE_CHECKS, giveUpOld);
    } catch (error) {
      // The views are temporarily unreadable.
      logger.debug({ event: 'webhook.look_failed', err: error });
    }
  };
  let checking: Promise<void> = Promise.resolve();
  const ageTimer = setInterval(() => {
    checking = checking.then(checkAges);
  }, ageCheckMs);

  const stop = async (): Promise<void> => {
    clearInterval(timer);
    clearInterval(ageTimer);
    stopped.abort();
    await Promise.all([reconciling, checking]);
    await Promise.all([...running].map(([id, consumer]) => end(id, consumer)));
    await log.close();
    await sender.close();
  };

  return {
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};
