/** What open pages are told of, as it lies in a shard's journal. */
import {
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  jetstream,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streamName } from '../../actors/runtime/subjects.js';

/** Asked of the server at a time; more are asked for as they are worked off. */
const PREFETCHED = 256;
const PULL_EXPIRES_MS = 10_000;
/** A server that died takes its consumer along, which is noticed after two of these, ms. */
const HEARTBEAT_MS = 1_000;
/** What is left of a node that is gone, ms. */
const FORGOTTEN_MS = 30_000;

/** What the client says when its consumer is gone, or may be. */
const ENDINGS: ReadonlySet<string> = new Set([
  ...['consumer_deleted', 'ordered_consumer_recreated', 'heartbeats_missed'],
]);

/** A message of the journal by name: no other journal has it there. */
export interface Named {
  /** 0: there is none. */
  readonly seq: number;
  /** When the server stored it, ms since the epoch. */
  readonly mark: number;
}

export const markOf = ({ timestampNanos }: JsMsg): number => Number(timestampNanos / 1_000_000n);

/** The shard's last commit at this moment, as the stream's leader knows it. */
export const lastOf = async (jsm: JetStreamManager, shard: number): Promise<Named> => {
  const message = await jsm.streams.getMessage(streamName(shard), { last_by_subj: `evt.${shard}.>` });
  return message === null ? { seq: 0, mark: 0 } : { seq: message.seq, mark: message.time.getTime() };
};

/**
 * Whether this lies there, or lay there once: what is archived is removed (actors/runtime/archiver.ts). Before the first
 * message nothing does.
 */
export const isThere = async (
  jsm: JetStreamManager,
  shard: number,
  { seq, mark }: Named,
): Promise<boolean> => {
  if (seq === 0) return true;
  const message = await jsm.streams.getMessage(streamName(shard), { seq });
  if (message !== null) return message.time.getTime() === mark;
  return seq <= (await lastOf(jsm, shard)).seq;
};

/** Messages of a consumer that nobody else has, and that goes with it. */
export interface Reading {
  /** How many there were when it began. */
  readonly waiting: number;
  /** In their order, each once. Ends when it is stopped, or when the server has to be asked anew. */
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
    inactive_threshold: FORGOTTEN_MS,
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
      // The server forgets it in a while by itself.
      consumer.delete().catch(() => undefined);
    },
  };
};

const stopWhenGone = async (messages: ConsumerMessages): Promise<void> => {
  for await (const { type } of messages.status()) if (ENDINGS.has(type)) messages.stop();
};
