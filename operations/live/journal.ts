/** Reads a shard's journal for open pages. */
import {
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  jetstream,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streamName } from '../../actors/runtime/subjects.js';

/** Messages requested from the server at a time; more are requested as they are processed. */
const PREFETCHED = 256;
const PULL_EXPIRES_MS = 10_000;
/** A server that dies takes its consumer with it, which is noticed after two of these, ms. */
const HEARTBEAT_MS = 1_000;
/** How long the server keeps the consumer of a node that is gone, ms. */
const INACTIVE_MS = 30_000;

/** Statuses that the client reports when its consumer is gone, or may be. */
const ENDINGS: ReadonlySet<string> = new Set([
  ...['consumer_deleted', 'ordered_consumer_recreated', 'heartbeats_missed'],
]);

/** Identifies a message of the journal: no other journal has it at this place. */
export interface StreamPosition {
  /** 0: there is none. */
  readonly seq: number;
  /** When the server stored it, ms since the epoch. */
  readonly mark: number;
}

export const markOf = ({ timestampNanos }: JsMsg): number => Number(timestampNanos / 1_000_000n);

/** The shard's current last commit, as known to the stream's leader. */
export const lastOf = async (jsm: JetStreamManager, shard: number): Promise<StreamPosition> => {
  const message = await jsm.streams.getMessage(streamName(shard), { last_by_subj: `evt.${shard}.>` });
  return message === null ? { seq: 0, mark: 0 } : { seq: message.seq, mark: message.time.getTime() };
};

/**
 * Whether the journal has this message, or had it: archived messages are removed (actors/runtime/archiving/archiver.ts). True for
 * the place before the first message.
 */
export const messageExists = async (
  jsm: JetStreamManager,
  shard: number,
  { seq, mark }: StreamPosition,
): Promise<boolean> => {
  if (seq === 0) return true;
  const message = await jsm.streams.getMessage(streamName(shard), { seq });
  if (message !== null) return message.time.getTime() === mark;
  return seq <= (await lastOf(jsm, shard)).seq;
};

/** Messages of a consumer that belongs to this reading alone and ends with it. */
export interface Reading {
  /** How many messages there were at the start. */
  readonly waiting: number;
  /** In order, each once. Ends when the reading is stopped, or when the consumer is lost and must be created again. */
  readonly messages: AsyncIterable<JsMsg>;
  /** Idempotent. */
  stop(): void;
}

/** Reads the shard's messages of these subjects from `first` on. @throws Error when the server does not answer */
export const readFrom = async (
  nc: NatsConnection,
  shard: number,
  first: number,
  subjects: readonly string[],
): Promise<Reading> => {
  const consumer = await jetstream(nc).consumers.get(streamName(shard), {
    filter_subjects: [...subjects],
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: first,
    inactive_threshold: INACTIVE_MS,
  });
  const { num_pending: waiting } = await consumer.info(true);
  const messages = await consumer.consume({
    max_messages: PREFETCHED,
    expires: PULL_EXPIRES_MS,
    idle_heartbeat: HEARTBEAT_MS,
  });
  void stopWhenGone(messages);
  let stopped = false;
  return {
    waiting,
    messages,
    stop: () => {
      if (stopped) return;
      stopped = true;
      messages.stop();
      // On failure the server removes the consumer by itself after a while.
      consumer.delete().catch(() => undefined);
    },
  };
};

const stopWhenGone = async (messages: ConsumerMessages): Promise<void> => {
  for await (const { type } of messages.status()) if (ENDINGS.has(type)) messages.stop();
};
