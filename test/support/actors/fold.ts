/** Runs commands through an actor's pure functions, as the runtime would, at times that the test sets. */
import type { Actor, AnyCommand, Effect, TimerDue } from '../../../actors/runtime/actor.js';

/** An actor in memory; `state` and `events` are always current. */
export interface Folded<State, Command, Event> {
  readonly state: State;
  readonly events: readonly Event[];
  /** Applies one command at `at` ms; a refusal throws and changes nothing. */
  apply(command: Command, at: number): readonly Event[];
  /** Fires every timer that is due by `at`, in the order of their due times. */
  advance(at: number): void;
  timers(): Readonly<Record<string, number>>;
  effects(): readonly string[];
}

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** The reply to a command; undefined if it has none. */
export const replyOf = (actor: { readonly replies: object }, state: unknown, command: AnyCommand): unknown =>
  // Replies are found by the name of the command, as in the runtime.
  (actor.replies as Functions)[command.type]?.(state, command);

/** The result of a query. @throws Error if the actor has no query of that name */
export const resultOf = <State>(
  actor: { readonly queries: (state: State) => unknown },
  state: State,
  name: string,
  args: readonly unknown[],
): unknown => {
  const query = (actor.queries(state) as Functions)[name];
  if (query === undefined) throw new Error(`there is no query ${name}`);
  return query(...args);
};

/** An actor in its initial state. */
export const fold = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  id = 'a1',
): Folded<State, Command, Event> => {
  let state = actor.initial({ kind: actor.kind, business: 'b1', id });
  const events: Event[] = [];
  const apply = (command: Command | TimerDue, at: number): readonly Event[] => {
    const decided = actor.decide(state, { commandId: `c${events.length}`, at, command });
    for (const event of decided) state = actor.evolve(state, event, at);
    events.push(...decided);
    return decided;
  };
  return {
    get state() {
      return state;
    },
    events,
    apply,
    advance: (at) => {
      for (let guard = 0; guard < 10_000; guard += 1) {
        const due = Object.entries(actor.timers(state)).sort((a, b) => a[1] - b[1])[0];
        if (due === undefined || due[1] > at) return;
        apply({ type: 'timer_due', name: due[0] }, due[1]);
        if (actor.timers(state)[due[0]] === due[1]) return;
      }
      throw new Error('timers keep firing');
    },
    timers: () => actor.timers(state),
    effects: () => Object.keys(actor.effects(state)),
  };
};
