/**
 * Counts how many attempts to deliver a webhook event have failed, in the queue's own stream, beside the event. The
 * server's count of deliveries does not serve: it grows with each pause of the subscription and each node that dies.
 *
 * It guarantees:
 * F1. A count is stored before its event is put off, so the next attempt knows it, on whichever node. If the server refuses
 *     it (a full disk), the event is put off all the same, and its next attempt has the same number.
 * F2. A count does not outlive its event by more than the stream keeps anything.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { ACK_TIMEOUT_MS, retryRequest } from '../../actors/runtime/nats/retry-request.js';
import { failuresOf, WEBHOOK_STREAM } from './queue.js';

/** `seq`: sequence of the event in the queue's stream. */
export interface FailedAttempts {
  /** 0 if none is stored. @throws Error when the server does not answer */
  count(subscriptionId: string, seq: number): Promise<number>;
  /** F1. Never rejects. */
  keep(subscriptionId: string, seq: number, count: number): Promise<void>;
  /** Removes the count of an event that leaves the queue. Never rejects. */
  forget(subscriptionId: string, seq: number): Promise<void>;
}

/** The stream must exist. */
export const openFailedAttempts = async (nc: NatsConnection, logger: Logger): Promise<FailedAttempts> => {
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const js = jetstream(nc, { timeout: ACK_TIMEOUT_MS });
  return {
    count: async (subscriptionId, seq) => {
      const kept = await jsm.streams.getMessage(WEBHOOK_STREAM, {
        last_by_subj: failuresOf(subscriptionId, seq),
      });
      return kept === null ? 0 : Number(kept.string());
    },
    keep: async (subscriptionId, seq, count) => {
      try {
        await retryRequest(
          () => js.publish(failuresOf(subscriptionId, seq), String(count)),
          () => nc.isClosed(),
        );
      } catch (error) {
        logger.warn({ event: 'webhook.count_lost', subscriptionId, seq, count, err: error });
      }
    },
    forget: async (subscriptionId, seq) => {
      try {
        await jsm.streams.purge(WEBHOOK_STREAM, { filter: failuresOf(subscriptionId, seq) });
      } catch (error) {
        logger.debug({ event: 'webhook.count_left', subscriptionId, seq, err: error });
      }
    },
  };
};
