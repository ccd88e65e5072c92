/**
 * The activations of one node, and their subjects.
 *
 * It guarantees:
 * D1. An actor has at most one activation on this node, which answers on the actor's subject for as long as it lives.
 * D2. Of several activations on several nodes all but one yield as soon as they hear of each other (claims.ts). The one
 *     that stays doubts its state: the others may commit until they have heard.
 * D3. Once the node's lease has ended (node-lease.ts) no state in memory is trusted, because another node may take over
 *     the actor, and nothing is answered before the lease is renewed. A node that took the actor over meanwhile keeps
 *     it.
 * D4. Nothing is started in an activation that is no longer listed here, because nothing would look after it; none is
 *     listed any more once the node leaves.
 * D5. An activation yields if a newer build has written to its actor, or if it receives a request that this build does
 *     not know.
 * D6. A command whose sender has long given up is refused, however long a server, a connection or this node held it up:
 *     what its sender did since then is not undone by it.
 *
 * It does not know when an actor should be activated; see system.ts.
 */
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { assertNever } from '../../../schemas/assert.js';
import { DomainError } from '../../../schemas/errors.js';
import { type Activation, type CommandOutcome, Moved, NotUnderstood } from '../activation.js';
import type { ActorRef } from '../actor.js';
import type { RuntimeEvent, RuntimeStats } from '../metrics.js';
import { actorSubject } from '../subjects.js';
import { FOLLOWED_MS } from '../timekeeping/journal-time.js';
import { type ActivationClaim, noClaim, onClaim } from './claims.js';
import { GIVE_UP_MS } from './lease.js';
import type { Lease, NodeLease } from './node-lease.js';
import { type ActorRequest, formatRequest, parseRequest, type Request, replyOf } from './wire.js';

/** By how much the times of two nodes may differ, ms: both follow the server's clock (journal-time.ts, JT2 and JT4). */
const AGREEMENT_MS = 2 * FOLLOWED_MS;

export interface DirectoryDeps {
  readonly nc: NatsConnection;
  readonly nodeLease: Lease & Pick<NodeLease, 'node' | 'isAlone'>;
  readonly now: () => number;
  readonly logger: Logger;
  readonly count: (what: RuntimeEvent) => void;
  /** Creates an activation; throws when the kind is unknown. */
  readonly createActivation: (ref: ActorRef) => Activation;
}

export interface Directory {
  find(ref: ActorRef): Activation | null;
  /** This node's activation, created if missing. @throws DomainError `not_ready` once the node leaves */
  activate(ref: ActorRef): Activation;
  /** This node's activation, if any, decides and answers nothing more: this build does not know enough for it. */
  relinquish(ref: ActorRef, reason: string): void;
  /** Retires idle activations, the least recently used first, until the rest takes no more than `mostBytes`. */
  passivate(mostBytes: number): void;
  /** Whether the actor with this subject is activated here. */
  owns(subject: string): boolean;
  /** D3 */
  onLease(change: 'ended' | 'renewed'): void;
  /** D2: there is a living node that may not have heard of the activations here. */
  onNodeJoined(): void;
  stats(): RuntimeStats;
  /** Takes no more requests, and finishes those already taken. */
  drain(): Promise<void>;
}

interface Entry {
  readonly activation: Activation;
  readonly subscription: Subscription;
  claim: ActivationClaim;
  /** Memory of its activation when it was last weighed. */
  bytes: number;
}

export const createDirectory = (deps: DirectoryDeps): Directory => new DirectoryOfNode(deps);

class DirectoryOfNode implements Directory {
  readonly #deps: DirectoryDeps;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** Entries that the next sweep weighs again; all others keep their last weight. */
  readonly #used = new Set<Entry>();
  /** Memory of all entries, as of the last sweep. */
  #bytes = 0;
  #isDraining = false;

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
  }

  find(ref: ActorRef): Activation | null {
    const subject = actorSubject(ref);
    const entry = this.#entries.get(subject);
    if (entry === undefined) return null;
    this.#touch(subject, entry);
    return entry.activation;
  }

  activate(ref: ActorRef): Activation {
    const { nc, now, nodeLease, count, createActivation } = this.#deps;
    const present = this.find(ref);
    if (present !== null) return present;
    const subject = actorSubject(ref);
    if (this.#isDraining) throw new DomainError('not_ready'); // D4
    const entry: Entry = {
      activation: createActivation(ref),
      subscription: nc.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) this.#onMessage(subject, entry, message);
        },
      }),
      claim: { at: now(), node: nodeLease.node },
      bytes: 0,
    };
    this.#entries.set(subject, entry);
    this.#used.add(entry);
    // After the subscription and before the first read: of two that begin at once, at least one hears the other. A node
    // that is alone announces its activations when it no longer is: that, too, is after the subscription.
    if (!nodeLease.isAlone()) this.#announce(subject, entry.claim);
    count('activation');
    return entry.activation;
  }

  relinquish(ref: ActorRef, reason: string): void {
    const subject = actorSubject(ref);
    const entry = this.#entries.get(subject);
    if (entry !== undefined) this.#relinquish(subject, entry, reason);
  }

  passivate(mostBytes: number): void {
    this.#weigh();
    for (const [subject, entry] of this.#entries) {
      if (this.#bytes <= mostBytes) return;
      const { activation } = entry;
      if (!activation.isIdle()) continue;
      activation.keep();
      this.#retire(subject, entry);
      this.#deps.count('passivation');
    }
  }

  owns(subject: string): boolean {
    return this.#entries.has(subject);
  }

  onLease(change: 'ended' | 'renewed'): void {
    const { now, nodeLease } = this.#deps;
    const { node } = nodeLease;
    for (const [subject, entry] of this.#entries) {
      // As long as a node that took over may take to answer the claim.
      entry.activation.doubt(GIVE_UP_MS);
      entry.claim = change === 'ended' ? noClaim(node) : { at: now(), node };
      if (change === 'ended') continue;
      this.#announce(subject, entry.claim);
      entry.activation.resume();
    }
  }

  onNodeJoined(): void {
    for (const [subject, { claim }] of this.#entries) this.#announce(subject, claim);
  }

  stats(): RuntimeStats {
    const all = [...this.#entries.values()].map(({ activation }) => activation);
    return {
      activations: all.length,
      activationBytes: all.reduce((sum, activation) => sum + activation.bytes(), 0),
      mailboxDepth: all.reduce((sum, activation) => sum + activation.mailboxDepth(), 0),
      effectsRunning: all.reduce((sum, activation) => sum + activation.effectsRunning(), 0),
    };
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    const all = [...this.#entries.values()];
    await Promise.allSettled(all.map(({ subscription }) => subscription.drain()));
    await Promise.allSettled(all.map(({ activation }) => activation.stop()));
    this.#entries.clear();
    this.#used.clear();
    this.#bytes = 0;
  }

  /** False for an activation that was retired while a message was on its way to it. */
  #isListed(subject: string, entry: Entry): boolean {
    return this.#entries.get(subject) === entry;
  }

  #announce(subject: string, claim: ActivationClaim): void {
    this.#deps.nc.publish(subject, formatRequest({ type: 'claim', claim }));
  }

  /** Marks the entry as most recently used. */
  #touch(subject: string, entry: Entry): void {
    this.#entries.delete(subject);
    this.#entries.set(subject, entry);
    this.#used.add(entry);
  }

  /** Thousands of idle activations are not weighed again. */
  #weigh(): void {
    for (const entry of this.#used) {
      const bytes = entry.activation.bytes();
      this.#bytes += bytes - entry.bytes;
      entry.bytes = bytes;
      if (entry.activation.isIdle()) this.#used.delete(entry);
    }
  }

  /** The subscription ends once messages already on their way are answered. */
  #retire(subject: string, entry: Entry): void {
    const { ref } = entry.activation;
    if (this.#isListed(subject, entry)) {
      this.#entries.delete(subject);
      this.#used.delete(entry);
      this.#bytes -= entry.bytes;
    }
    entry.subscription.drain().catch((error: unknown) => {
      this.#deps.logger.debug({ event: 'actor.unsubscribe_failed', ...ref, err: error });
    });
  }

  #onMessage(subject: string, entry: Entry, message: Msg): void {
    const { logger, nodeLease } = this.#deps;
    let request: Request;
    try {
      request = parseRequest(message.string());
    } catch (error) {
      logger.warn({ event: 'actor.request_unreadable', subject, err: error });
      // A newer node sent a request that is unknown here: it gets an answer, and does not wait in vain.
      if (message.reply !== undefined && message.reply !== '')
        this.#reply(message, Promise.reject(new DomainError('upgrade_in_progress')));
      return;
    }
    nodeLease.holds(); // D3: notices an ended lease before claims that waited are heard.
    const isListed = this.#isListed(subject, entry);
    if (request.type !== 'claim') {
      if (isListed) this.#touch(subject, entry);
      this.#reply(message, this.#serve(subject, entry, request));
    } else if (isListed) this.#handleClaim(subject, entry, request.claim);
  }

  #reply(message: Msg, outcome: Promise<CommandOutcome>): void {
    void replyOf(outcome).then((reply) => message.respond(reply));
  }

  /** D2 */
  #handleClaim(subject: string, entry: Entry, other: ActivationClaim): void {
    const action = onClaim(entry.claim, other);
    if (action === 'insist') {
      this.#announce(subject, entry.claim);
      entry.activation.doubt(GIVE_UP_MS);
    }
    if (action !== 'give_way') return;
    this.#deps.logger.info({ event: 'actor.moved', ...entry.activation.ref, to: other.node });
    entry.activation.abdicate();
    this.#retire(subject, entry);
  }

  async #serve(
    subject: string,
    entry: Entry,
    request: Exclude<Request, { readonly type: 'claim' }>,
  ): Promise<CommandOutcome> {
    const { nodeLease, now } = this.#deps;
    if (!nodeLease.holds()) await nodeLease.held(); // D3
    if (!this.#isListed(subject, entry)) throw new Moved(); // D4
    try {
      return await answerTo(entry.activation, request, deadlineOf(request, now()));
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      this.#relinquish(subject, entry, error.message);
      throw new Moved(); // The caller may know more, or finds a node that does.
    }
  }

  /** D5 */
  #relinquish(subject: string, entry: Entry, reason: string): void {
    const { logger, count } = this.#deps;
    logger.warn({ event: 'actor.not_understood', ...entry.activation.ref, reason });
    count('not_understood');
    entry.activation.abdicate();
    this.#retire(subject, entry);
  }
}

/** D6. A wake and a retry have no deadline: they only do what is due and owed. */
const deadlineOf = (request: ActorRequest, now: number): number => {
  if (request.type !== 'command') return now;
  const { envelope, timeoutMs } = request;
  return Math.min(now, envelope.at + AGREEMENT_MS) + timeoutMs;
};

/** Passes a request to an activation; `deadline` and errors as with {@link Activation.run}. */
export const answerTo = async (
  activation: Activation,
  request: ActorRequest,
  deadline: number,
): Promise<CommandOutcome> => {
  switch (request.type) {
    case 'command':
      return activation.run(request.envelope, deadline);
    case 'wake':
      return { answer: { earlyMs: await activation.wake(request.name, request.dueAt) }, seq: 0 };
    case 'retry':
      return { answer: { owed: await activation.retry(request.key) }, seq: 0 };
    default:
      return assertNever(request);
  }
};
