/**
 * Hands every commit of a shard to a function: the outbox of reactions across actors.
 *
 * It guarantees:
 * R1. What was committed is handed over at least once: a commit is acknowledged after its reaction, and a reaction
 *     that fails is tried again.
 * R2. An actor's commits come one at a time and in order; those of different actors do not wait for each other.
 *     The one exception: when a node dies, what it had not acknowledged comes again after {@link ACK_WAIT_MS},
 *     perhaps after later commits. A reaction therefore uses deterministic command ids, and looks at the
 *     actor where order matters to it.
 * R3. One node at a time reacts under a name; when it goes, another one goes on.
 * R4. What is on hand is bounded; the rest waits in the journal.
 */
import { AckPolicy, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorRef } from './actor.js';
import { backoffMs, pause } from './backoff.js';
import type { Commit } from './commit.js';
import { parseCommit } from './journal.js';
import { parseEventSubject, streamName } from './subjects.js';

const ACK_WAIT_MS = 15_000;
/** R4 */
const MAX_ON_HAND = 1_000;
const PULL_EXPIRES_MS = 10_000;
/** R3: all nodes are of one group, and one of them is served. */
const GROUP = 'nodes';

export interface ReactorOptions {
  readonly nc: NatsConnection;
  readonly shard: number;
  /** Names the reaction for ever: under a new name it begins with the first commit. */
  readonly name: string;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** A rejection is tried again with backoff; the actor's later commits wait for it. */
  readonly react: (ref: ActorRef, commit: Commit<unknown>) => Promise<void>;
}

export interface Reactor {
  /** Finishes the reactions at work, leaves the rest to whoever comes next; idempotent. */
  stop(): Promise<void>;
}

/** Resolves when commits of the shard are being handed over. */
export const startReactor = async (options: ReactorOptions): Promise<Reactor> => {
  const { nc, name, shard } = options;
  const jsm = await jetstreamManager(nc);
  await jsm.consumers.add(streamName(shard), {
    durable_name: name,
    filter_subject: `evt.${shard}.>`,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_MS * 1_000_000,
    max_ack_pending: MAX_ON_HAND,
    priority_policy: 'pinned_client',
    priority_groups: [GROUP],
    priority_timeout: ACK_WAIT_MS * 1_000_000,
  });
  const consumer = await jetstream(nc).consumers.get(streamName(shard), name);
  const messages = await consumer.consume({
    max_messages: MAX_ON_HAND,
    expires: PULL_EXPIRES_MS,
    group: GROUP,
  });

  const ended = new AbortController();
  let served = false;
  const onHand = new Set<JsMsg>();
  /** The last piece of work of each actor that has any. */
  const chains = new Map<string, Promise<void>>();

  const readAll = (async () => {
    for await (const message of messages) {
      served = true;
      onHand.add(message);
      const before = chains.get(message.subject) ?? Promise.resolve();
      const work = before
        .then(() => handOver(message, options, ended.signal))
        .finally(() => {
          onHand.delete(message);
          if (chains.get(message.subject) === work) chains.delete(message.subject);
        });
      chains.set(message.subject, work);
    }
  })();

  // What waits for its turn or for another try is not to be delivered to somebody else meanwhile.
  const holding = setInterval(() => {
    for (const message of onHand) message.working();
  }, ACK_WAIT_MS / 3);
  holding.unref();

  return {
    stop: async () => {
      ended.abort();
      messages.stop();
      await readAll;
      await Promise.all(chains.values());
      clearInterval(holding);
      // So that the next one need not wait until the server misses us; a node that was not served has nothing to say.
      if (served) await jsm.consumers.unpin(streamName(shard), name, GROUP).catch(() => undefined);
    },
  };
};

/** R1; never rejects. */
const handOver = async (message: JsMsg, options: ReactorOptions, signal: AbortSignal): Promise<void> => {
  const { logger, name, react, random } = options;
  const ref = parseEventSubject(message.subject);
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      if (ref === null) throw new Error('not the subject of an actor');
      await react(ref, { ...parseCommit(message.string()), seq: message.seq });
      message.ack();
      return;
    } catch (error) {
      logger.warn({ event: 'reaction.failed', reaction: name, ...ref, seq: message.seq, tries, err: error });
      await pause(backoffMs(tries, random()), signal);
    }
  }
  message.nak();
};
