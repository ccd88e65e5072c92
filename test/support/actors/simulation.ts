/**
 * Actors without a journal: real `decide`, `evolve`, `timers`, `effects` and real effect handlers in one process, on a
 * clock that jumps from one due time to the next. The random numbers choose the order of the handlers' steps. A crash
 * abandons handlers midway; they are then started again.
 */
import type {
  Actor,
  ActorRef,
  AnyCommand,
  Effect,
  EffectHandlers,
  TimerDue,
} from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { replyOf, resultOf } from './fold.js';

interface Running {
  readonly node: number;
  readonly abort: AbortController;
}

interface Activation {
  readonly ref: ActorRef;
  readonly apply: (command: unknown) => unknown;
  readonly answer: (query: string, args: readonly unknown[]) => unknown;
  readonly timers: () => Readonly<Record<string, number>>;
  readonly due: (name: string) => void;
  /** Starts the effects that are owed and not running. */
  readonly reconcile: () => void;
  readonly state: () => unknown;
}

/** Simulations with the same options are the same. */
export interface SimulationOptions {
  /** In [0, 1); the same numbers give the same run. */
  readonly random: () => number;
  /** The number of processes that handlers run on; a crash ends one of them. */
  readonly nodes: number;
  /** ms since the epoch. */
  readonly startAt: number;
}

/** Actors and handlers under one clock. */
export interface Simulation extends ActorClient {
  register<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    handlers: EffectHandlers<Fx, Command>,
  ): void;
  now(): number;
  /** Resolves `ms` later on the simulation's clock. */
  sleep(ms: number): Promise<void>;
  /** Runs until `isDone`, or until nothing is left to do. @throws Error after too many steps */
  run(isDone: () => boolean): Promise<void>;
  /** Abandons every handler of a node, and starts them again on any node. */
  crash(node: number): void;
  /** The state of an actor; null when it has none. */
  stateOf<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    id: string,
  ): State | null;
}

const MAX_STEPS = 3_000_000;

/** Steps that are ready, and steps that wait for their time. */
const createSchedule = (random: () => number, startAt: number) => {
  let clock = startAt;
  const ready: (() => void)[] = [];
  const sleeping: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: (): number => clock,
    /** Resolves when the simulation takes this step. */
    turn: (): Promise<void> =>
      new Promise((resolve) => {
        ready.push(resolve);
      }),
    sleep: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        sleeping.push({ at: clock + ms, wake: resolve });
      }),
    /** Takes one of the ready steps. False: there is none. */
    take: (): boolean => {
      const next = ready.splice(Math.floor(random() * ready.length), 1)[0];
      next?.();
      return next !== undefined;
    },
    /** Advances the clock to the earliest sleeper, or to `due` if that is earlier. False: there is neither. */
    goOn: (due: { readonly at: number; readonly fire: () => void } | null): boolean => {
      const next = sleeping.toSorted((a, b) => a.at - b.at)[0];
      if (next !== undefined && next.at < (due?.at ?? Number.POSITIVE_INFINITY)) {
        sleeping.splice(sleeping.indexOf(next), 1);
        clock = Math.max(clock, next.at);
        next.wake();
        return true;
      }
      if (due === null) return false;
      clock = Math.max(clock, due.at);
      due.fire();
      return true;
    },
  };
};

type Schedule = ReturnType<typeof createSchedule>;

/** Running handlers, each on one of the processes. */
const createProcesses = (random: () => number, count: number) => {
  const running: (Running & { readonly again: () => void })[] = [];
  return {
    /** Starts a handler on a random process; `again` is called if that process crashes. */
    begin: (again: (handler: Running) => void): Running => {
      const handler: Running = { node: Math.floor(random() * count), abort: new AbortController() };
      running.push({ ...handler, again: () => again(handler) });
      return handler;
    },
    crash: (node: number): void => {
      for (const handler of running.splice(0)) {
        if (handler.node !== node) {
          running.push(handler);
          continue;
        }
        handler.abort.abort();
        handler.again();
      }
    },
  };
};

type Processes = ReturnType<typeof createProcesses>;

/** One actor, its state and its handlers; `nextCommandId` is shared by all. */
const activate = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  handlers: EffectHandlers<Fx, Command>,
  ref: ActorRef,
  {
    schedule,
    processes,
    nextCommandId,
  }: { schedule: Schedule; processes: Processes; nextCommandId(): string },
): Activation => {
  let state = actor.initial(ref);
  const running = new Map<string, Running>();
  const apply = (command: Command | TimerDue): unknown => {
    const decided = actor.decide(state, { commandId: nextCommandId(), at: schedule.now(), command });
    for (const event of decided) state = actor.evolve(state, event, schedule.now());
    if (decided.length > 0) reconcile();
    return replyOf(actor, state, command);
  };
  const begin = async (key: string, effect: Fx, resumed: boolean): Promise<void> => {
    const handler = processes.begin(
      (crashed) => running.get(key) === crashed && void begin(key, effect, true),
    );
    running.set(key, handler);
    const { signal } = handler.abort;
    // The compiler cannot see that the handler of this kind takes this effect.
    const perform = handlers[effect.kind as Fx['kind']] as (context: object) => Promise<Command | null>;
    for (let attempt = 1; ; attempt += 1) {
      await schedule.turn();
      if (signal.aborted) return;
      try {
        const context = { ref, key, effect, resumed: resumed || attempt > 1, attempt };
        const command = await perform({ ...context, signal, assertOurs: () => undefined });
        await schedule.turn();
        // A crashed process has no result.
        if (signal.aborted || command === null) return;
        apply(command);
        return;
      } catch (error) {
        if (attempt > 50) throw error;
        await schedule.sleep(200);
      }
    }
  };
  const reconcile = (): void => {
    const owed = actor.effects(state);
    for (const key of running.keys()) if (!Object.hasOwn(owed, key)) running.delete(key);
    for (const [key, effect] of Object.entries(owed)) if (!running.has(key)) void begin(key, effect, false);
  };
  return {
    ref,
    // `ask` is typed, so the command is one of this kind.
    apply: (command) => apply(command as Command),
    answer: (query, args) => resultOf(actor, state, query, args),
    timers: () => actor.timers(state),
    due: (name) => void apply({ type: 'timer_due', name }),
    reconcile,
    state: () => state,
  };
};

/** Creates a simulation without actors. */
export const createSimulation = ({ random, nodes, startAt }: SimulationOptions): Simulation => {
  const schedule = createSchedule(random, startAt);
  const processes = createProcesses(random, nodes);
  const activations = new Map<string, Activation>();
  const makers = new Map<string, (ref: ActorRef) => Activation>();
  let commands = 0;
  const nextCommandId = (): string => {
    commands += 1;
    return `c${commands}`;
  };

  const activationOf = (kind: string, business: string, id: string): Activation => {
    const key = `${kind}/${id}`;
    const present = activations.get(key);
    if (present !== undefined) return present;
    const make = makers.get(kind);
    if (make === undefined) throw new Error(`${kind} is not registered`);
    const created = make({ kind, business, id });
    activations.set(key, created);
    return created;
  };
  /** The earliest timer of all actors. */
  const earliestTimer = (): { readonly at: number; readonly fire: () => void } | null => {
    let earliest: { readonly at: number; readonly fire: () => void } | null = null;
    for (const activation of activations.values())
      for (const [name, at] of Object.entries(activation.timers()))
        if (at < (earliest?.at ?? Number.POSITIVE_INFINITY))
          earliest = { at, fire: () => activation.due(name) };
    return earliest;
  };

  return {
    register: (actor, handlers) => {
      const shared = { schedule, processes, nextCommandId };
      makers.set(actor.kind, (ref) => activate(actor, handlers, ref, shared));
    },
    now: schedule.now,
    sleep: schedule.sleep,
    ask: async (actor, { business, id }, command) => {
      await schedule.turn();
      const answer = activationOf(actor.kind, business, id).apply(command);
      await schedule.turn();
      // The activation was created from the same actor.
      return { answer: answer as never, shard: 0, seq: 0 };
    },
    query: async (actor, { business, id }, name, ...args) => {
      await schedule.turn();
      const answer = activationOf(actor.kind, business, id).answer(name, args);
      await schedule.turn();
      // As above.
      return { answer: answer as never, shard: 0, seq: 0 };
    },
    run: async (isDone) => {
      for (let step = 0; !isDone(); step += 1) {
        if (step > MAX_STEPS) throw new Error('the simulation takes too many steps');
        if (!schedule.take() && !schedule.goOn(earliestTimer())) return;
        // The work that the step has started runs until it waits again.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    crash: processes.crash,
    stateOf: (actor, id) => {
      const state = activations.get(`${actor.kind}/${id}`)?.state();
      // As above.
      return state === undefined ? null : (state as ReturnType<typeof actor.initial>);
    },
  };
};
