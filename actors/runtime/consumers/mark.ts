/**
 * A consumer's progress, kept next to what it reads: the server forgets it with the consumer, and a recreated consumer
 * would have to start with the very first message.
 *
 * It guarantees:
 * K1. A mark never claims more than was settled. It may lack what was settled within the last seconds.
 */
import { type JetStreamManager, jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';

/** How much is done twice when a consumer is deleted, ms. */
const MARK_EVERY_MS = 5_000;

export interface MarkOptions {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  /** Allows rollups and direct reads. */
  readonly stream: string;
  readonly durable: string;
  /** Where the mark is stored, in the same stream: it is gone with the stream. */
  readonly subject: string;
  readonly logger: Logger;
  /** Whether this node is the one that is served. */
  readonly isOurs: () => boolean;
}

export interface Mark {
  /** Sequence up to which everything was settled; 0: unknown. */
  read(): Promise<number>;
  /** Marks what was settled last. */
  stop(): Promise<void>;
}

export const keepMark = (options: MarkOptions): Mark => {
  const { nc, jsm, stream, durable, subject, logger } = options;
  const js = jetstream(nc);
  let marked = 0;

  const mark = async (): Promise<void> => {
    if (!options.isOurs()) return;
    try {
      const { ack_floor: floor } = await jsm.consumers.info(stream, durable);
      if (floor.stream_seq <= marked) return;
      const rollup = headers();
      rollup.set('Nats-Rollup', 'sub');
      await js.publish(subject, String(floor.stream_seq), { headers: rollup });
      marked = floor.stream_seq;
    } catch (error) {
      // The next mark covers it.
      logger.info({ event: 'consumer.mark_failed', stream, consumer: durable, err: error });
    }
  };
  const marking = setInterval(() => void mark(), MARK_EVERY_MS);
  marking.unref();

  return {
    read: async () => {
      const message = await jsm.direct.getMessage(stream, { last_by_subj: subject });
      const seq = message === null ? 0 : Number(message.string());
      return Number.isSafeInteger(seq) && seq > 0 ? seq : 0;
    },
    stop: async () => {
      clearInterval(marking);
      await mark();
    },
  };
};
