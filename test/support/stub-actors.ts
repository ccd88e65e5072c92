/** Stubs of actors, with the answers of a test. */
import type { Actor, AnyCommand, Effect } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';

/** Actors with the test's own answers; the type of a query is its name. `answer` may throw what an actor would. */
export const stubActors = (
  answer: (kind: string, id: string, request: { readonly type: string }, commandId?: string) => unknown,
): ActorClient => ({
  // The test knows what an actor of this kind answers.
  ask: async (actor, { id }, command, options) => ({
    answer: answer(actor.kind, id, command, options?.commandId) as never,
    shard: 0,
    seq: 0,
  }),
  query: async (actor, { id }, name, ..._args) => ({
    answer: answer(actor.kind, id, { type: name }) as never,
    shard: 0,
    seq: 0,
  }),
});

/** Whether a stubbed actor of `kind` received a command of this actor, and not a query. */
export const isCommandOf = <
  State,
  Command extends AnyCommand,
  Event,
  Fx extends Effect,
  Replies,
  Queries extends object,
>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  kind: string,
  received: { readonly type: string },
): received is Command =>
  kind === actor.kind &&
  !Object.hasOwn(actor.queries(actor.initial({ kind, business: 'b1', id: 'b1' })), received.type);
