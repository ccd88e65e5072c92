/** Stand-ins for what a test's subject is given, and of which it needs a part. */
import type { Actor, Effect, Told } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';

/**
 * Something of which only what is `given` may be used; whatever else is touched throws, and says what it was. So a test
 * states what its subject needs, and fails when it needs more.
 */
export const standIn = <T extends object>(given: Partial<T>): T =>
  // The proxy answers for all of T: with what is given, or by throwing.
  new Proxy(given, {
    get: (target, name) => {
      if (typeof name === 'string' && name !== 'then' && !Reflect.has(target, name))
        throw new Error(`nobody expected that ${name} is used`);
      return Reflect.get(target, name);
    },
  }) as T;

/** Actors whose answers a test makes up; a query's type is its name. `answer` may throw what an actor would. */
export const madeUpActors = (
  answer: (kind: string, id: string, asked: { readonly type: string }) => unknown,
): ActorAsker => ({
  // The test knows what an actor of this kind answers.
  ask: async (actor, { id }, command) => ({
    answer: answer(actor.kind, id, command) as never,
    shard: 0,
    seq: 0,
  }),
  query: async (actor, { id }, name, ..._args) => ({
    answer: answer(actor.kind, id, { type: name }) as never,
    shard: 0,
    seq: 0,
  }),
});

/** Whether a made-up actor of `kind` received a command of this actor, and not a query. */
export const isCommandOf = <
  State,
  Command extends Told,
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
