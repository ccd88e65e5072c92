/**
 * Hands the wakes of a shard to actors.
 *
 * It guarantees:
 * W1. A wake is acknowledged after it was handled, and comes again otherwise, here or on another node. A node that
 *     stops holds up no wake for longer than some two seconds: it has to report progress, and to request more.
 * W2. No more than a bounded number are handled at a time on a node; one that keeps failing makes room for others.
 * W3. Wakes that all nodes have finished are cleared from the stream.
 * W4. A consumer that was deleted is recreated, and starts with the first wake in the stream: wakes that were handled
 *     and not cleared yet come again, and no state wants them (durable.ts).
 * W5. A wake on which its actor fails again and again becomes trouble (trouble.ts), which is retried within the hour
 *     and by hand. A wake whose actor cannot be asked is noted, too, and keeps coming again.
 * W6. A wake that a server with a fast clock delivers too early comes again when it is due, whatever becomes of that
 *     clock.
 */
import { AckPolicy, type JetStreamManager, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { DomainError, isFault, isTemporary } from '../../../schemas/errors.js';
import type { ActorRef } from '../actor.js';
import { type Backoff, backoffMs } from '../backoff.js';
import type { RuntimeEvent } from '../metrics.js';
import { parseWake, streamName } from '../subjects.js';
import type { TroubleBook } from '../trouble/book.js';
import type { Failing } from '../trouble/trouble.js';
import { openDurable } from './durable.js';

/** Shared by all nodes. */
const CONSUMER = 'wakes';
/** A wake whose node has not reported for this long goes to another one, ms; a wake that comes twice is harmless. */
const ACK_WAIT_MS = 2_000;
const PROGRESS_EVERY_MS = ACK_WAIT_MS / 4;
/** W2: wakes that wait for another attempt do not count against the nodes' own bound. */
const MAX_UNACKNOWLEDGED = 10_000;
const MAX_CONCURRENT = 256;
const FAILED_WAKE: Backoff = { firstMs: 500, longestMs: 60_000 };
const CLEAR_EVERY_MS = 60_000;
/** W6: a wake that is much too early comes again at least this soon, ms: a node that knows the time better may have joined. */
const MAX_EARLY_DELAY_MS = 60_000;
/** How long a node that has stopped still receives wakes, ms: not longer than they take to come back from it. */
const PULL_EXPIRES_MS = 2_000;
/** A server that went silent is noticed after two of these, ms; a lost connection is noticed at once. */
const HEARTBEAT_MS = 1_000;

export interface WakeDeps {
  readonly nc: NatsConnection;
  readonly logger: Logger;
  readonly random: () => number;
  readonly count: (what: RuntimeEvent) => void;
  readonly trouble: Pick<TroubleBook, 'note' | 'clear'>;
  /** How often a wake may fail before it is trouble (W5). */
  readonly tries: number;
  /** How often the stream is cleared of handled wakes (W3), ms. Default 60,000. */
  readonly clearEveryMs?: number;
  /**
   * Resolves with 0 when the wake was handled, otherwise with how early it is, ms; a DomainError of `decide` means that
   * the actor does not want it.
   */
  readonly handle: (ref: ActorRef, name: string, dueAt: number) => Promise<number>;
}

export interface WakeConsumer {
  /** Takes no more wakes, and finishes those in progress; idempotent. */
  stop(): Promise<void>;
}

/** Resolves when wakes of the shard are being handled. */
export const consumeWakes = async (shard: number, deps: WakeDeps): Promise<WakeConsumer> => {
  const { nc, logger, random } = deps;
  const jsm = await jetstreamManager(nc);
  const durable = await openDurable({
    nc,
    logger,
    random,
    stream: streamName(shard),
    config: {
      durable_name: CONSUMER,
      filter_subject: `wake.${shard}.>`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WAIT_MS * 1_000_000,
      max_ack_pending: MAX_UNACKNOWLEDGED,
    },
    consume: { max_messages: MAX_CONCURRENT, expires: PULL_EXPIRES_MS, idle_heartbeat: HEARTBEAT_MS },
    onGone: () => deps.count('consumer_gone'),
  });
  const handling = handleAll(durable.messages, deps);
  const clearing = setInterval(
    () => void clearHandled(jsm, shard, deps),
    deps.clearEveryMs ?? CLEAR_EVERY_MS,
  );
  clearing.unref();
  return {
    stop: async () => {
      clearInterval(clearing);
      durable.stop();
      await handling;
    },
  };
};

/** W2 */
const handleAll = async (messages: AsyncIterable<JsMsg>, deps: WakeDeps): Promise<void> => {
  const inProgress = new Set<Promise<void>>();
  for await (const message of messages) {
    const work = handleOne(message, deps).finally(() => inProgress.delete(work));
    inProgress.add(work);
    if (inProgress.size >= MAX_CONCURRENT) await Promise.race(inProgress);
  }
  await Promise.all(inProgress);
};

/** W1; never rejects. */
const handleOne = async (message: JsMsg, deps: WakeDeps): Promise<void> => {
  const { logger, count } = deps;
  const wake = parseWake(message.subject);
  const dueAt = Number(message.string());
  if (wake === null || !Number.isFinite(dueAt)) {
    logger.warn({ event: 'wake.unreadable', subject: message.subject });
    message.term();
    return;
  }
  const about = { ...wake.ref, timer: wake.name };
  const tries = message.info.deliveryCount;
  const failing: Failing = {
    kind: 'wake',
    what: wake.ref.kind,
    ref: wake.ref,
    key: wakeKey(wake.name, dueAt),
  };
  const isTrouble = tries >= deps.tries;
  const progressTimer = setInterval(() => message.working(), PROGRESS_EVERY_MS);
  try {
    const earlyMs = await deps.handle(wake.ref, wake.name, dueAt);
    if (earlyMs > 0) {
      // W6
      count('wake_early');
      return message.nak(Math.min(Math.ceil(earlyMs), MAX_EARLY_DELAY_MS));
    }
    count('wake');
    message.ack();
    if (isTrouble) await deps.trouble.clear(failing);
  } catch (error) {
    count('wake_failed');
    // Warns once: lasting failures are in the trouble book.
    const level = tries === 1 ? 'warn' : 'debug';
    logger[level]({ event: 'wake.failed', ...about, err: error });
    if (isRefusal(error)) {
      message.ack();
      return;
    }
    const facts = { attempts: tries === deps.tries ? tries : 1, since: wokenAt(message) };
    const noted = isTrouble ? await deps.trouble.note(failing, error, facts) : 'not_kept';
    // W5
    if (noted !== 'not_kept' && !isTemporary(error)) message.ack();
    else message.nak(backoffMs(tries, deps.random(), FAILED_WAKE));
  } finally {
    clearInterval(progressTimer);
  }
};

/** When the wake entered the stream, ms since the epoch. */
const wokenAt = (message: JsMsg): number => Number(message.timestampNanos / 1_000_000n);

/** Identifies a wake among its actor's. */
const wakeKey = (name: string, dueAt: number): string => `${name}@${dueAt}`;

/** The wake that the key of its trouble names. */
export const parseWakeKey = (key: string): { readonly name: string; readonly dueAt: number } => {
  const [name = '', dueAt = ''] = key.split('@');
  return { name, dueAt: Number(dueAt) };
};

/** The actor has decided; a retry would not change the decision. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && !isTemporary(error) && !isFault(error);

/** W3: everything up to the consumer's floor is acknowledged. */
const clearHandled = async (jsm: JetStreamManager, shard: number, { logger }: WakeDeps): Promise<void> => {
  try {
    const { ack_floor: floor } = await jsm.consumers.info(streamName(shard), CONSUMER);
    if (floor.stream_seq === 0) return;
    await jsm.streams.purge(streamName(shard), { filter: `wake.${shard}.>`, seq: floor.stream_seq + 1 });
  } catch (error) {
    logger.info({ event: 'wake.clearing_failed', shard, err: error });
  }
};
