/**
 * What an actor is: pure functions over its own events (`decide`, `evolve`), two derivations that the runtime keeps the
 * world in line with (`timers`, `effects`), and what it lets others know (`replies`, `queries`). See
 * docs/architecture.md "One idea".
 *
 * - `decide` and `evolve` never touch a clock, randomness or I/O; time and ids arrive in the {@link Envelope}.
 * - State, commands, events, effects, replies and results of queries are plain JSON values: they travel between nodes
 *   and into snapshots.
 * - A reply may get a field, and keeps those that it has: who asks and who replies may be of two builds. What is to mean
 *   something else is another command. The same holds for the result of a query.
 */

import type { TypeOf, VersionsOf } from './event-versions.js';

/** Addresses one actor. `kind` and ids are subject-safe: letters, digits, `-` and `_` only. */
export interface ActorRef {
  readonly kind: string;
  readonly business: string;
  readonly id: string;
}

/** What every command is, whatever its kind. `timer_due` and `query` are no actor's own: the runtime has them. */
export interface Told {
  readonly type: string;
}

/** A command on its way: who repeats it repeats `commandId`, and gets the first outcome again. */
export interface Envelope<C> {
  readonly commandId: string;
  /** When the command was issued, ms since the epoch. */
  readonly at: number;
  readonly command: C;
}

/** What is owed to the outside world. `kind` picks the handler; the rest is what the handler needs. */
export interface Effect {
  readonly kind: string;
}

/** Command that the runtime issues when a timer that the state still wants is due. */
export interface TimerDue {
  readonly type: 'timer_due';
  readonly name: string;
}

/** What a command of this type gets back: its own reply, and nothing where the actor has none for it. */
export type ReplyTo<Replies, Type> = Type extends keyof Replies ? Replies[Type] : undefined;

/** Of an actor whose commands get nothing back. */
export type NoReplies = Readonly<Record<never, never>>;

/** Of an actor that nobody asks anything. */
export type NoQueries = Readonly<Record<never, never>>;

/** What a query is asked with. */
export type ArgsOf<Query> = Query extends (...args: infer Args) => unknown ? Args : never;

/** What a query gives. */
export type ResultOf<Query> = Query extends (...args: never) => infer Result ? Result : never;

/**
 * `Replies`: command type → reply. `Queries`: query name → function from the arguments to the result; `get` is the plain
 * read.
 */
export interface Actor<State, Command extends Told, Event, Fx extends Effect, Replies, Queries> {
  readonly kind: string;
  /** Every event that it writes, and the version of the kind that it takes to read it: how builds differ. */
  readonly events: VersionsOf<Event>;
  readonly initial: (ref: ActorRef) => State;
  /** Refuses by throwing `DomainError`; an empty array means "nothing changes" and writes nothing. */
  readonly decide: (state: State, envelope: Envelope<Command | TimerDue>) => readonly Event[];
  /** Total. `at` is the commit's time, ms since the epoch. */
  readonly evolve: (state: State, event: Event, at: number) => State;
  /** Timer name → due time in ms since the epoch. A due timer arrives in `decide` as {@link TimerDue}. */
  readonly timers: (state: State) => Readonly<Record<string, number>>;
  /** Effect key → effect owed. A key names one debt for ever: a retry that should start afresh gets a new key. */
  readonly effects: (state: State) => Readonly<Record<string, Fx>>;
  /** What the asker of a command gets, of the state after it; a repeated command gets it again, of the state by then. */
  readonly replies: {
    readonly [Type in keyof Replies]: (
      state: State,
      command: Extract<Command, { readonly type: Type }>,
    ) => Replies[Type];
  };
  /** What can be asked of the state; nothing is decided, written or remembered. A query refuses by throwing `DomainError`. */
  readonly queries: (state: State) => Queries;
  /**
   * Events whose commits are given a message of their own (commit.ts): the views make several rows of one
   * (views/kernel/row-number.ts). Default: none.
   */
  readonly alone?: readonly TypeOf<Event>[];
  /** Write a snapshot every so many commits; leave out for short-lived actors. */
  readonly snapshotEvery?: number;
  /** Leave out for what goes on for ever. The views keep what they show of its kind (views/kernel/view.ts). */
  readonly archive?: Archiving<State, Event>;
  /** Raise when `State` changes shape: older snapshots are then ignored. Default 1. */
  readonly stateVersion?: number;
}

/** When an actor is over (archiver.ts). */
interface Archiving<State, Event> {
  /** Events that may be the last to make it so: a commit with one of them has the actor looked at. */
  readonly after: readonly TypeOf<Event>[];
  /**
   * Whether it is, for ever: nothing that it can be told leads to a timer or an effect any more. It may still be told
   * things, and be asked.
   */
  readonly isOver: (state: State) => boolean;
}

/** What an effect handler is given. */
export interface EffectContext<Fx extends Effect> {
  readonly ref: ActorRef;
  readonly key: string;
  readonly effect: Fx;
  /**
   * True when an earlier process (or an earlier, failed attempt here) may already have done it: a handler
   * that costs money then reconciles and never repeats.
   */
  readonly resumed: boolean;
  /** 1 for the first attempt in this process. */
  readonly attempt: number;
  /** Aborted when the state no longer owes this effect, and on shutdown. */
  readonly signal: AbortSignal;
  /**
   * Call it right before what cannot be taken back, wherever something was waited for since the handler began: the process
   * may have stood still meanwhile, and another one gone on with the actor.
   * @throws LeaseEnded; the next attempt is `resumed`
   */
  readonly assertOurs: () => void;
}

/**
 * Performs one kind of effect and answers with a command to the same actor, whose events must make the state
 * stop owing the effect; `null` leaves it owed (something else will clear it). A throw is retried with backoff.
 */
export type EffectHandler<Fx extends Effect, Command> = (
  context: EffectContext<Fx>,
) => Promise<Command | null>;

/** One handler for each effect kind of an actor. */
export type EffectHandlers<Fx extends Effect, Command> = {
  readonly [K in Fx['kind']]: EffectHandler<Extract<Fx, { readonly kind: K }>, Command>;
};
