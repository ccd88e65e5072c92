/**
 * The webhook events that are on their way to subscribers: a work queue in JetStream, one subject per subscription and
 * thread. Counts of failed attempts are stored beside them (failed-attempts.ts), under subjects that no consumer reads.
 */
import { jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ensureStream } from '../../actors/runtime/nats/ensure-stream.js';
import { ACK_TIMEOUT_MS, retryRequest } from '../../actors/runtime/nats/retry-request.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';

export const WEBHOOK_STREAM = 'WEBHOOKS';
/** Longer than a webhook event is retried, ms; an event that was left for so long is of no use. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;
/** How long the same event is recognised when it is queued again, ms. */
const DUPLICATE_MS = 60 * 60 * 1_000;

const nanos = (ms: number): number => ms * 1_000_000;

export const subjectsOf = (businessId: string, subscriptionId: string): string =>
  `hook.${businessId}.${subscriptionId}.>`;

/** Subject of an event's count of failed attempts; without `seq`, of all such counts. No business has the id `failures`. */
export const failuresOf = (subscriptionId: string, seq: number | '>' = '>'): string =>
  `hook.failures.${subscriptionId}.${seq}`;

export interface WebhookQueue {
  /** Resolves once the event is stored. `resendId`: names an intended repetition, which is sent although the event was before. */
  put(
    businessId: string,
    subscriptionId: string,
    webhookEvent: WebhookEvent,
    resendId?: string,
  ): Promise<void>;
  /** Discards the events that wait for a subscription, and its consumer. */
  drop(businessId: string, subscriptionId: string): Promise<void>;
}

/** Creates the stream if it is missing, with so many `replicas` (undefined: one). */
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
    put: async (businessId, subscriptionId, webhookEvent, resendId = '') => {
      const subject = `hook.${businessId}.${subscriptionId}.${threadOf(webhookEvent)}`;
      const msgID = `${subscriptionId}.${webhookEvent.eventId}.${resendId}`;
      // The server recognises a repetition by its id.
      await retryRequest(
        () => js.publish(subject, JSON.stringify(webhookEvent), { msgID }),
        () => nc.isClosed(),
      );
    },
    drop: async (businessId, subscriptionId) => {
      await jsm.streams.purge(WEBHOOK_STREAM, { filter: subjectsOf(businessId, subscriptionId) });
      await jsm.streams.purge(WEBHOOK_STREAM, { filter: failuresOf(subscriptionId) });
      // There is none if no event was ever delivered; the deliverer's next look ends what is left of one.
      await jsm.consumers.delete(WEBHOOK_STREAM, durableOf(subscriptionId)).catch(() => false);
    },
  };
};

/** Name of the consumer that reads a subscription's webhook events. */
export const durableOf = (subscriptionId: string): string => `hook-${subscriptionId}`;

/** The thread that the event names, or that of its conversation, call or campaign. */
const threadOf = ({
  thread,
  conversationId,
  callId,
  campaignId,
  alertRuleId,
}: WebhookEvent): string | undefined => thread ?? conversationId ?? callId ?? campaignId ?? alertRuleId;

/** Parses a webhook event as it was queued. */
export const parseWebhookEvent = (text: string): WebhookEvent => {
  const webhookEvent: WebhookEvent = JSON.parse(text);
  return webhookEvent;
};
