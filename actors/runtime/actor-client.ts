/** The actor system as the floors above see it: send an actor a command or a query, wherever it is activated. */
import type { Actor, AnyCommand, ArgsOf, Effect, ReplyTo, ResultOf } from './actor.js';

/** The answer, and the sequence of the actor's last commit in `shard` (0 = none yet). */
export interface Outcome<Answer> {
  /** The reply to a command, or the result of a query. */
  readonly answer: Answer;
  readonly shard: number;
  readonly seq: number;
}

/** Selects an actor of a kind. */
export interface Target {
  readonly business: string;
  readonly id: string;
}

export interface AskOptions {
  /** Repeat a command under the same id to get its reply again. Default: a fresh UUID. */
  readonly commandId?: string;
  /** How long to wait for the outcome, ms. Default 10,000. */
  readonly timeoutMs?: number;
}

/** The part of an actor that defines its queries. */
export interface QueryableActor<Queries> {
  readonly kind: string;
  readonly queries: (state: never) => Queries;
}

/** Sends commands and queries to actors, and waits for their answers. The types follow from the actor. */
export interface ActorClient {
  /**
   * @throws DomainError as thrown by `decide`; `journal_unavailable` when the journal did not answer in time (the
   *   command may or may not have been applied: repeat it with the same `commandId`).
   */
  ask<
    State,
    Command extends AnyCommand,
    Event,
    Fx extends Effect,
    Replies,
    Queries,
    // Inferred from the call: the reply depends on the command's type.
    const ThisCommand extends Command,
  >(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    target: Target,
    command: ThisCommand,
    options?: AskOptions,
  ): Promise<Outcome<ReplyTo<Replies, ThisCommand['type']>>>;
  /**
   * Runs after all commands that arrived before it, on a state that the journal holds.
   * @throws DomainError as thrown by the query; `journal_unavailable` after ten seconds
   */
  query<Queries, Name extends keyof Queries & string>(
    actor: QueryableActor<Queries>,
    target: Target,
    name: Name,
    ...args: ArgsOf<Queries[Name]>
  ): Promise<Outcome<ResultOf<Queries[Name]>>>;
}
