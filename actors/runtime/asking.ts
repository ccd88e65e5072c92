/**
 * The face that the floors above see of the actor system: ask an actor, wherever it is activated.
 */
import type { Actor, Effect } from './actor.js';

/** Outcome of a command: the actor's answer and the sequence of its last commit in `shard` (0 = none yet). */
export interface Outcome<Answer> {
  readonly answer: Answer;
  readonly shard: number;
  readonly seq: number;
}

export interface AskOptions {
  /** Repeat a command under the same id to get its first outcome again. Default: a fresh UUID. */
  readonly commandId?: string;
  /** How long to wait for the outcome, ms. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Sends a command to one actor and waits for its outcome. */
export interface ActorAsker {
  /**
   * @throws DomainError as `decide` threw it; `journal_unavailable` when the journal did not answer in time
   *   (the command may or may not have been applied: repeat it with the same `commandId`).
   */
  ask<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    target: { readonly business: string; readonly id: string },
    command: Command,
    options?: AskOptions,
  ): Promise<Outcome<Answer>>;
}
