/**
 * Actors without a journal: real `decide`, `evolve`, `timers`, `effects` and real effect handlers in one process, on a
 * clock that jumps from one due time to the next. Handlers take their steps in an order that the seed chooses, are
 * abandoned in the middle as by a crash, and begun again.
 */
import type { Actor, ActorRef, Effect, EffectHandlers, TimerDue } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';

interface Running {
  readonly node: number;
  readonly abort: AbortController;
}

interface Activation {
  readonly ref: ActorRef;
  readonly tell: (command: unknown) => unknown;
  readonly timers: () => Readonly<Record<string, number>>;
  readonly due: (name: string) => void;
  /** Begins what is owed and not under way. */
  readonly reconcile: () => void;
  readonly state: () => unknown;
}

/** What makes two simulations the same. */
export interface SimulationOptions {
  /** In [0, 1); the same numbers give the same run. */
  readonly random: () => number;
  /** Processes that handlers run on; a crash takes one of them. */
  readonly nodes: number;
  /** ms since the epoch. */
  readonly startAt: number;
}

/** Actors and handlers under one clock. */
export interface Simulation extends ActorAsker {
  register<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    handlers: EffectHandlers<Fx, Command>,
  ): void;
  now(): number;
  /** Resolves `ms` later on the simulation's clock. */
  sleep(ms: number): Promise<void>;
  /** Goes on until `done`, or until nothing is left to do. @throws Error after too many steps */
  run(done: () => boolean): Promise<void>;
  /** Abandons every handler of a node; what they began is begun again elsewhere. */
  crash(node: number): void;
  /** The state of an actor; null when it has none. */
  stateOf<State, Command, Event, Fx extends Effect, Answer>(
    actor: Actor<State, Command, Event, Fx, Answer>,
    id: string,
  ): State | null;
}

const MAX_STEPS = 3_000_000;

/** Nothing is registered yet, and nothing runs. */
export const createSimulation = ({ random, nodes, startAt }: SimulationOptions): Simulation => {
  let clock = startAt;
  let commands = 0;
  const activations = new Map<string, Activation>();
  const makers = new Map<string, (ref: ActorRef) => Activation>();
  /** Steps that could be taken now, and those that wait for their time. */
  const ready: (() => void)[] = [];
  const sleeping: { readonly at: number; readonly wake: () => void }[] = [];

  /** Until the simulation lets it go on. */
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      ready.push(resolve);
    });

  const activationOf = (kind: string, business: string, id: string): Activation => {
    const key = `${kind}/${id}`;
    const known = activations.get(key);
    if (known !== undefined) return known;
    const make = makers.get(kind);
    if (make === undefined) throw new Error(`${kind} is not registered`);
    const made = make({ kind, business, id });
    activations.set(key, made);
    return made;
  };

  const maker =
    <State, Command, Event, Fx extends Effect, Answer>(
      actor: Actor<State, Command, Event, Fx, Answer>,
      handlers: EffectHandlers<Fx, Command>,
    ) =>
    (ref: ActorRef): Activation => {
      let state = actor.initial(ref);
      const running = new Map<string, Running>();
      const apply = (command: Command | TimerDue): Answer => {
        commands += 1;
        const events = actor.decide(state, { commandId: `c${commands}`, at: clock, command });
        for (const event of events) state = actor.evolve(state, event, clock);
        if (events.length > 0) reconcile();
        return actor.answer(state, command);
      };
      const begin = async (key: string, effect: Fx, resumed: boolean): Promise<void> => {
        const one: Running = { node: Math.floor(random() * nodes), abort: new AbortController() };
        running.set(key, one);
        crashable.push({ ...one, again: () => running.get(key) === one && void begin(key, effect, true) });
        // The compiler cannot see that the handler of this kind takes this effect.
        const perform = handlers[effect.kind as Fx['kind']] as (context: object) => Promise<Command | null>;
        for (let attempt = 1; ; attempt += 1) {
          await turn();
          if (one.abort.signal.aborted) return;
          try {
            const context = { ref, key, effect, resumed: resumed || attempt > 1, attempt };
            const command = await perform({
              ...context,
              signal: one.abort.signal,
              assertOurs: () => undefined,
            });
            await turn();
            // A process that is gone offers no result.
            if (one.abort.signal.aborted || command === null) return;
            apply(command);
            return;
          } catch (error) {
            if (attempt > 50) throw error;
            await sleep(200);
          }
        }
      };
      const reconcile = (): void => {
        const owed = actor.effects(state);
        for (const key of running.keys()) if (!Object.hasOwn(owed, key)) running.delete(key);
        for (const [key, effect] of Object.entries(owed))
          if (!running.has(key)) void begin(key, effect, false);
      };
      return {
        ref,
        // Who asks gives a command of this kind: `ask` is typed.
        tell: (command) => apply(command as Command),
        timers: () => actor.timers(state),
        due: (name) => void apply({ type: 'timer_due', name }),
        reconcile,
        state: () => state,
      };
    };

  const crashable: (Running & { readonly again: () => void })[] = [];

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      sleeping.push({ at: clock + ms, wake: resolve });
    });

  /** The earliest timer of all actors, and the earliest sleeper. */
  const advance = (): boolean => {
    let earliest = Number.POSITIVE_INFINITY;
    let fire: (() => void) | null = null;
    for (const activation of activations.values())
      for (const [name, at] of Object.entries(activation.timers()))
        if (at < earliest) [earliest, fire] = [at, () => activation.due(name)];
    const next = sleeping.toSorted((one, other) => one.at - other.at)[0];
    if (next !== undefined && next.at < earliest) {
      sleeping.splice(sleeping.indexOf(next), 1);
      clock = Math.max(clock, next.at);
      next.wake();
      return true;
    }
    if (fire === null) return false;
    clock = Math.max(clock, earliest);
    fire();
    return true;
  };

  return {
    register: (actor, handlers) => void makers.set(actor.kind, maker(actor, handlers)),
    now: () => clock,
    sleep,
    ask: async (actor, { business, id }, command) => {
      await turn();
      const answer = activationOf(actor.kind, business, id).tell(command);
      await turn();
      // The activation was made from this very actor.
      return { answer: answer as ReturnType<typeof actor.answer>, shard: 0, seq: 0 };
    },
    run: async (done) => {
      for (let step = 0; !done(); step += 1) {
        if (step > MAX_STEPS) throw new Error('the simulation does not come to rest');
        const next = ready.splice(Math.floor(random() * ready.length), 1)[0];
        if (next !== undefined) next();
        else if (!advance()) return;
        // What the step set going runs until it waits again.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    crash: (node) => {
      for (const one of crashable.splice(0)) {
        if (one.node !== node) {
          crashable.push(one);
          continue;
        }
        one.abort.abort();
        one.again();
      }
    },
    stateOf: (actor, id) => {
      const state = activations.get(`${actor.kind}/${id}`)?.state();
      // As above.
      return state === undefined ? null : (state as ReturnType<typeof actor.initial>);
    },
  };
};
