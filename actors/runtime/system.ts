/**
 * The actor system of one node: reaches an actor wherever it is activated, and activates it here where it is not.
 *
 * It guarantees:
 * S1. A command runs where its actor is activated; when nobody answers for the actor, it is activated here.
 * S2. Two activations of one actor are harmless: the journal lets only one of them commit (journal.ts, J1), and
 *     they find out about each other (directory.ts, D2).
 * S3. An ask ends within its timeout. `journal_unavailable` is the only end that leaves open what was applied.
 * S4. Draining leaves nothing half done: mailboxes are finished, effects are aborted and owed to who comes next.
 * S5. What this build cannot read, and a kind of actor that it does not have, is passed on to a node that can: each node
 *     listens for every version of every kind that it reads, and that is how nodes know of each other. When there is none,
 *     the asker is told `upgrade_in_progress`, and wakes come again.
 * S6. What fails for good is in the book of trouble (trouble-book.ts), and is tried again from there once {@link ActorSystem.tend} was called.
 * S7. A node that is stopped, starved or cut off is given up by the others (standing.ts): a question that waits for one of
 *     its actors goes on as soon as no living node has the actor, which is activated here then.
 *
 * Activations are in activate.ts, their subjects in directory.ts, the journal in journal.ts.
 */
import { randomUUID } from 'node:crypto';
import { errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { DomainError } from '../../schemas/errors.js';
import { isRecord } from '../../schemas/json.js';
import { type ActivationDeps, activate } from './activate.js';
import { type Activation, type CommandOutcome, Moved, NotUnderstood } from './activation.js';
import type { Actor, ActorRef, Effect, EffectContext, EffectHandlers } from './actor.js';
import type { ActorAsker, AskOptions, Outcome } from './asking.js';
import { watchConnection } from './connection.js';
import { answerTo, createDirectory } from './directory.js';
import { newestVersion } from './event-versions.js';
import { openJournal } from './journal.js';
import { createLeaseClock } from './lease-clock.js';
import type { RuntimeEvent, RuntimeStats } from './metrics.js';
import { createStanding } from './standing.js';
import { actorSubject, checkRef, readersSubject } from './subjects.js';
import { PATIENCE, type Patience, type Trouble } from './trouble.js';
import { openTroubleBook, type TroubleBook } from './trouble-book.js';
import { type Keeper, startKeeper } from './trouble-keeper.js';
import { asWritten } from './trust.js';
import { consumeWakes, parseWakeKey, type WakeConsumer } from './wakes.js';
import { formatPassed, formatRequest, parsePassed, parseReply, type Question, replyOf } from './wire.js';

const DEFAULT_ASK_TIMEOUT_MS = 10_000;
const DEFAULT_PASSIVATE_AFTER_MS = 60_000;
const DEFAULT_WATCHDOG_MS = 10_000;
/** Idle activations are looked for this often at least, ms. */
const SWEEP_EVERY_MS = 250;
/** A node that does not answer for this long is asked again, or whoever answers by then: it may be gone. */
const ELSEWHERE_MS = 2_000;
/** How often in a row an actor may be found to have moved before its asker is sent away. */
const MAX_MOVES = 10;
/** Of those who read a version one is asked. */
const READERS = 'nodes';

export interface ActorSystemOptions {
  /** Must reconnect for ever (`maxReconnectAttempts: -1`): the system outlives outages of the server. */
  readonly nc: NatsConnection;
  /** Fixed when the journal is made. */
  readonly shards: number;
  /** Of streams that are made; those that exist keep theirs. Undefined: one. */
  readonly replicas?: number;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logger: Logger;
  /** Command ids for askers that bring none. Default: random UUIDs. */
  readonly newId?: () => string;
  /** In [0, 1); spreads retries. Default: `Math.random`. */
  readonly random?: () => number;
  /** Idle activations leave memory after this long, ms. Default 60,000. */
  readonly passivateAfterMs?: number;
  /** How soon another process resumes what a dead one owed, ms. Default 10,000. */
  readonly watchdogMs?: number;
  readonly count?: (what: RuntimeEvent) => void;
  /** Where trouble is written down. Default: the book that all nodes share. */
  readonly trouble?: TroubleBook;
  /** Default: {@link PATIENCE}. */
  readonly patience?: Patience;
}

export interface ActorSystem extends ActorAsker {
  /** Names this process among all that share the server. */
  readonly node: string;
  /** Whether another process, known by its `node`, was not heard for so long that others may go on with what it had. */
  isGivenUp(node: string): boolean;
  /** Makes an actor kind known; all of them before {@link start}. */
  register<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    handlers: EffectHandlers<Fx, Command>,
  ): void;
  /** Makes a kind known whose effects are left to other nodes. */
  registerIdle<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
  ): void;
  /** Has trouble of this kind and sort, which is no actor's own, tried by `retry`; see {@link startKeeper}. */
  onTrouble(
    kind: Exclude<Trouble['kind'], 'effect' | 'actor' | 'wake'>,
    what: string,
    retry: (trouble: Trouble) => Promise<boolean>,
  ): void;
  /** Begins to handle wakes. */
  start(): Promise<void>;
  /** Begins to have trouble tried again (S6): when all that can try it has been registered and runs. */
  tend(): Promise<void>;
  /** Actors in memory. */
  activations(): number;
  /** For gauges; counts are told as they happen ({@link ActorSystemOptions.count}). */
  stats(): RuntimeStats;
  /** Finishes mailboxes and leaves (S4); idempotent. */
  drain(): Promise<void>;
}

/** @throws JournalUnusable when the server is too old or the journal has another number of shards */
export const createActorSystem = async (options: ActorSystemOptions): Promise<ActorSystem> => {
  const { nc, now, logger, newId = randomUUID, random = Math.random } = options;
  const passivateAfterMs = options.passivateAfterMs ?? DEFAULT_PASSIVATE_AFTER_MS;
  const count = options.count ?? (() => undefined);
  const connection = watchConnection(nc);
  const journal = await openJournal(connection, options.shards, options.replicas);
  const watchdogMs = options.watchdogMs ?? DEFAULT_WATCHDOG_MS;
  const patience = options.patience ?? PATIENCE;
  const trouble = options.trouble ?? (await openTroubleBook({ nc, replicas: options.replicas, logger, now }));
  const standing = createStanding({
    nc,
    logger,
    count,
    clock: createLeaseClock(() => performance.now(), Date.now),
  });
  const activationDeps: ActivationDeps = {
    journal,
    now,
    random,
    logger,
    watchdogMs,
    count,
    trouble,
    patience,
    lease: standing,
    passOn: async (ref, envelope, version) => {
      const question: Question = { type: 'command', envelope, timeoutMs: DEFAULT_ASK_TIMEOUT_MS };
      try {
        await passOn(ref, question, version, now() + DEFAULT_ASK_TIMEOUT_MS);
      } catch (error) {
        throw error instanceof Moved ? new DomainError('upgrade_in_progress') : error;
      }
    },
  };
  /** Each closes over its actor's types. */
  const makers = new Map<string, (ref: ActorRef) => Activation>();
  /** Kind → the newest version of it that this build reads. */
  const reads = new Map<string, number>();
  const listening: Subscription[] = [];
  const wakes: WakeConsumer[] = [];
  const retries = new Map<string, (trouble: Trouble) => Promise<boolean>>();
  let keeper: Keeper | null = null;
  let draining: Promise<void> | null = null;

  const directory = createDirectory({
    nc,
    standing,
    now,
    logger,
    count,
    make: (ref) => {
      const maker = makers.get(ref.kind);
      if (maker === undefined) throw new NotUnderstood(`no actor of kind ${ref.kind} is registered`, 1); // S5
      return maker(ref);
    },
  });

  /** S7: null when no living node has the actor; never settles where an answer comes first. */
  const untilAbandoned =
    (subject: string, askedAt: number) =>
    (answered: AbortSignal): Promise<null> =>
      new Promise((resolve) => {
        void standing.abandoned(subject, now() - askedAt, answered).then((isSo) => {
          if (!isSo) return;
          count('taken_over');
          resolve(null);
        });
      });
  /** Of those who read a version any may answer. */
  const neverAbandoned = (): Promise<null> => new Promise(() => undefined);

  /** Null when nobody answers on the subject, or none that lives; throws Moved when the one that should did not. */
  const askElsewhere = async (
    subject: string,
    text: string,
    giveUpAt: number,
    untilAbandoned: (answered: AbortSignal) => Promise<null>,
  ): Promise<CommandOutcome | null> => {
    const answered = new AbortController();
    try {
      const timeout = Math.min(Math.max(1, giveUpAt - now()), ELSEWHERE_MS);
      const asked = connection.ask(() => nc.request(subject, text, { timeout }), timeout);
      const reply = await Promise.race([asked, untilAbandoned(answered.signal)]);
      if (reply !== null) return parseReply(reply.string());
      // An answer that comes all the same is one that nobody waits for.
      asked.catch(() => undefined);
      return null;
    } catch (error) {
      if (isNoResponders(error)) return null;
      if (error instanceof DomainError || error instanceof Moved) throw error;
      if (error instanceof errors.TimeoutError) throw new Moved();
      throw new DomainError('journal_unavailable');
    } finally {
      answered.abort();
    }
  };

  /** S5 */
  const passOn = async (
    ref: ActorRef,
    question: Question,
    version: number,
    giveUpAt: number,
  ): Promise<CommandOutcome> => {
    const text = formatPassed({ ref, question });
    const outcome = await askElsewhere(readersSubject(ref.kind, version), text, giveUpAt, neverAbandoned);
    if (outcome === null) {
      const error = new NotUnderstood(`no node reads version ${version} of ${ref.kind}`, version);
      void trouble.note({ kind: 'actor', what: ref.kind, ref, key: '' }, error, {
        attempts: 1,
        since: now(),
      });
      throw new DomainError('upgrade_in_progress');
    }
    count('passed_on');
    return outcome;
  };

  const askHere = async (ref: ActorRef, question: Question, giveUpAt: number): Promise<CommandOutcome> => {
    try {
      const activation = directory.activate(ref);
      return await answerTo(activation, question, giveUpAt);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      directory.giveWay(ref, error.message);
      // Of our own build: nobody else would know it either.
      if (error.version === null) throw new DomainError('internal');
      return passOn(ref, question, error.version, giveUpAt);
    }
  };

  /** S1; the question may be put more than once, and says by its commandId or its due time that it is the same. */
  const dispatch = async (ref: ActorRef, question: Question, giveUpAt: number): Promise<CommandOutcome> => {
    const askedAt = now();
    const subject = actorSubject(ref);
    for (let moves = 0; moves <= MAX_MOVES && now() <= giveUpAt; moves += 1) {
      try {
        if (!standing.holds()) await standing.held();
        if (now() > giveUpAt) break;
        const here = directory.find(ref) !== null;
        const outcome = here
          ? null
          : await askElsewhere(subject, formatRequest(question), giveUpAt, untilAbandoned(subject, askedAt));
        return outcome ?? (await askHere(ref, question, giveUpAt));
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
      }
    }
    throw new DomainError('journal_unavailable');
  };

  /** S3 */
  const put = (ref: ActorRef, question: Question, timeoutMs: number): Promise<CommandOutcome> =>
    within(timeoutMs, dispatch(ref, question, now() + timeoutMs));

  /** S6 */
  const retry = async (found: Trouble): Promise<boolean> => {
    const { kind, what, ref, key } = found;
    const ofOthers = retries.get(`${kind}.${what}`);
    if (ofOthers !== undefined) return ofOthers(found);
    if (ref === null) throw new Error(`nothing is registered for trouble of ${kind} ${what}`);
    if (kind === 'wake') {
      const { name, dueAt } = parseWakeKey(key);
      await put(ref, { type: 'wake', name, dueAt }, DEFAULT_ASK_TIMEOUT_MS);
      return false;
    }
    const { answer } = await put(ref, { type: 'retry', key }, DEFAULT_ASK_TIMEOUT_MS);
    return isRecord(answer) && answer.owed === true;
  };

  /** S5: what others pass on to us. */
  const onPassed = (message: Msg): void => {
    const serve = async (): Promise<CommandOutcome> => {
      const { ref, question } = parsePassed(message.string());
      return put(ref, question, question.type === 'command' ? question.timeoutMs : DEFAULT_ASK_TIMEOUT_MS);
    };
    void replyOf(serve()).then((reply) => message.respond(reply));
  };

  const listen = (): void => {
    for (const [kind, newest] of reads)
      for (let version = 1; version <= newest; version += 1)
        listening.push(
          nc.subscribe(readersSubject(kind, version), {
            queue: READERS,
            callback: (error, message) => {
              if (error === null) onPassed(message);
            },
          }),
        );
  };

  const sweep = setInterval(
    () => directory.passivate(now(), passivateAfterMs),
    Math.min(SWEEP_EVERY_MS, passivateAfterMs),
  );
  sweep.unref();

  connection.onChange(standing.onConnection);
  await standing.start(directory);

  return {
    node: standing.node,
    isGivenUp: standing.isGivenUp,
    register: (actor, handlers) => {
      reads.set(actor.kind, newestVersion(actor.events));
      makers.set(actor.kind, (ref) => activate(actor, handlerFrom(handlers), ref, activationDeps));
    },
    registerIdle: (actor) => {
      reads.set(actor.kind, newestVersion(actor.events));
      makers.set(actor.kind, (ref) => activate(actor, leftOwed, ref, activationDeps));
    },
    onTrouble: (kind, what, retryOne) => void retries.set(`${kind}.${what}`, retryOne),
    start: async () => {
      listen();
      for (let shard = 0; shard < options.shards; shard += 1) {
        wakes.push(
          await consumeWakes(shard, {
            nc,
            logger,
            random,
            count,
            trouble,
            tries: patience.wakeTries,
            handle: async (ref, name, dueAt) => {
              await put(ref, { type: 'wake', name, dueAt }, DEFAULT_ASK_TIMEOUT_MS);
            },
          }),
        );
      }
    },
    tend: async () => {
      const onGone = (): void => count('consumer_gone');
      keeper ??= await startKeeper({ nc, book: trouble, logger, now, random, onGone, retry });
    },
    ask: async <State, Command, Event, Fx extends Effect, Answer>(
      actor: Actor<State, Command, Event, Fx, Answer>,
      target: { readonly business: string; readonly id: string },
      command: Command,
      { commandId = newId(), timeoutMs = DEFAULT_ASK_TIMEOUT_MS }: AskOptions = {},
    ): Promise<Outcome<Answer>> => {
      if (draining !== null) throw new DomainError('not_ready');
      const ref = { kind: actor.kind, business: target.business, id: target.id };
      checkRef(ref);
      const envelope = { commandId, at: now(), command };
      const { answer, seq } = await put(ref, { type: 'command', envelope, timeoutMs }, timeoutMs);
      return { answer: asWritten<Answer>(answer), shard: journal.shardOf(ref), seq };
    },
    activations: () => directory.stats().activations,
    stats: directory.stats,
    drain: () => {
      draining ??= (async () => {
        clearInterval(sweep);
        await keeper?.stop();
        await Promise.allSettled(listening.map((subscription) => subscription.drain()));
        await Promise.allSettled(wakes.map((consumer) => consumer.stop()));
        await directory.drain();
        await standing.stop();
        connection.release();
      })();
      return draining;
    },
  };
};

/** An effect that somebody else performs: nothing here says that it is over, or that it fails. */
const leftOwed = ({ signal }: { readonly signal: AbortSignal }): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));

const handlerFrom =
  <Fx extends Effect, Command>(handlers: EffectHandlers<Fx, Command>) =>
  async (context: EffectContext<Fx>): Promise<Command | null> => {
    const table: Readonly<Record<string, unknown>> = handlers;
    const handler = table[context.effect.kind];
    if (typeof handler !== 'function') throw new Error(`no handler for effect ${context.effect.kind}`);
    return handler(context);
  };

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DomainError('journal_unavailable')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
