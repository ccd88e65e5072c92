/**
 * Hands every commit of one kind of actor to a function: the outbox of reactions across actors.
 *
 * It guarantees:
 * R1. What was committed is handed over at least once: a commit is acknowledged after its reaction, and a reaction
 *     that fails is tried again.
 * R2. An actor's commits come one at a time and in order (in-order.ts); the actor's later ones wait for one that
 *     fails. When a node dies, what it had not acknowledged comes again, perhaps after later commits: a reaction
 *     uses deterministic command ids, and looks at the actor where order matters to it.
 *     So does what was settled in the seconds before somebody deleted the consumer (in-order.ts, O5).
 * R3. One node at a time reacts under a name; when it goes, another one goes on.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorRef } from './actor.js';
import { backoffMs, pause } from './backoff.js';
import type { Commit } from './commit.js';
import { consumeInOrder } from './in-order.js';
import { parseCommit } from './journal.js';
import { markSubject, parseEventSubject, streamName } from './subjects.js';

const MAX_ON_HAND = 1_000;

export interface ReactorOptions {
  readonly nc: NatsConnection;
  readonly shard: number;
  /** Names the reaction for ever: under a new name it begins with the first commit. */
  readonly name: string;
  /** Of the actors whose commits are handed over. */
  readonly kind: string;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Told each time that the consumer is gone and is about to be made again. */
  readonly onGone: () => void;
  /** A rejection is tried again with backoff; the actor's later commits wait for it. */
  readonly react: (ref: ActorRef, commit: Commit<unknown>) => Promise<void>;
}

export interface Reactor {
  /** Finishes the reactions at work, leaves the rest to whoever comes next; idempotent. */
  stop(): Promise<void>;
}

/** Resolves when commits of the shard are being handed over. */
export const startReactor = ({
  nc,
  shard,
  name,
  kind,
  logger,
  random,
  onGone,
  react,
}: ReactorOptions): Promise<Reactor> =>
  consumeInOrder({
    nc,
    stream: streamName(shard),
    durable: name,
    filter: `evt.${shard}.${kind}.>`,
    maxOnHand: MAX_ON_HAND,
    mark: markSubject(shard, name),
    ...{ logger, random, onGone },
    handle: async (message, signal) => {
      const ref = parseEventSubject(message.subject);
      for (let tries = 1; !signal.aborted; tries += 1) {
        try {
          if (ref === null) throw new Error('not the subject of an actor');
          await react(ref, { ...parseCommit(message.string()), seq: message.seq });
          return { is: 'done' };
        } catch (error) {
          logger.warn({
            event: 'reaction.failed',
            reaction: name,
            ...ref,
            seq: message.seq,
            tries,
            err: error,
          });
          await pause(backoffMs(tries, random()), signal);
        }
      }
      return { is: 'put_off', afterMs: 0 };
    },
  });
