/**
 * The actor system of one node: finds, makes and retires activations, and reaches those of other nodes.
 *
 * It guarantees:
 * S1. A command runs where its actor is activated, or activates it here when nobody answers for it.
 * S2. A wake is acknowledged only after an activation has handled it.
 * S3. Two activations of one actor are harmless: the journal lets only one of them commit.
 */
import { randomUUID } from 'node:crypto';
import {
  AckPolicy,
  type ConsumerMessages,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { DomainError, isErrorCode } from '../../schemas/errors.js';
import { type Activation, activate } from './activation.js';
import type { Actor, ActorRef, Effect, EffectContext, EffectHandlers, Envelope } from './actor.js';
import type { ActorAsker, AskOptions, Outcome } from './asking.js';
import { type Journal, openJournal } from './journal.js';
import { actorSubject, checkRef, parseWake, streamName } from './subjects.js';

const DEFAULT_ASK_TIMEOUT_MS = 10_000;
const SWEEP_EVERY_MS = 5_000;
/** A wake that nobody could handle comes back after this long, ms. */
const WAKE_ACK_WAIT_MS = 30_000;
const MAX_WAKES_IN_FLIGHT = 256;

export interface ActorSystemOptions {
  readonly nc: NatsConnection;
  readonly shards: number;
  readonly now: () => number;
  readonly logger: Logger;
  /** Idle activations leave memory after this long, ms. Default 60,000. */
  readonly passivateAfterMs?: number;
  /** How soon another process resumes what a dead one owed, ms. Default 10,000. */
  readonly watchdogMs?: number;
  readonly count?: (what: string) => void;
}

export interface ActorSystem extends ActorAsker {
  /** Makes an actor kind known; all of them before {@link start}. */
  register<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    handlers: EffectHandlers<Fx, Command>,
  ): void;
  /** Begins to handle wakes. */
  start(): Promise<void>;
  activations(): number;
  /** Finishes mailboxes and leaves; idempotent. */
  drain(): Promise<void>;
}

interface Entry {
  readonly activation: Activation;
  readonly subscription: Subscription;
}

/** The wire form of an outcome between nodes. */
type Reply =
  | { readonly ok: true; readonly answer: unknown; readonly seq: number }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly details: DomainError['details'];
    };

type Factory = (ref: ActorRef) => Activation;

export const createActorSystem = async (options: ActorSystemOptions): Promise<ActorSystem> => {
  const { nc, now, logger } = options;
  const journal: Journal = await openJournal(nc, options.shards);
  const factories = new Map<string, Factory>();
  const entries = new Map<string, Entry>();
  const consumers: ConsumerMessages[] = [];
  let draining: Promise<void> | null = null;

  const keyOf = (ref: ActorRef): string => `${ref.kind}/${ref.business}/${ref.id}`;

  const activateHere = (ref: ActorRef): Activation => {
    const known = entries.get(keyOf(ref));
    if (known !== undefined) return known.activation;
    const factory = factories.get(ref.kind);
    if (factory === undefined) throw new Error(`no actor of kind ${ref.kind} is registered`);
    const activation = factory(ref);
    const subscription = nc.subscribe(actorSubject(ref), {
      callback: (error, message) => {
        if (error === null) void serve(activation, message);
      },
    });
    entries.set(keyOf(ref), { activation, subscription });
    return activation;
  };

  const serve = async (activation: Activation, message: Msg): Promise<void> => {
    const reply = await outcomeOf(async () => {
      const envelope = parseEnvelope(message.json());
      if (envelope.wake !== null) {
        await activation.wake(envelope.wake);
        return { answer: null, seq: 0 };
      }
      return activation.run(envelope);
    });
    message.respond(JSON.stringify(reply));
  };

  /** S1 */
  const dispatch = async (
    ref: ActorRef,
    body: Envelope<unknown> & { readonly wake: string | null },
    timeoutMs: number,
  ): Promise<{ answer: unknown; seq: number }> => {
    checkRef(ref);
    const local = entries.get(keyOf(ref));
    if (local === undefined && !nc.isClosed()) {
      try {
        const message = await nc.request(actorSubject(ref), JSON.stringify(body), { timeout: timeoutMs });
        return parseReply(message.json());
      } catch (error) {
        if (!isNoResponders(error)) {
          if (error instanceof DomainError) throw error;
          throw new DomainError('journal_unavailable');
        }
      }
    }
    const activation = activateHere(ref);
    if (body.wake !== null) {
      await activation.wake(body.wake);
      return { answer: null, seq: 0 };
    }
    return withTimeout(activation.run(body), timeoutMs);
  };

  const consumeWakes = async (shard: number): Promise<void> => {
    const jsm = await jetstreamManager(nc);
    const stream = streamName(shard);
    await jsm.consumers.add(stream, {
      durable_name: 'wakes',
      filter_subject: `wake.${shard}.>`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: WAKE_ACK_WAIT_MS * 1_000_000,
      max_ack_pending: MAX_WAKES_IN_FLIGHT,
    });
    const consumer = await jetstream(nc).consumers.get(stream, 'wakes');
    const messages = await consumer.consume({
      max_messages: MAX_WAKES_IN_FLIGHT,
      callback: (message) => void handleWake(message),
    });
    consumers.push(messages);
  };

  /** S2 */
  const handleWake = async (message: JsMsg): Promise<void> => {
    const wake = parseWake(message.subject);
    if (wake === null || !factories.has(wake.ref.kind)) {
      message.term();
      return;
    }
    try {
      await dispatch(
        wake.ref,
        { commandId: '', at: now(), command: null, wake: wake.name },
        DEFAULT_ASK_TIMEOUT_MS,
      );
      message.ack();
    } catch (error) {
      logger.warn({
        event: 'wake.failed',
        ...wake.ref,
        timer: wake.name,
        error: error instanceof Error ? error.message : String(error),
      });
      message.nak(1_000);
    }
  };

  const sweep = setInterval(() => {
    const before = now() - (options.passivateAfterMs ?? 60_000);
    for (const [key, { activation, subscription }] of entries) {
      if (!activation.idle() || activation.lastUsed() > before) continue;
      entries.delete(key);
      subscription.unsubscribe();
    }
  }, SWEEP_EVERY_MS);
  sweep.unref();

  return {
    register: (actor, handlers) => {
      factories.set(actor.kind, (ref) =>
        activate(
          actor,
          handlerFrom(handlers),
          ref,
          {
            journal,
            now,
            logger,
            watchdogMs: options.watchdogMs ?? 10_000,
            count: options.count ?? (() => undefined),
          },
          trust(),
        ),
      );
    },
    start: async () => {
      for (let shard = 0; shard < options.shards; shard += 1) await consumeWakes(shard);
    },
    ask: async <State, Command, Event, Fx extends Effect, Answer>(
      actor: Actor<State, Command, Event, Fx, Answer>,
      target: { readonly business: string; readonly id: string },
      command: Command,
      { commandId = randomUUID(), timeoutMs = DEFAULT_ASK_TIMEOUT_MS }: AskOptions = {},
    ): Promise<Outcome<Answer>> => {
      if (draining !== null) throw new DomainError('not_ready');
      const ref = { kind: actor.kind, business: target.business, id: target.id };
      const { answer, seq } = await dispatch(ref, { commandId, at: now(), command, wake: null }, timeoutMs);
      return {
        answer: trust<unknown, unknown, unknown, Answer>().answer(answer),
        shard: journal.shardOf(ref),
        seq,
      };
    },
    activations: () => entries.size,
    drain: () => {
      draining ??= (async () => {
        clearInterval(sweep);
        await Promise.allSettled(consumers.map((messages) => messages.close()));
        for (const { subscription } of entries.values()) subscription.unsubscribe();
        await Promise.allSettled([...entries.values()].map(({ activation }) => activation.stop()));
        entries.clear();
      })();
      return draining;
    },
  };
};

/**
 * The one boundary where JSON that we wrote ourselves is taken to be what we wrote: commits, snapshots and
 * messages between nodes of the same version. Checking each against a schema would cost more than the commit.
 */
const trust = <State, Command, Event, Answer>() => ({
  state: (value: unknown) => value as State,
  command: (value: unknown) => value as Command,
  event: (value: unknown) => value as Event,
  answer: (value: unknown) => value as Answer,
});

const handlerFrom =
  <Fx extends Effect, Command>(handlers: EffectHandlers<Fx, Command>) =>
  (effect: Fx): ((context: EffectContext<Fx>) => Promise<Command | null>) => {
    const table: Readonly<Record<string, unknown>> = handlers;
    const handler = table[effect.kind];
    if (typeof handler !== 'function') throw new Error(`no handler for effect ${effect.kind}`);
    return async (context) => handler(context);
  };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const parseEnvelope = (value: unknown): Envelope<unknown> & { readonly wake: string | null } => {
  if (!isRecord(value) || typeof value.commandId !== 'string' || typeof value.at !== 'number')
    throw new DomainError('internal');
  return {
    commandId: value.commandId,
    at: value.at,
    command: value.command,
    wake: typeof value.wake === 'string' ? value.wake : null,
  };
};

const outcomeOf = async (work: () => Promise<{ answer: unknown; seq: number }>): Promise<Reply> => {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    const known = error instanceof DomainError ? error : new DomainError('internal');
    return { ok: false, code: known.code, message: known.message, details: known.details };
  }
};

const parseReply = (value: unknown): { answer: unknown; seq: number } => {
  if (!isRecord(value)) throw new DomainError('internal');
  if (value.ok === true && typeof value.seq === 'number') return { answer: value.answer, seq: value.seq };
  const details = Array.isArray(value.details) ? value.details.filter(isDetail) : [];
  if (isErrorCode(value.code)) throw new DomainError(value.code, String(value.message), details);
  throw new DomainError('internal');
};

const isDetail = (value: unknown): value is DomainError['details'][number] =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T> => {
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
