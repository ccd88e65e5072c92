/**
 * Hands the messages of a durable consumer to a function, in order for each subject.
 *
 * It guarantees:
 * O1. A message is settled only after it was handled: one that was at work in a process that died comes again.
 * O2. Messages of one subject come one at a time and in order; those of different subjects do not wait for each
 *     other. A message that is put off, or was at work when a node died, may come after later ones.
 * O3. One node at a time is served; when it goes, another one goes on.
 * O4. What is on hand is bounded; the rest waits in the stream.
 */
import { setMaxListeners } from 'node:events';
import { AckPolicy, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** What becomes of a message. */
export type Settlement =
  | { readonly is: 'done' }
  /** It comes again after `afterMs`; others of its subject go on meanwhile. */
  | { readonly is: 'put_off'; readonly afterMs: number };

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
  /** Never rejects. `signal` aborts when the consumer stops. */
  readonly handle: (message: JsMsg, signal: AbortSignal) => Promise<Settlement>;
}

export interface InOrder {
  /** Aborts what is at work and gives it back to whoever comes next; idempotent. */
  stop(): Promise<void>;
}

const ACK_WAIT_MS = 15_000;
const PULL_EXPIRES_MS = 10_000;
/** O3: all nodes are of one group, and one of them is served. */
const GROUP = 'nodes';

const nanos = (ms: number): number => ms * 1_000_000;

/** Resolves when messages are being handed over. @throws Error when the stream is missing or the server does not answer */
export const consumeInOrder = async (options: InOrderOptions): Promise<InOrder> => {
  const { nc, stream, durable, maxOnHand, width = maxOnHand } = options;
  const jsm = await jetstreamManager(nc);
  await jsm.consumers.add(stream, {
    durable_name: durable,
    filter_subject: options.filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: options.maxUnsettled ?? maxOnHand,
    priority_policy: 'pinned_client',
    priority_groups: [GROUP],
    priority_timeout: nanos(ACK_WAIT_MS),
  });
  const consumer = await jetstream(nc).consumers.get(stream, durable);
  const messages = await consumer.consume({
    max_messages: maxOnHand,
    expires: PULL_EXPIRES_MS,
    group: GROUP,
  });

  const ended = new AbortController();
  // Everything at work listens to it.
  setMaxListeners(0, ended.signal);
  let served = false;
  let atWork = 0;
  const places: (() => void)[] = [];
  const onHand = new Set<JsMsg>();
  /** The last piece of work of each subject that has any. */
  const chains = new Map<string, Promise<void>>();

  const withPlace = async (work: () => Promise<void>): Promise<void> => {
    if (atWork >= width) await new Promise<void>((resolve) => places.push(resolve));
    else atWork += 1;
    try {
      await work();
    } finally {
      // The place goes to the next one, or is given up.
      const next = places.shift();
      if (next === undefined) atWork -= 1;
      else next();
    }
  };

  const settle = async (message: JsMsg): Promise<void> => {
    if (ended.signal.aborted) return message.nak();
    const settlement = await options.handle(message, ended.signal);
    if (settlement.is === 'done') message.ack();
    else message.nak(settlement.afterMs);
  };

  const readAll = (async () => {
    for await (const message of messages) {
      served = true;
      onHand.add(message);
      const before = chains.get(message.subject) ?? Promise.resolve();
      const work = before
        .then(() => withPlace(() => settle(message)))
        .finally(() => {
          onHand.delete(message);
          if (chains.get(message.subject) === work) chains.delete(message.subject);
        });
      chains.set(message.subject, work);
    }
  })();

  // What waits for its turn or is at work is not to be delivered to somebody else meanwhile.
  const holding = setInterval(() => {
    for (const message of onHand) message.working();
  }, ACK_WAIT_MS / 3);
  holding.unref();

  const stop = async (): Promise<void> => {
    ended.abort();
    messages.stop();
    await readAll;
    await Promise.all(chains.values());
    clearInterval(holding);
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
