/**
 * The webhook events that are on their way to subscribers: a work queue in JetStream, one subject a subscription and
 * thread. Counts of failed attempts lie beside them (failed-attempts.ts), under subjects that no consumer reads.
 */
import { jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ACK_TIMEOUT_MS, askAgain } from '../../actors/runtime/ask-again.js';
import { ensureStream } from '../../actors/runtime/ensure-stream.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';

export const WEBHOOK_STREAM = 'WEBHOOKS';
/** Longer than a webhook event is tried; one that was forgotten for so long is of no use, ms. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;
/** For how long the same event put in again is recognised, ms. */
const DUPLICATE_MS = 60 * 60 * 1_000;

const nanos = (ms: number): number => ms * 1_000_000;

export const subjectsOf = (businessId: string, subscriptionId: string): string =>
  `hook.${businessId}.${subscriptionId}.>`;

/** Of the count of an event's failed attempts; without `seq`, of all counts of the subscription. No business is called so. */
export const failuresOf = (subscriptionId: string, seq: number | '>' = '>'): string =>
  `hook.failures.${subscriptionId}.${seq}`;

export interface WebhookQueue {
  /** Resolves once it is kept. `again`: names a repetition that is meant, and goes out although it went before. */
  put(businessId: string, subscriptionId: string, webhookEvent: WebhookEvent, again?: string): Promise<void>;
  /** Forgets what waits for a subscription, and its place in the queue. */
  drop(businessId: string, subscriptionId: string): Promise<void>;
}

/** Makes the stream where it is missing, with so many `replicas` (undefined: one). */
export const openWebhookQueue = async (nc: NatsConnection, replicas?: number): Promise<WebhookQueue> => {
  const jsm = await jetstreamManager(nc);
  const js = jetstream(nc, { timeout: ACK_TIMEOUT_MS });
  const config = {
    name: WEBHOOK_STREAM,
    subjects: ['hook.>'],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_age: nanos(MAX_AGE_MS),
    duplicate_window: nanos(DUPLICATE_MS),
  };
  await ensureStream(jsm, config, replicas);
  return {
    put: async (businessId, subscriptionId, webhookEvent, again = '') => {
      const subject = `hook.${businessId}.${subscriptionId}.${threadOf(webhookEvent)}`;
      const msgID = `${subscriptionId}.${webhookEvent.eventId}.${again}`;
      // The server knows a repetition by its id.
      await askAgain(
        () => js.publish(subject, JSON.stringify(webhookEvent), { msgID }),
        () => nc.isClosed(),
      );
    },
    drop: async (businessId, subscriptionId) => {
      await jsm.streams.purge(WEBHOOK_STREAM, { filter: subjectsOf(businessId, subscriptionId) });
      await jsm.streams.purge(WEBHOOK_STREAM, { filter: failuresOf(subscriptionId) });
      // None where no event was ever delivered; the next look of its deliverer ends what is left of one.
      await jsm.consumers.delete(WEBHOOK_STREAM, durableOf(subscriptionId)).catch(() => false);
    },
  };
};

/** Of the consumer that a subscription's webhook events are read with. */
export const durableOf = (subscriptionId: string): string => `hook-${subscriptionId}`;

/** Of whatever it is about, where the event names no other. */
const threadOf = ({ thread, conversationId, callId, campaignId }: WebhookEvent): string | undefined =>
  thread ?? conversationId ?? callId ?? campaignId;

/** What was put in. */
export const parseWebhookEvent = (text: string): WebhookEvent => {
  const webhookEvent: WebhookEvent = JSON.parse(text);
  return webhookEvent;
};
