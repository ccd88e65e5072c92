/**
 * What an actor makes of commands and queries: its decision, the reply to a command, the result of a query.
 *
 * Requests come from nodes of other builds: one that this build does not know is {@link NotUnderstood} (A9 of
 * activate.ts).
 */
import { UnexpectedCase } from '../../../schemas/assert.js';
import { NotUnderstood } from '../activation.js';
import type { Actor, AnyCommand, Effect, Envelope, TimerDue } from '../actor.js';
import type { Query } from '../cluster/wire.js';
import { asWritten } from '../trust.js';

/** By their names on the wire. */
type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Undefined if there is no function of that name; properties that every object inherits do not count. */
const ownOf = (functions: Functions, name: string) =>
  Object.hasOwn(functions, name) ? functions[name] : undefined;

/** @throws DomainError as the actor refuses; NotUnderstood for an unknown command */
export const decisionOn = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  state: State,
  envelope: Envelope<Command | TimerDue>,
): readonly Event[] => {
  try {
    return actor.decide(state, envelope);
  } catch (error) {
    if (!(error instanceof UnexpectedCase) || error.value !== envelope.command) throw error;
    throw new NotUnderstood(`${actor.kind} received a command that this build does not know`, null);
  }
};

/** Undefined if the command has no reply. `state`: after the command. @throws DomainError as the actor refuses */
export const replyTo = <State>(
  actor: { readonly replies: unknown },
  state: State,
  command: AnyCommand,
): unknown => ownOf(asWritten<Functions>(actor.replies), command.type)?.(state, command);

/** @throws DomainError as the query refuses; NotUnderstood for an unknown query */
export const queryResult = <State>(
  actor: { readonly kind: string; readonly queries: (state: State) => unknown },
  state: State,
  { name, args }: Query,
): unknown => {
  const query = ownOf(asWritten<Functions>(actor.queries(state)), name);
  if (query === undefined)
    throw new NotUnderstood(`${actor.kind} received a query that this build does not know`, null);
  return query(...args);
};
