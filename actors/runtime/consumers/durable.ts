/**
 * The messages of a durable consumer, for as long as they are wanted.
 *
 * It guarantees:
 * DC1. A consumer that is gone (deleted, or its stream) is recreated, as often as it takes, with backoff; `onGone` is
 *      called.
 * DC2. Nothing is lost by it: the new one starts after what is known to be settled, or with the first message. Messages
 *      that were delivered and not yet settled come again.
 *
 * It does not know how a message is handled.
 */
import {
  type ConsumeOptions,
  type ConsumerConfig,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiError,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Backoff, backoffMs, pause } from '../backoff.js';
import { retryRequest } from '../nats/retry-request.js';

/** The first wait is longer than others take to hear why it was deleted. */
const RECREATION: Backoff = { firstMs: 500, longestMs: 10_000 };
const CONSUMER_NOT_FOUND = 10_014;

export interface DurableOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** Without its start position. */
  readonly config: Partial<ConsumerConfig> & { readonly durable_name: string };
  readonly consume: ConsumeOptions;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Called each time that it is about to be recreated. */
  readonly onGone: () => void;
  /** Whether a consumer that is gone is to be recreated: not if it was deleted because it is no longer needed. Default: yes. */
  readonly isWanted?: () => boolean;
  /** Sequence up to which everything is settled, read when a consumer is created; 0: nothing. Default: 0. */
  readonly settledUpTo?: () => Promise<number>;
}

export interface Durable {
  /** Ends when it is stopped, is no longer wanted, or the connection is closed. */
  readonly messages: AsyncIterable<JsMsg>;
  /** Takes nothing more; idempotent. */
  stop(): void;
}

/** Resolves once there is a consumer. @throws Error when the stream is missing or the server does not answer */
export const openDurable = async (options: DurableOptions): Promise<Durable> => {
  const { nc, stream, config, logger } = options;
  const jsm = await jetstreamManager(nc);
  const ended = new AbortController();

  const createConsumer = async (): Promise<void> => {
    const existing = await jsm.consumers.info(stream, config.durable_name).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === CONSUMER_NOT_FOUND) return null;
      throw error;
    });
    // The start position cannot be changed; the rest follows our configuration.
    const start =
      existing === null
        ? startAfter((await options.settledUpTo?.()) ?? 0)
        : {
            deliver_policy: existing.config.deliver_policy,
            ...(existing.config.opt_start_seq === undefined
              ? {}
              : { opt_start_seq: existing.config.opt_start_seq }),
          };
    await jsm.consumers.add(stream, { ...config, ...start });
  };

  const open = async (): Promise<ConsumerMessages> => {
    await createConsumer();
    const consumer = await jetstream(nc).consumers.get(stream, config.durable_name);
    return consumer.consume({ ...options.consume, abort_on_missing_resource: true });
  };

  // A node may start while the replicas elect a leader.
  let current = await retryRequest(open, () => nc.isClosed());

  /** DC1: until there is one again; null when it is no longer wanted. */
  const reopen = async (reason: unknown): Promise<ConsumerMessages | null> => {
    let error = reason;
    for (let tries = 1; ; tries += 1) {
      logger.warn({ event: 'consumer.gone', stream, consumer: config.durable_name, tries, err: error });
      options.onGone();
      await pause(backoffMs(tries, options.random(), RECREATION), ended.signal);
      if (ended.signal.aborted || nc.isClosed() || options.isWanted?.() === false) return null;
      try {
        const opened = await open();
        logger.info({ event: 'consumer.remade', stream, consumer: config.durable_name, tries });
        return opened;
      } catch (failure) {
        error = failure;
      }
    }
  };

  const read = async function* (): AsyncIterable<JsMsg> {
    for (;;) {
      let reason: unknown = 'its message stream ended';
      try {
        for await (const message of current) yield message;
      } catch (error) {
        reason = error;
      }
      if (ended.signal.aborted || nc.isClosed()) return;
      const opened = await reopen(reason);
      if (opened === null) return;
      current = opened;
      // It was stopped while it was being recreated.
      if (ended.signal.aborted) current.stop();
    }
  };

  return {
    messages: read(),
    stop: () => {
      ended.abort();
      current.stop();
    },
  };
};

/** DC2 */
const startAfter = (settled: number): Partial<ConsumerConfig> =>
  settled === 0
    ? { deliver_policy: DeliverPolicy.All }
    : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: settled + 1 };
