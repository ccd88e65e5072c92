/** A message of a stream, whether the server delivered it or it was looked up, and a reader's requests about it. */
import type { JetStreamManager, JsMsg, StoredMsg } from '@nats-io/jetstream';
import { isRecord } from '../../../schemas/json.js';
import type { PredecessorDeps } from './predecessors.js';

/** All nodes are in one group, of which the server serves one (in-order.ts, O3). */
export const GROUP = 'nodes';
const PIN_HEADER = 'Nats-Pin-Id';

export interface OrderedMessage {
  readonly subject: string;
  /** Its sequence in the stream. */
  readonly seq: number;
  /** When the server stored it, ms since the epoch. */
  readonly writtenAt: number;
  /** It was not delivered to any reader before. */
  readonly isFirst: boolean;
  string(): string;
  /** Whether the server still counts on this reader for it. If not, another one may have handled it. */
  isOurs(): boolean;
}

/** A message as it was delivered. */
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

/** The look-ups of predecessors.ts on a consumer and its stream. Their leaders answer, because replicas may lag. */
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
    // The client's types allow this request only where replicas answer it.
    const next = { next_by_subj: subject, seq: seq + 1 };
    const stored = await jsm.streams.getMessage(stream, next);
    return stored === null ? null : storedMessage(stored);
  },
});

/** Identifies the tenure of the served reader; null if the server names none. */
export const pinOf = ({ headers }: JsMsg): string | null => {
  const pin = headers?.get(PIN_HEADER) ?? '';
  return pin === '' ? null : pin;
};

/** Lets the next reader be served at once, if the one with this pin still is. Never rejects. */
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
    // The server will soon notice that this reader is gone.
  }
};
