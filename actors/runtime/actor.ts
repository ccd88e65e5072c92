/**
 * An actor: pure functions over its own events (`decide`, `evolve`), two derivations with which the runtime keeps the
 * world in line (`timers`, `effects`), and what it exposes to others (`replies`, `queries`). See
 * docs/explanation/architecture/README.md "One idea".
 *
 * - `decide` and `evolve` never touch a clock, randomness or I/O; time and ids arrive in the {@link Envelope}.
 * - State, commands, events, effects, replies and query results are plain JSON values: they travel between nodes and
 *   into snapshots.
 * - A reply may gain a field, and keeps those that it has: the caller and the actor may run different builds. A
 *   different meaning takes another command. The same holds for the result of a query.
 */

import type { TypeOf, VersionsOf } from './event-versions.js';

/** Addresses one actor. `kind` and ids are subject-safe: letters, digits, `-` and `_` only. */
export interface ActorRef {
  readonly kind: string;
  readonly business: string;
  readonly id: string;
}

/** What all commands have in common. The types `timer_due` and `query` are reserved for the runtime. */
export interface AnyCommand {
  readonly type: string;
}

/** A command in transit. Repeating it with the same `commandId` returns the first outcome. */
export interface Envelope<C> {
  readonly commandId: string;
  /** When the command was issued, ms since the epoch. */
  readonly at: number;
  readonly command: C;
}

/** Work owed to the outside world. `kind` selects the handler; the rest is the handler's input. */
export interface Effect {
  readonly kind: string;
}

/** Command that the runtime issues when a timer that the state still wants is due. */
export interface TimerDue {
  readonly type: 'timer_due';
  readonly name: string;
}

/** The reply to a command of this type; undefined if the actor has none for it. */
export type ReplyTo<Replies, Type> = Type extends keyof Replies ? Replies[Type] : undefined;

/** For an actor whose commands have no replies. */
export type NoReplies = Readonly<Record<never, never>>;

/** For an actor without queries. */
export type NoQueries = Readonly<Record<never, never>>;

/** The arguments of a query. */
export type ArgsOf<Query> = Query extends (...args: infer Args) => unknown ? Args : never;

/** The result of a query. */
export type ResultOf<Query> = Query extends (...args: never) => infer Result ? Result : never;

/**
 * `Replies`: command type → reply. `Queries`: query name → function from the arguments to the result; `get` is the
 * plain read.
 */
export interface Actor<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries> {
  readonly kind: string;
  /** Every event that the actor writes, and the version of the kind needed to read it: builds differ in these. */
  readonly events: VersionsOf<Event>;
  readonly initial: (ref: ActorRef) => State;
  /** Refuses by throwing `DomainError`; an empty array means "nothing changes" and writes nothing. */
  readonly decide: (state: State, envelope: Envelope<Command | TimerDue>) => readonly Event[];
  /** Total. `at` is the commit's time, ms since the epoch. */
  readonly evolve: (state: State, event: Event, at: number) => State;
  /** Timer name → due time in ms since the epoch. A due timer arrives in `decide` as {@link TimerDue}. */
  readonly timers: (state: State) => Readonly<Record<string, number>>;
  /** Effect key → effect owed. A key names one owed effect for ever: a retry that should start afresh gets a new key. */
  readonly effects: (state: State) => Readonly<Record<string, Fx>>;
  /** The reply to a command, from the state after it; a repeated command gets it again, from the state at that time. */
  readonly replies: {
    readonly [Type in keyof Replies]: (
      state: State,
      command: Extract<Command, { readonly type: Type }>,
    ) => Replies[Type];
  };
  /** The queries on the state; nothing is decided, written or remembered. A query refuses by throwing `DomainError`. */
  readonly queries: (state: State) => Queries;
  /**
   * Events whose commits get a message of their own (commit.ts): the views make several rows of one
   * (views/kernel/stored-event.ts). Default: none.
   */
  readonly alone?: readonly TypeOf<Event>[];
  /** Write a snapshot every so many commits; leave out for short-lived actors. */
  readonly snapshotEvery?: number;
  /** Leave out for actors that never end. The views keep what they show of the kind (views/kernel/view.ts). */
  readonly archive?: Archiving<State, Event>;
  /** Raise when `State` changes shape: older snapshots are then ignored. Default 1. */
  readonly stateVersion?: number;
}

/** When an actor has ended (archiver.ts). */
interface Archiving<State, Event> {
  /** Events that may be the last one before the end: a commit with one of them has the actor checked. */
  readonly after: readonly TypeOf<Event>[];
  /**
   * Whether the actor has ended, for ever: no command leads to a timer or an effect any more. It still accepts commands
   * and queries.
   */
  readonly isFinished: (state: State) => boolean;
}

/** The input of an effect handler. */
export interface EffectContext<Fx extends Effect> {
  readonly ref: ActorRef;
  readonly key: string;
  readonly effect: Fx;
  /**
   * True when an earlier process (or an earlier, failed attempt here) may already have performed the effect: a handler
   * that costs money then reconciles and never repeats.
   */
  readonly resumed: boolean;
  /** 1 for the first attempt in this process. */
  readonly attempt: number;
  /** Aborted when the state no longer owes this effect, and on shutdown. */
  readonly signal: AbortSignal;
  /**
   * Call it right before an irreversible step if the handler has awaited anything since it began: the process may have
   * been frozen meanwhile, and another one may have taken over the actor.
   * @throws LeaseEnded; the next attempt is `resumed`
   */
  readonly assertOurs: () => void;
}

/**
 * Performs one kind of effect and returns a command to the same actor, whose events must make the state stop owing the
 * effect; `null` leaves it owed (something else will clear it). A throw is retried with backoff.
 */
export type EffectHandler<Fx extends Effect, Command> = (
  context: EffectContext<Fx>,
) => Promise<Command | null>;

/** One handler for each effect kind of an actor. */
export type EffectHandlers<Fx extends Effect, Command> = {
  readonly [K in Fx['kind']]: EffectHandler<Extract<Fx, { readonly kind: K }>, Command>;
};
