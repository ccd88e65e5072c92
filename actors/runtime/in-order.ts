/**
 * Hands the messages of a durable consumer to a function, in order for each subject.
 *
 * It guarantees:
 * O1. A message is settled only after it was handled: one that was at work in a process that died comes again.
 * O2. Messages of one subject come one at a time and in order; those of different subjects do not wait for each
 *     other. A message that is put off, or was at work when a node died, may come after later ones.
 * O3. One node at a time is served; when it goes, another one goes on.
 * O4. What is on hand is bounded; the rest waits in the stream.
 * O5. A consumer that was deleted is made again (durable.ts). It begins after the last mark of what was settled, where
 *     marks are kept (mark.ts), and with the first message of the stream otherwise.
 */
import { setMaxListeners } from 'node:events';
import { AckPolicy, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { openDurable } from './durable.js';
import { createLanes } from './lanes.js';
import { keepMark, type Mark } from './mark.js';

/** What becomes of a message. */
export type Settlement =
  | { readonly type: 'done' }
  /** It comes again after `afterMs`; others of its subject go on meanwhile. */
  | { readonly type: 'put_off'; readonly afterMs: number };

export interface InOrderOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  /** Of the durable consumer, which is made when missing. */
  readonly durable: string;
  readonly filter: string;
  /** O4: in memory. */
  readonly maxOnHand: number;
  /** Those that were put off count, too; beyond it new ones wait. Default: as many as may be on hand. */
  readonly maxUnsettled?: number;
  /** Messages handled at a time; default: as many as are on hand. */
  readonly width?: number;
  /** Where it is marked how far the consumer has come; null for a work queue, which holds nothing that is settled. */
  readonly mark: string | null;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Told each time that the consumer is gone and is about to be made again. */
  readonly onGone: () => void;
  /** Whether a consumer that is gone is to be made again. Default: yes. */
  readonly isWanted?: () => boolean;
  /** Never rejects. `signal` aborts when the consumer stops. */
  readonly handle: (message: JsMsg, signal: AbortSignal) => Promise<Settlement>;
}

export interface InOrder {
  /** Aborts what is at work and gives it back to whoever comes next; idempotent. */
  stop(): Promise<void>;
}

const ACK_WAIT_MS = 15_000;
const PULL_EXPIRES_MS = 10_000;
/** A server that went silent is noticed after two of these, ms. */
const HEARTBEAT_MS = 2_500;
/** O3: all nodes are of one group, and one of them is served. */
const GROUP = 'nodes';

const nanos = (ms: number): number => ms * 1_000_000;

/** Resolves when messages are being handed over. @throws Error when the stream is missing or the server does not answer */
export const consumeInOrder = async (options: InOrderOptions): Promise<InOrder> => {
  const { nc, stream, durable, maxOnHand, width = maxOnHand } = options;
  const { logger, random, onGone, isWanted } = options;
  const jsm = await jetstreamManager(nc);
  let served = false;
  const mark: Mark | null =
    options.mark === null
      ? null
      : keepMark({ nc, jsm, stream, durable, subject: options.mark, logger, isOurs: () => served });
  const reading = await openDurable({
    nc,
    stream,
    logger,
    random,
    onGone,
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
  // Everything at work listens to it.
  setMaxListeners(0, ended.signal);
  const lanes = createLanes(width);
  const onHand = new Set<JsMsg>();

  const settle = async (message: JsMsg): Promise<void> => {
    if (ended.signal.aborted) return message.nak();
    const settlement = await options.handle(message, ended.signal);
    if (settlement.type === 'done') message.ack();
    // A fraction of a nanosecond is no wait to the server.
    else message.nak(Math.round(settlement.afterMs));
  };

  const readAll = (async () => {
    for await (const message of reading.messages) {
      served = true;
      onHand.add(message);
      void lanes.run(message.subject, () => settle(message)).finally(() => onHand.delete(message));
    }
  })();

  // What waits for its turn or is at work is not to be delivered to somebody else meanwhile.
  const holding = setInterval(() => {
    for (const message of onHand) message.working();
  }, ACK_WAIT_MS / 3);
  holding.unref();

  const stop = async (): Promise<void> => {
    ended.abort();
    reading.stop();
    await readAll;
    await lanes.idle();
    clearInterval(holding);
    await mark?.stop();
    // So that the next one need not wait until the server misses us; a node that was not served has nothing to say.
    if (served) await jsm.consumers.unpin(stream, durable, GROUP).catch(() => undefined);
  };
  let stopping: Promise<void> | null = null;
  return {
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};

/** O3: one of all nodes is pinned, and O4. */
const durableConfig = ({ durable, filter, maxOnHand, maxUnsettled = maxOnHand }: InOrderOptions) => ({
  durable_name: durable,
  filter_subject: filter,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ACK_WAIT_MS),
  max_ack_pending: maxUnsettled,
  priority_policy: 'pinned_client' as const,
  priority_groups: [GROUP],
  priority_timeout: nanos(ACK_WAIT_MS),
});
