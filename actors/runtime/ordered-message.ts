/** A message of a stream, whether the server delivered it or it was looked up, and what a reader asks the server about it. */
import type { JetStreamManager, JsMsg, StoredMsg } from '@nats-io/jetstream';
import { isRecord } from '../../schemas/json.js';
import type { PredecessorDeps } from './predecessors.js';

/** All nodes are of one group, of which the server serves one (in-order.ts, O3). */
export const GROUP = 'nodes';
const PIN_HEADER = 'Nats-Pin-Id';

export interface OrderedMessage {
  readonly subject: string;
  /** In the stream. */
  readonly seq: number;
  /** By the server, ms since the epoch. */
  readonly writtenAt: number;
  /** No reader was given it before. */
  readonly isFirst: boolean;
  string(): string;
  /** Whether the server still counts on this reader for it. Once it does not, another one may have handled it. */
  isOurs(): boolean;
}

/** As it was delivered. */
export const deliveredMessage = (delivery: JsMsg, isOurs: () => boolean): OrderedMessage => ({
  subject: delivery.subject,
  seq: delivery.seq,
  writtenAt: Number(delivery.timestampNanos / 1_000_000n),
  isFirst: delivery.info.deliveryCount === 1,
  string: () => delivery.string(),
  isOurs,
});

const storedMessage = (stored: StoredMsg): OrderedMessage => ({
  subject: stored.subject,
  seq: stored.seq,
  writtenAt: Math.floor(stored.time.getTime()),
  isFirst: false,
  string: () => stored.string(),
  isOurs: () => true,
});

/** What predecessors.ts asks of a consumer and its stream: their leaders, for replicas may lag. */
export const lookUps = (
  jsm: JetStreamManager,
  stream: string,
  durable: string,
): Omit<PredecessorDeps<OrderedMessage>, 'now'> => ({
  position: async () => {
    const { ack_floor: floor, delivered } = await jsm.consumers.info(stream, durable);
    return { settled: floor.stream_seq, delivered: delivered.stream_seq };
  },
  firstAfter: async (subject, seq) => {
    // The client's types know of this question only where replicas answer it.
    const next = { next_by_subj: subject, seq: seq + 1 };
    const stored = await jsm.streams.getMessage(stream, next);
    return stored === null ? null : storedMessage(stored);
  },
});

/** Names the tenure of the reader that was served; null where the server names none. */
export const pinOf = ({ headers }: JsMsg): string | null => {
  const pin = headers?.get(PIN_HEADER) ?? '';
  return pin === '' ? null : pin;
};

/** Has the next reader served at once, if the one with this pin still is. Never rejects. */
export const unpinIfOurs = async (
  jsm: JetStreamManager,
  stream: string,
  durable: string,
  pin: string,
): Promise<void> => {
  try {
    const info: unknown = await jsm.consumers.info(stream, durable);
    const groups = isRecord(info) && Array.isArray(info.priority_groups) ? info.priority_groups : [];
    if (groups.some((group: unknown) => isRecord(group) && group.pinned_client_id === pin))
      await jsm.consumers.unpin(stream, durable, GROUP);
  } catch {
    // The server misses us soon.
  }
};
