/**
 * Hands the messages of a durable consumer to a function, in order for each subject.
 *
 * It guarantees:
 * O1. A message is settled only after it was handled: one in progress when a process dies comes again.
 * O2. Messages of one subject are handled one at a time and in order; those of different subjects do not wait for each
 *     other. The order survives a change of reader: when a reader dies, freezes or loses its place, its successor first
 *     handles what the stream still holds of the subject (predecessors.ts). So a message may be handled twice, by two
 *     readers; but none is handled for the first time before those that precede it. A message that is put off may come
 *     after later ones.
 * O3. One node at a time is served; when it goes, another one takes over, {@link PIN_MS} after its last request at
 *     most.
 * O4. The number of messages on hand is bounded; the rest waits in the stream.
 * O5. A consumer that was deleted is recreated (durable.ts). It starts after the last mark of what was settled, if
 *     marks are kept (mark.ts), and with the first message of the stream otherwise.
 * O6. A reader that was frozen for longer than the server waits for it begins no message that it received before.
 */
import { setMaxListeners } from 'node:events';
import { AckPolicy, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { backoffMs, pause } from '../backoff.js';
import { createMachineClock } from '../timekeeping/lease-clock.js';
import { openDurable } from './durable.js';
import { createLanes } from './lanes.js';
import { keepMark, type Mark } from './mark.js';
import {
  deliveredMessage,
  GROUP,
  lookUps,
  type OrderedMessage,
  pinOf,
  unpinIfOurs,
} from './ordered-message.js';
import { createPredecessors, type Predecessors } from './predecessors.js';

export type { OrderedMessage } from './ordered-message.js';

/** The outcome of a message. */
export type Settlement =
  | { readonly type: 'done' }
  /** It comes again after `afterMs`; others of its subject continue meanwhile. */
  | { readonly type: 'put_off'; readonly afterMs: number };

export interface InOrderOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** Name of the durable consumer, which is created if missing. */
  readonly durable: string;
  readonly filter: string;
  /** O4: in memory. */
  readonly maxOnHand: number;
  /** Messages that were put off count, too; beyond it new ones wait. Default: as many as may be on hand. */
  readonly maxUnsettled?: number;
  /** Messages handled at a time; default: as many as are on hand. */
  readonly width?: number;
  /** Subject of the mark of the consumer's progress; null for a work queue, which holds no settled messages. */
  readonly mark: string | null;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Called each time that the consumer is gone and is about to be recreated. */
  readonly onGone: () => void;
  /** Whether a consumer that is gone is to be recreated. Default: yes. */
  readonly isWanted?: () => boolean;
  /**
   * O2: which unsettled messages another reader may have left behind out of order. `none`: all of them are handled
   * before later ones. `all`: order does not matter when the reader changes. A function: those that were put off.
   * Default: `none`.
   */
  readonly overtakable?: 'none' | 'all' | ((message: OrderedMessage) => Promise<boolean>);
  /** Never rejects. `signal` aborts when the consumer stops. */
  readonly handle: (message: OrderedMessage, signal: AbortSignal) => Promise<Settlement>;
}

export interface InOrder {
  /** Aborts messages in progress and returns them for the next reader; idempotent. */
  stop(): Promise<void>;
}

/** How long the server waits to hear of a message before it delivers it again, to this reader or another one, ms. */
const ACK_WAIT_MS = 6_000;
/** How often the server hears of messages that wait for their turn or are in progress, ms. */
const HOLD_EVERY_MS = ACK_WAIT_MS / 3;
/** How long the server waits for the next request of the node that is served, ms; longer than a request lasts. */
const PIN_MS = 6_000;
const PULL_EXPIRES_MS = 4_000;
/** A server that went silent is noticed after two of these, ms. */
const HEARTBEAT_MS = 1_500;
/** Handled messages that are remembered in case the server missed the acknowledgement. */
const REMEMBERED = 10_000;

const nanos = (ms: number): number => ms * 1_000_000;

/** A message that waits for its turn or is in progress here. */
interface Held {
  readonly message: OrderedMessage;
  /** Its latest delivery: the one to be answered. */
  delivery: JsMsg;
  /** When the server was last known to count on this reader for it, ms on the reader's clock. */
  lastProgressAt: number;
}

/** Resolves when messages are being handed over. @throws Error when the stream is missing or the server does not answer */
export const consumeInOrder = async (options: InOrderOptions): Promise<InOrder> => {
  const { nc, stream, durable, maxOnHand, width = maxOnHand, overtakable = 'none' } = options;
  const { logger, random, isWanted } = options;
  const jsm = await jetstreamManager(nc);
  const now = createMachineClock();
  let pin: string | null = null;
  const predecessors =
    overtakable === 'all' ? null : createPredecessors({ ...lookUps(jsm, stream, durable), now });
  const mark: Mark | null =
    options.mark === null
      ? null
      : keepMark({ nc, jsm, stream, durable, subject: options.mark, logger, isOurs: () => pin !== null });
  const reading = await openDurable({
    nc,
    stream,
    logger,
    random,
    onGone: () => {
      predecessors?.restart();
      options.onGone();
    },
    ...(isWanted === undefined ? {} : { isWanted }),
    ...(mark === null ? {} : { settledUpTo: mark.read }),
    config: durableConfig(options),
    consume: {
      max_messages: maxOnHand,
      expires: PULL_EXPIRES_MS,
      idle_heartbeat: HEARTBEAT_MS,
      group: GROUP,
    },
  });

  const ended = new AbortController();
  const { signal } = ended;
  // Every handler in progress listens to it.
  setMaxListeners(0, signal);
  const lanes = createLanes(width);
  const onHand = new Map<number, Held>();
  const handled = createMemory(REMEMBERED);

  const settle = async (held: Held): Promise<void> => {
    const { message } = held;
    if (signal.aborted) return held.delivery.nak();
    if (!message.isFirst && handled.has(message)) return held.delivery.ack();
    if (!message.isOurs() || !(await handleEarlier(options, predecessors, handled, held.message, signal))) {
      if (signal.aborted) return held.delivery.nak();
      // O6: it comes again, here or elsewhere, and perhaps after later ones.
      return predecessors?.onLoss();
    }
    const settlement = await options.handle(message, signal);
    if (settlement.type === 'done') {
      handled.add(message);
      held.delivery.ack();
    }
    // The server does not wait for a fraction of a nanosecond.
    else held.delivery.nak(Math.round(settlement.afterMs));
  };

  const take = (delivery: JsMsg): void => {
    const { seq, subject } = delivery;
    predecessors?.onDelivery(delivery.info.deliverySequence, seq);
    const known = onHand.get(seq);
    if (known !== undefined) {
      // The server missed that the message is in progress, and has to keep waiting.
      known.delivery = delivery;
      known.lastProgressAt = now();
      return;
    }
    const held: Held = {
      message: deliveredMessage(delivery, () => now() - held.lastProgressAt < ACK_WAIT_MS),
      delivery,
      lastProgressAt: now(),
    };
    onHand.set(seq, held);
    void lanes.run(subject, () => settle(held)).finally(() => onHand.delete(seq));
  };

  const readAll = (async () => {
    for await (const delivery of reading.messages) {
      pin = pinOf(delivery) ?? pin;
      take(delivery);
    }
  })();

  const holding = setInterval(() => hold(onHand.values(), now()), HOLD_EVERY_MS);
  holding.unref();

  const stop = async (): Promise<void> => {
    ended.abort();
    reading.stop();
    await readAll;
    await lanes.idle();
    clearInterval(holding);
    await mark?.stop();
    // Lets the next node start before the server misses this one; a node that is not served has nothing to release.
    if (pin !== null) await unpinIfOurs(jsm, stream, durable, pin);
  };
  let stopping: Promise<void> | null = null;
  return {
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};

/** O3, which pins one of all nodes, and O4. */
const durableConfig = ({ durable, filter, maxOnHand, maxUnsettled = maxOnHand }: InOrderOptions) => ({
  durable_name: durable,
  filter_subject: filter,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ACK_WAIT_MS),
  max_ack_pending: maxUnsettled,
  priority_policy: 'pinned_client' as const,
  priority_groups: [GROUP],
  priority_timeout: nanos(PIN_MS),
});

/** Messages that wait for their turn or are in progress must not be delivered to another reader; lost ones stay lost (O6). */
const hold = (onHand: Iterable<Held>, at: number): void => {
  for (const held of onHand) {
    const silentMs = at - held.lastProgressAt;
    if (silentMs < HOLD_EVERY_MS / 2 || silentMs >= ACK_WAIT_MS) continue;
    held.delivery.working();
    held.lastProgressAt = at;
  }
};

/** O2: whether the message itself is to be handled now: it is still this reader's, and its predecessors were handled. */
const handleEarlier = async (
  { stream, durable, logger, random, overtakable, handle }: InOrderOptions,
  predecessors: Predecessors<OrderedMessage> | null,
  handled: Memory,
  message: OrderedMessage,
  signal: AbortSignal,
): Promise<boolean> => {
  const { subject, seq, isOurs } = message;
  for (let tries = 1; predecessors !== null && !signal.aborted; tries += 1) {
    try {
      for await (const earlier of predecessors.before(subject, seq)) {
        if (signal.aborted || !isOurs()) return false;
        if (handled.has(earlier)) continue;
        if (overtakable instanceof Function && (await overtakable(earlier))) continue;
        const { type } = await handle({ ...earlier, isOurs }, signal);
        // The server still waits for its reader's answer, and then delivers it to us.
        if (type === 'done') handled.add(earlier);
      }
      break;
    } catch (error) {
      logger.info({ event: 'consumer.predecessors_unknown', stream, consumer: durable, tries, err: error });
      await pause(backoffMs(tries, random()), signal);
    }
  }
  return !signal.aborted && isOurs();
};

interface Memory {
  has(message: OrderedMessage): boolean;
  add(message: OrderedMessage): void;
}

/** The latest messages that were added; a stream that went back may use a sequence for another message. */
const createMemory = (most: number): Memory => {
  const keys = new Set<string>();
  const keyOf = ({ seq, writtenAt }: OrderedMessage): string => `${seq} ${writtenAt}`;
  return {
    has: (message) => keys.has(keyOf(message)),
    add: (message) => {
      keys.add(keyOf(message));
      const [oldest] = keys;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
};
