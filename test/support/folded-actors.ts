/** Real actors without a journal, asked one after the other. */
import type { Actor, Effect, Told } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import { type Folded, fold, replyOf, resultOf } from './fold.js';

/** Actors of any kinds, each made when it is first asked. */
export interface FoldedActors {
  readonly actors: ActorAsker;
  /** The actor as it is by now; one that nobody has asked yet is as it begins. */
  foldOf<State, Command extends Told, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    id: string,
  ): Folded<State, Command, Event>;
}

/** `before` runs before a command reaches its actor, or a query, whose name is its type then; `now` in ms. */
export const foldedActors = (
  before: (kind: string, command: { readonly type: string }) => Promise<void> | void = () => undefined,
  now: () => number = () => 1_000,
): FoldedActors => {
  const byKey = new Map<string, unknown>();
  const keep = <F>(kind: string, id: string, make: () => F): F => {
    const key = `${kind}/${id}`;
    // One of this key was made from this very actor.
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
        folded.tell(command, now());
        return { answer: replyOf(actor, folded.state, command) as never, shard: 0, seq: 0 };
      },
      query: async (actor, { id }, name, ...args) => {
        await before(actor.kind, { type: name });
        // Whoever can be asked is a whole actor.
        const folded = keep(actor.kind, id, () => fold(actor as never, id));
        return { answer: resultOf(actor, folded.state as never, name, args) as never, shard: 0, seq: 0 };
      },
    },
  };
};
