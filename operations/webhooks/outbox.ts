/** The letters that are on their way to subscribers: a work queue in JetStream, one subject a subscription and thread. */
import { jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ACK_TIMEOUT_MS, askAgain } from '../../actors/runtime/ask-again.js';
import { ensureStream } from '../../actors/runtime/ensure-stream.js';
import type { Letter } from '../../actors/subscription/events.js';

export const OUTBOX = 'WEBHOOKS';
/** Longer than a letter is tried; one that was forgotten for so long is of no use, ms. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;
/** For how long the same letter put in again is recognised, ms. */
const DUPLICATE_MS = 60 * 60 * 1_000;

const nanos = (ms: number): number => ms * 1_000_000;

export const lettersOf = (businessId: string, subscriptionId: string): string =>
  `hook.${businessId}.${subscriptionId}.>`;

export interface Outbox {
  /** Resolves once it is kept. `again`: names a repetition that is meant, and goes out although it went before. */
  put(businessId: string, subscriptionId: string, letter: Letter, again?: string): Promise<void>;
  /** Forgets what waits for a subscription, and its place in the queue. */
  drop(businessId: string, subscriptionId: string): Promise<void>;
}

/** Makes the stream where it is missing, with so many `replicas` (undefined: one). */
export const openOutbox = async (nc: NatsConnection, replicas?: number): Promise<Outbox> => {
  const jsm = await jetstreamManager(nc);
  const js = jetstream(nc, { timeout: ACK_TIMEOUT_MS });
  const config = {
    name: OUTBOX,
    subjects: ['hook.>'],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_age: nanos(MAX_AGE_MS),
    duplicate_window: nanos(DUPLICATE_MS),
  };
  await ensureStream(jsm, config, replicas);
  return {
    put: async (businessId, subscriptionId, letter, again = '') => {
      const subject = `hook.${businessId}.${subscriptionId}.${threadOf(letter)}`;
      const msgID = `${subscriptionId}.${letter.eventId}.${again}`;
      // The server knows a repetition by its id.
      await askAgain(
        () => js.publish(subject, JSON.stringify(letter), { msgID }),
        () => nc.isClosed(),
      );
    },
    drop: async (businessId, subscriptionId) => {
      await jsm.streams.purge(OUTBOX, { filter: lettersOf(businessId, subscriptionId) });
      // None where no letter was ever delivered; the next look of its deliverer ends what is left of one.
      await jsm.consumers.delete(OUTBOX, durableOf(subscriptionId)).catch(() => false);
    },
  };
};

/** Of the consumer that a subscription's letters are read with. */
export const durableOf = (subscriptionId: string): string => `hook-${subscriptionId}`;

/** Of whatever it is about, where the letter names no other. */
const threadOf = ({ thread, conversationId, callId, campaignId }: Letter): string | undefined =>
  thread ?? conversationId ?? callId ?? campaignId;

/** What was put in. */
export const parseLetter = (text: string): Letter => {
  const letter: Letter = JSON.parse(text);
  return letter;
};
