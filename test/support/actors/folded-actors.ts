/** Real actors without a journal; they handle one request after the other. */
import type { Actor, AnyCommand, Effect } from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { type Folded, fold, replyOf, resultOf } from './fold.js';

/** Actors of any kind, each created by its first request. */
export interface FoldedActors {
  readonly actors: ActorClient;
  /** The actor in its current state, which is the initial one before its first request. */
  foldOf<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    id: string,
  ): Folded<State, Command, Event>;
}

/** `before` runs before a command or a query reaches its actor; the type of a query is its name. `now` is in ms. */
export const foldedActors = (
  before: (kind: string, command: { readonly type: string }) => Promise<void> | void = () => undefined,
  now: () => number = () => 1_000,
): FoldedActors => {
  const byKey = new Map<string, unknown>();
  const keep = <F>(kind: string, id: string, make: () => F): F => {
    const key = `${kind}/${id}`;
    // The entry of this key was created from the same actor.
    const folded = (byKey.get(key) as F | undefined) ?? make();
    byKey.set(key, folded);
    return folded;
  };
  const foldOf: FoldedActors['foldOf'] = (actor, id) => keep(actor.kind, id, () => fold(actor, id));
  return {
    foldOf,
    actors: {
      ask: async (actor, { id }, command) => {
        await before(actor.kind, command);
        const folded = foldOf(actor, id);
        folded.apply(command, now());
        return { answer: replyOf(actor, folded.state, command) as never, shard: 0, seq: 0 };
      },
      query: async (actor, { id }, name, ...args) => {
        await before(actor.kind, { type: name });
        // Everything that can be queried is a complete actor.
        const folded = keep(actor.kind, id, () => fold(actor as never, id));
        return { answer: resultOf(actor, folded.state as never, name, args) as never, shard: 0, seq: 0 };
      },
    },
  };
};
