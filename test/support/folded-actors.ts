/** Real actors without a journal, asked one after the other. */
import type { Actor, Effect } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import { type Folded, fold } from './fold.js';

/** Actors of any kinds, each made when it is first asked. */
export interface FoldedActors {
  readonly actors: ActorAsker;
  /** The actor as it is by now; one that nobody has asked yet is as it begins. */
  foldOf<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    id: string,
  ): Folded<State, Command, Event>;
}

/** `before` runs before a command reaches its actor; `now` in ms. */
export const foldedActors = (
  before: (kind: string, command: { readonly type: string }) => Promise<void> | void = () => undefined,
  now: () => number = () => 1_000,
): FoldedActors => {
  const known = new Map<string, Folded<unknown, unknown, unknown>>();
  const foldOf: FoldedActors['foldOf'] = <State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    id: string,
  ) => {
    const key = `${actor.kind}/${id}`;
    const one = known.get(key) ?? fold(actor, id);
    known.set(key, one as Folded<unknown, unknown, unknown>);
    // One of this key was made from this very actor.
    return one as Folded<State, Command, Event>;
  };
  return {
    foldOf,
    actors: {
      ask: async (actor, { id }, command) => {
        await before(actor.kind, command as { readonly type: string });
        const one = foldOf(actor, id);
        one.tell(command, now());
        return { answer: actor.answer(one.state, command), shard: 0, seq: 0 };
      },
    },
  };
};
