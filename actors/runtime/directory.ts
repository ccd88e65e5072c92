/**
 * The activations of one node, and their subjects.
 *
 * It guarantees:
 * D1. At most one activation an actor on this node, and it answers on the actor's subject for as long as it lives.
 * D2. Of several activations on several nodes all but one give way as soon as they hear of each other (claims.ts). The one
 *     that stays doubts what it has read: the others may commit until they have heard.
 * D3. Once the node's lease has ended (standing.ts) nothing that is in memory is believed, for somebody else may go on
 *     with the actor, and nothing is answered before it is renewed. Whoever took the actor over meanwhile keeps it.
 * D4. Nothing is begun in an activation that is no longer listed here, for nobody would look after it; none is
 *     listed any more once the node leaves.
 * D5. An activation whose actor a newer build went on with, or that is told what this build does not know, gives way.
 *
 * It does not know when an actor should be activated; see system.ts.
 */
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { type Activation, type CommandOutcome, Moved, NotUnderstood } from './activation.js';
import type { ActorRef } from './actor.js';
import { type Claim, noClaim, onClaim } from './claims.js';
import { GIVE_UP_MS } from './lease.js';
import type { RuntimeEvent, RuntimeStats } from './metrics.js';
import type { Lease, Standing } from './standing.js';
import { actorSubject } from './subjects.js';
import { formatRequest, parseRequest, type Question, type Request, replyOf } from './wire.js';

export interface DirectoryDeps {
  readonly nc: NatsConnection;
  readonly standing: Lease & Pick<Standing, 'node'>;
  readonly now: () => number;
  readonly logger: Logger;
  readonly count: (what: RuntimeEvent) => void;
  /** Makes an activation; throws when the kind is unknown. */
  readonly make: (ref: ActorRef) => Activation;
}

export interface Directory {
  find(ref: ActorRef): Activation | null;
  /** The activation of this node, made where it is missing. @throws DomainError `not_ready` once the node leaves */
  activate(ref: ActorRef): Activation;
  /** The activation of this node, if any, decides nothing more and answers no more: this build does not know enough for it. */
  giveWay(ref: ActorRef, reason: string): void;
  /** Retires what has been idle at `at` (ms since the epoch) for `afterMs`, or for less where the actor says so. */
  passivate(at: number, afterMs: number): void;
  /** Whether the actor with this subject is activated here. */
  owns(subject: string): boolean;
  /** D3 */
  onLease(change: 'ended' | 'renewed'): void;
  stats(): RuntimeStats;
  /** Takes no more requests, and finishes those that were taken. */
  drain(): Promise<void>;
}

interface Entry {
  readonly activation: Activation;
  readonly subscription: Subscription;
  claim: Claim;
}

export const createDirectory = (deps: DirectoryDeps): Directory => {
  const { nc, standing, now, logger, count, make } = deps;
  const { node } = standing;
  const entries = new Map<string, Entry>();
  let leaving = false;

  /** Not so for one that was retired while a message was on its way to it. */
  const isListed = (subject: string, entry: Entry): boolean => entries.get(subject) === entry;

  const announce = (subject: string, claim: Claim): void =>
    nc.publish(subject, formatRequest({ type: 'claim', claim }));

  /** The subscription ends once what is on its way has been answered. */
  const retire = (subject: string, entry: Entry): void => {
    if (isListed(subject, entry)) entries.delete(subject);
    entry.subscription.drain().catch((error: unknown) => {
      logger.debug({ event: 'actor.unsubscribe_failed', ...entry.activation.ref, error: String(error) });
    });
  };

  const onMessage = (subject: string, entry: Entry, message: Msg): void => {
    let request: Request;
    try {
      request = parseRequest(message.string());
    } catch (error) {
      logger.warn({ event: 'actor.request_unreadable', subject, error: String(error) });
      // A newer node asks in words that are not known here: it is told so, and does not wait in vain.
      if (message.reply !== undefined && message.reply !== '')
        void replyOf(Promise.reject(new DomainError('upgrade_in_progress'))).then((reply) =>
          message.respond(reply),
        );
      return;
    }
    standing.holds(); // D3: claims that waited are heard by one that knows that it has none.
    if (request.type !== 'claim') {
      void replyOf(serve(subject, entry, request)).then((reply) => message.respond(reply));
    } else if (isListed(subject, entry)) hear(subject, entry, request.claim);
  };

  /** D2 */
  const hear = (subject: string, entry: Entry, other: Claim): void => {
    const action = onClaim(entry.claim, other);
    if (action === 'insist') {
      announce(subject, entry.claim);
      entry.activation.doubt(GIVE_UP_MS);
    }
    if (action !== 'give_way') return;
    logger.info({ event: 'actor.moved', ...entry.activation.ref, to: other.node });
    entry.activation.abdicate();
    retire(subject, entry);
  };

  const serve = async (subject: string, entry: Entry, request: Exclude<Request, { type: 'claim' }>) => {
    if (!standing.holds()) await standing.held(); // D3
    if (!isListed(subject, entry)) throw new Moved(); // D4
    const { activation } = entry;
    try {
      const timeoutMs = request.type === 'command' ? request.timeoutMs : 0;
      return await answerTo(activation, request, now() + timeoutMs);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      giveWay(subject, entry, error.message);
      throw new Moved(); // Whoever asked may know more, or finds somebody who does.
    }
  };

  /** D5 */
  const giveWay = (subject: string, entry: Entry, reason: string): void => {
    logger.warn({ event: 'actor.not_understood', ...entry.activation.ref, reason });
    count('not_understood');
    entry.activation.abdicate();
    retire(subject, entry);
  };

  return {
    find: (ref) => entries.get(actorSubject(ref))?.activation ?? null,
    activate: (ref) => {
      const subject = actorSubject(ref);
      const known = entries.get(subject);
      if (known !== undefined) return known.activation;
      if (leaving) throw new DomainError('not_ready'); // D4
      const entry: Entry = {
        activation: make(ref),
        subscription: nc.subscribe(subject, {
          callback: (error, message) => {
            if (error === null) onMessage(subject, entry, message);
          },
        }),
        claim: { at: now(), node },
      };
      entries.set(subject, entry);
      // After the subscription and before the first read: of two that begin at once, one at least hears the other.
      announce(subject, entry.claim);
      count('activation');
      return entry.activation;
    },
    giveWay: (ref, reason) => {
      const subject = actorSubject(ref);
      const entry = entries.get(subject);
      if (entry !== undefined) giveWay(subject, entry, reason);
    },
    passivate: (at, afterMs) => {
      for (const [subject, entry] of entries) {
        const { activation } = entry;
        const keptMs = Math.min(afterMs, activation.passivateAfterMs ?? afterMs);
        if (!activation.idle() || activation.lastUsed() > at - keptMs) continue;
        retire(subject, entry);
        count('passivation');
      }
    },
    owns: (subject) => entries.has(subject),
    onLease: (change) => {
      for (const [subject, entry] of entries) {
        // As long as one that took over may take to answer the claim.
        entry.activation.doubt(GIVE_UP_MS);
        entry.claim = change === 'ended' ? noClaim(node) : { at: now(), node };
        if (change === 'ended') continue;
        announce(subject, entry.claim);
        entry.activation.resume();
      }
    },
    stats: () => {
      const all = [...entries.values()].map(({ activation }) => activation);
      return {
        activations: all.length,
        mailboxDepth: all.reduce((sum, activation) => sum + activation.mailboxDepth(), 0),
        effectsRunning: all.reduce((sum, activation) => sum + activation.effectsRunning(), 0),
      };
    },
    drain: async () => {
      leaving = true;
      const all = [...entries.values()];
      await Promise.allSettled(all.map(({ subscription }) => subscription.drain()));
      await Promise.allSettled(all.map(({ activation }) => activation.stop()));
      entries.clear();
    },
  };
};

/** Puts a question to an activation; `giveUpAt` and errors as with {@link Activation.run}. */
export const answerTo = async (
  activation: Activation,
  question: Question,
  giveUpAt: number,
): Promise<CommandOutcome> => {
  switch (question.type) {
    case 'command':
      return activation.run(question.envelope, giveUpAt);
    case 'wake':
      await activation.wake(question.name, question.dueAt);
      return { answer: null, seq: 0 };
    case 'retry':
      return { answer: { owed: await activation.retry(question.key) }, seq: 0 };
    default:
      return assertNever(question);
  }
};
