/**
 * The actor system of one node: reaches an actor wherever it is activated, and activates it here where it is not.
 *
 * It guarantees:
 * S1. A command runs where its actor is activated; when no node answers for the actor, it is activated here. A node
 *     that is alone (node-lease.ts, N5) asks no other.
 * S2. Two activations of one actor are harmless: the journal lets only one of them commit (journal.ts, J1), and they
 *     find out about each other (directory.ts, D2).
 * S3. An ask ends within its timeout. `journal_unavailable` is the only result that leaves open what was applied.
 * S4. Draining leaves nothing half done: mailboxes are finished; effects are aborted, and stay owed for the next node.
 * S5. Requests to an actor that this build cannot read, or of a kind that it does not have, are passed on to a node
 *     that can: each node listens for every version of every kind that it reads, and that is how nodes know of each
 *     other. If there is none, the caller gets `upgrade_in_progress`, and wakes come again.
 * S6. Permanent failures are in the trouble book (trouble/book.ts), and are retried from there once
 *     {@link ActorSystem.startTroubleKeeper} was called.
 * S7. A node that is stopped, starved or cut off is given up by the others (node-lease.ts): a request that waits for one
 *     of its actors continues as soon as no living node has the actor, which is then activated here.
 *
 * How an actor is reached is in actor-router.ts (S1, S3, S5, S7), what a node reads in readers.ts (S5), activations are in
 * activate.ts, their subjects in directory.ts, the journal in journal.ts.
 */
import { randomUUID } from 'node:crypto';
import type { Subscription } from '@nats-io/transport-node';
import { DomainError } from '../../schemas/errors.js';
import { isRecord } from '../../schemas/json.js';
import { type ActivationDeps, activate } from './activation/activate.js';
import { handlerFrom, leftOwed } from './activation/effects.js';
import { type Activation, type CommandOutcome, NotUnderstood } from './activation.js';
import type {
  Actor,
  ActorRef,
  AnyCommand,
  ArgsOf,
  Effect,
  EffectHandlers,
  ReplyTo,
  ResultOf,
} from './actor.js';
import type { ActorClient, AskOptions, Outcome, QueryableActor, Target } from './actor-client.js';
import { type ArchiverOptions, startArchiver } from './archiving/archiver.js';
import { type ActorRouter, ASK_TIMEOUT_MS, createActorRouter } from './cluster/actor-router.js';
import { createDirectory, type Directory } from './cluster/directory.js';
import { createNodeLease, type NodeLease } from './cluster/node-lease.js';
import { listenAsReader } from './cluster/readers.js';
import type { ActorRequest, Query } from './cluster/wire.js';
import type { InOrder } from './consumers/in-order.js';
import { type Keeper, startKeeper } from './consumers/trouble-keeper.js';
import { consumeWakes, parseWakeKey, type WakeConsumer } from './consumers/wakes.js';
import { newestVersion } from './event-versions.js';
import { guardedJournal } from './integrity/guarded-journal.js';
import { openJournal } from './journal/journal.js';
import type { RuntimeStats } from './metrics.js';
import { type Connection, watchConnection } from './nats/connection.js';
import { checkRef } from './subjects.js';
import type { ActorSystemOptions } from './system-options.js';
import { createMachineClock } from './timekeeping/lease-clock.js';
import { type Overdue, watchOverdue } from './timekeeping/overdue.js';
import { openTroubleBook, type TroubleBook } from './trouble/book.js';
import { RETRY_POLICY, type Trouble } from './trouble/trouble.js';
import { asWritten } from './trust.js';

const DEFAULT_RESIDENT_BYTES = 128 * 1_024 * 1_024;
const DEFAULT_WATCHDOG_MS = 10_000;
/** How often the system checks whether idle activations must leave memory, ms. */
const DEFAULT_SWEEP_EVERY_MS = 100;

export interface ActorSystem extends ActorClient {
  /** Identifies this process among all that share the server. */
  readonly node: string;
  /** Whether another process, identified by its `node`, was not heard for so long that others may take over what it had. */
  isDead(node: string): boolean;
  /** Registers an actor kind; call it for all of them before {@link start}. */
  register<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    handlers: EffectHandlers<Fx, Command>,
  ): void;
  /** Registers a kind whose effects are left to other nodes. */
  registerIdle<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  ): void;
  /** Has trouble of this kind and sort, which belongs to no actor, retried by `retry`; see {@link startKeeper}. */
  onTrouble(
    kind: Exclude<Trouble['kind'], 'effect' | 'actor' | 'wake'>,
    what: string,
    retry: (trouble: Trouble) => Promise<boolean>,
  ): void;
  /** Starts handling wakes. */
  start(): Promise<void>;
  /** Starts retrying trouble (S6): call it once everything that can retry it is registered and runs. */
  startTroubleKeeper(): Promise<void>;
  /**
   * Starts archiving actors that have ended (archiver.ts). `afterMs`: how long after their end; `reactions`: all that
   * exist for a kind.
   */
  archive(afterMs: number, reactions: (kind: string) => readonly string[]): Promise<void>;
  /** Actors in memory. */
  activations(): number;
  /** For gauges; counts are reported as they happen ({@link ActorSystemOptions.count}). */
  stats(): RuntimeStats;
  /** Announces to the other nodes that this one is about to leave; its actors stay until {@link ActorSystem.drain}. */
  leave(): void;
  /** Whether another living node can take over what this one has: it is not about to leave. */
  hasSuccessor(): boolean;
  /** Finishes mailboxes and leaves (S4); idempotent. */
  drain(): Promise<void>;
}

/** @throws JournalUnusable when the server is too old or the journal has another number of shards */
export const createActorSystem = async (options: ActorSystemOptions): Promise<ActorSystem> => {
  const { nc, now, logger, random = Math.random, watchdogMs = DEFAULT_WATCHDOG_MS } = options;
  const { count = () => undefined, retryPolicy = RETRY_POLICY, catchUp = () => undefined } = options;
  const connection = watchConnection(nc);
  const opened = await openJournal(connection, options.shards, options.replicas);
  const journal = options.guard === undefined ? opened : guardedJournal(opened, options.guard);
  const trouble = options.trouble ?? (await openTroubleBook({ nc, replicas: options.replicas, logger, now }));
  const clock = createMachineClock();
  const nodeLease = createNodeLease({ nc, logger, count, clock });
  const factories: ActivationFactories = new Map();
  const directory = createDirectory({
    nc,
    nodeLease,
    now,
    logger,
    count,
    createActivation: (ref) => {
      const factory = factories.get(ref.kind);
      if (factory === undefined) throw new NotUnderstood(`no actor of kind ${ref.kind} is registered`, 1); // S5
      return factory(ref);
    },
  });
  const router = createActorRouter({ nc, connection, directory, nodeLease, now, count, trouble });
  connection.onChange((change) => nodeLease.onConnection(change));
  await nodeLease.start(directory);
  return new SystemOfNode(options, {
    connection,
    nodeLease,
    directory,
    router,
    factories,
    activations: {
      journal,
      now,
      random,
      logger,
      watchdogMs,
      count,
      trouble,
      retryPolicy,
      lease: nodeLease,
      passOn: router.passOn,
      mayShare: () => nodeLease.allRead('shared'),
      catchUp,
    },
  });
};

/** Kind → creates its activations; each closes over its actor's types. */
type ActivationFactories = Map<string, (ref: ActorRef) => Activation>;

/** The parts of a system. */
interface Parts {
  readonly connection: Connection;
  readonly nodeLease: NodeLease;
  readonly directory: Directory;
  readonly router: ActorRouter;
  readonly factories: ActivationFactories;
  readonly activations: ActivationDeps & { readonly trouble: TroubleBook };
}

class SystemOfNode implements ActorSystem {
  readonly node: string;
  readonly isDead: (node: string) => boolean;
  readonly #options: ActorSystemOptions;
  readonly #parts: Parts;
  /** Kind → the newest version of it that this build reads. */
  readonly #reads = new Map<string, number>();
  #listening: readonly Subscription[] = [];
  readonly #wakes: WakeConsumer[] = [];
  readonly #retries = new Map<string, (trouble: Trouble) => Promise<boolean>>();
  /** Kind whose actors end → archives them. */
  readonly #archivable = new Map<string, (options: ArchiverOptions) => Promise<InOrder>>();
  readonly #archivers: InOrder[] = [];
  readonly #sweep: NodeJS.Timeout;
  #keeper: Keeper | null = null;
  #overdue: Overdue | null = null;
  #draining: Promise<void> | null = null;

  constructor(options: ActorSystemOptions, parts: Parts) {
    const { residentBytes = DEFAULT_RESIDENT_BYTES, sweepEveryMs = DEFAULT_SWEEP_EVERY_MS } = options;
    this.node = parts.nodeLease.node;
    this.isDead = (node) => parts.nodeLease.isDead(node);
    this.#options = options;
    this.#parts = parts;
    this.#sweep = setInterval(() => parts.directory.passivate(residentBytes), sweepEveryMs);
    this.#sweep.unref();
  }

  register<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    handlers: EffectHandlers<Fx, Command>,
  ): void {
    const { factories, activations } = this.#parts;
    this.#reads.set(actor.kind, newestVersion(actor.events));
    factories.set(actor.kind, (ref) => activate(actor, handlerFrom(handlers), ref, activations));
    if (actor.archive !== undefined)
      this.#archivable.set(actor.kind, (options) => startArchiver(actor, options));
  }

  registerIdle<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  ): void {
    const { factories, activations } = this.#parts;
    this.#reads.set(actor.kind, newestVersion(actor.events));
    factories.set(actor.kind, (ref) => activate(actor, leftOwed, ref, activations));
  }

  onTrouble(
    kind: Exclude<Trouble['kind'], 'effect' | 'actor' | 'wake'>,
    what: string,
    retry: (trouble: Trouble) => Promise<boolean>,
  ): void {
    this.#retries.set(`${kind}.${what}`, retry);
  }

  async start(): Promise<void> {
    const { nc, shards, serverAheadMs = () => 0 } = this.#options;
    const { now, logger, random, count, trouble, retryPolicy } = this.#parts.activations;
    this.#listening = listenAsReader(nc, this.#reads, (ref, request) => this.#put(ref, request)); // S5
    const handle = (ref: ActorRef, name: string, dueAt: number): Promise<number> =>
      this.#wake(ref, name, dueAt);
    for (let shard = 0; shard < shards; shard += 1) {
      this.#wakes.push(
        await consumeWakes(shard, {
          nc,
          logger,
          random,
          count,
          trouble,
          tries: retryPolicy.wakeTries,
          handle,
        }),
      );
    }
    this.#overdue ??= await watchOverdue({ nc, shards, now, serverAheadMs, handle, logger });
  }

  async startTroubleKeeper(): Promise<void> {
    const { nc } = this.#options;
    const { trouble: book, logger, now, random, count } = this.#parts.activations;
    const onGone = (): void => count('consumer_gone');
    const retry = (trouble: Trouble): Promise<boolean> => this.#retry(trouble);
    this.#keeper ??= await startKeeper({ nc, book, logger, now, random, onGone, retry });
  }

  async archive(afterMs: number, reactions: (kind: string) => readonly string[]): Promise<void> {
    const { nc, shards } = this.#options;
    const { nodeLease, activations } = this.#parts;
    for (const [kind, begin] of this.#archivable)
      for (let shard = 0; shard < shards; shard += 1)
        this.#archivers.push(
          await begin({
            ...activations,
            nc,
            shard,
            afterMs,
            reactions: reactions(kind),
            mayArchive: () => nodeLease.allRead('archived'),
          }),
        );
  }

  async ask<
    State,
    Command extends AnyCommand,
    Event,
    Fx extends Effect,
    Replies,
    Queries,
    const ThisCommand extends Command,
  >(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    target: Target,
    command: ThisCommand,
    options: AskOptions = {},
  ): Promise<Outcome<ReplyTo<Replies, ThisCommand['type']>>> {
    const { answer, ...at } = await this.#send(actor.kind, target, command, options);
    return { answer: asWritten<ReplyTo<Replies, ThisCommand['type']>>(answer), ...at };
  }

  async query<Queries, Name extends keyof Queries & string>(
    actor: QueryableActor<Queries>,
    target: Target,
    name: Name,
    ...args: ArgsOf<Queries[Name]>
  ): Promise<Outcome<ResultOf<Queries[Name]>>> {
    const query: Query = { type: 'query', name, args };
    const { answer, ...at } = await this.#send(actor.kind, target, query, {});
    return { answer: asWritten<ResultOf<Queries[Name]>>(answer), ...at };
  }

  activations(): number {
    return this.stats().activations;
  }

  stats(): RuntimeStats {
    return this.#parts.directory.stats();
  }

  leave(): void {
    this.#parts.nodeLease.leave();
  }

  hasSuccessor(): boolean {
    return this.#parts.nodeLease.hasSuccessor();
  }

  drain(): Promise<void> {
    this.#draining ??= this.#leave();
    return this.#draining;
  }

  /** S4 */
  async #leave(): Promise<void> {
    const { directory, nodeLease, connection } = this.#parts;
    clearInterval(this.#sweep);
    await Promise.all([this.#keeper?.stop(), this.#overdue?.stop()]);
    await Promise.allSettled(this.#archivers.map((archiver) => archiver.stop()));
    await Promise.allSettled(this.#listening.map((subscription) => subscription.drain()));
    await Promise.allSettled(this.#wakes.map((consumer) => consumer.stop()));
    await directory.drain();
    await nodeLease.stop();
    connection.release();
  }

  async #send(
    kind: string,
    { business, id }: Target,
    command: AnyCommand,
    { commandId, timeoutMs = ASK_TIMEOUT_MS }: AskOptions,
  ): Promise<Outcome<unknown>> {
    const { now, newId = randomUUID } = this.#options;
    const { router, activations } = this.#parts;
    if (this.#draining !== null) throw new DomainError('not_ready');
    const ref = { kind, business, id };
    checkRef(ref);
    const envelope = { commandId: commandId ?? newId(), at: now(), command };
    const { answer, seq } = await router.send(ref, { type: 'command', envelope, timeoutMs }, timeoutMs);
    return { answer, shard: activations.journal.shardOf(ref), seq };
  }

  #put(ref: ActorRef, request: ActorRequest): Promise<CommandOutcome> {
    const timeoutMs = request.type === 'command' ? request.timeoutMs : ASK_TIMEOUT_MS;
    return this.#parts.router.send(ref, request, timeoutMs);
  }

  /** How early the wake is, ms. */
  async #wake(ref: ActorRef, name: string, dueAt: number): Promise<number> {
    const { answer } = await this.#put(ref, { type: 'wake', name, dueAt });
    // Older builds say nothing.
    return isRecord(answer) && typeof answer.earlyMs === 'number' ? answer.earlyMs : 0;
  }

  /** S6 */
  async #retry(found: Trouble): Promise<boolean> {
    const { kind, what, ref, key } = found;
    const handler = this.#retries.get(`${kind}.${what}`);
    if (handler !== undefined) return handler(found);
    if (ref === null) throw new Error(`no retry is registered for trouble of ${kind} ${what}`);
    if (kind === 'wake') {
      const { name, dueAt } = parseWakeKey(key);
      await this.#put(ref, { type: 'wake', name, dueAt });
      return false;
    }
    const { answer } = await this.#put(ref, { type: 'retry', key });
    return isRecord(answer) && answer.owed === true;
  }
}
