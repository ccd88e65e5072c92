/**
 * One actor in memory: its state, its mailbox, its running effects.
 *
 * It guarantees:
 * A1. One command at a time, in the order of arrival.
 * A2. State is only ever what the journal holds: after a conflict or an unclear outcome it is thrown away and
 *     loaded again.
 * A3. A command is applied once: a commandId among the actor's recent commits is answered, not decided.
 * A4. An effect starts only after the commit that owes it. It is `resumed` when it was owed at load, or when an
 *     attempt of it has failed here.
 *
 * It does not know how it is reached; see system.ts.
 */
import type { Logger } from 'pino';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { Actor, ActorRef, Effect, EffectContext, Envelope, TimerDue } from './actor.js';
import { runEffects } from './effects.js';
import { type Journal, JournalConflict, JournalUnavailable } from './journal.js';

/** How many commits back a repeated command is recognised. */
const REMEMBERED_COMMANDS = 256;
/** A mailbox longer than this means that the actor cannot keep up; further commands are refused. */
const MAX_WAITING = 1_000;
/** Losing this many races in a row is not contention but a fault. */
const MAX_CONFLICTS = 20;

/** The runtime's own timer, armed while effects are owed, so that somebody resumes them if this process dies. */
export const WATCHDOG = 'watchdog';

export interface ActivationDeps {
  readonly journal: Journal;
  readonly now: () => number;
  readonly logger: Logger;
  readonly watchdogMs: number;
  /** Called whenever something happened that a metric counts. */
  readonly count: (what: 'commit' | 'conflict' | 'effect_failed' | 'snapshot') => void;
}

export interface CommandOutcome {
  readonly answer: unknown;
  readonly seq: number;
}

/** An actor in memory, its types forgotten: what goes in was checked by who knows the actor. */
export interface Activation {
  readonly ref: ActorRef;
  run(envelope: Envelope<unknown>): Promise<CommandOutcome>;
  /** A wake of the journal: ignored unless the state wants it. */
  wake(name: string): Promise<void>;
  /** Nothing waiting, nothing running. */
  idle(): boolean;
  /** When it was last used, ms since the epoch. */
  lastUsed(): number;
  /** Finishes what waits, stops effects. */
  stop(): Promise<void>;
}

/** An effect handler that takes its context on trust; typed handlers are wrapped where their actor is known. */
export type AnyHandler<Fx extends Effect, Command> = (context: EffectContext<Fx>) => Promise<Command | null>;

export const activate = <State, Command, Event, Fx extends Effect, Answer>(
  actor: Actor<State, Command, Event, Fx, Answer>,
  handlerOf: (effect: Fx) => AnyHandler<Fx, Command>,
  ref: ActorRef,
  deps: ActivationDeps,
  parse: {
    readonly state: (value: unknown) => State;
    readonly event: (value: unknown) => Event;
    readonly command: (value: unknown) => Command | TimerDue;
  },
): Activation => {
  const { journal, now, logger, count } = deps;
  interface Loaded {
    state: State;
    seq: number;
    readonly commandIds: string[];
    readonly armed: Map<string, number>;
    commitsSinceSnapshot: number;
  }
  let loaded: Loaded | null = null;
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  let used = now();
  let stopped = false;

  const fold = (into: Loaded, events: readonly unknown[], at: number): void => {
    for (const event of events) into.state = actor.evolve(into.state, parse.event(event), at);
  };

  const load = async (): Promise<Loaded> => {
    const snapshot = actor.snapshotEvery === undefined ? null : await journal.loadSnapshot(ref);
    const usable = snapshot !== null && snapshot.version === (actor.stateVersion ?? 1) ? snapshot : null;
    const fresh: Loaded = {
      state: usable === null ? actor.initial(ref) : parse.state(usable.state),
      seq: usable?.seq ?? 0,
      commandIds: [...(usable?.commandIds ?? [])],
      armed: new Map(),
      commitsSinceSnapshot: 0,
    };
    for await (const commit of journal.read(ref, fresh.seq)) {
      fold(fresh, commit.events, commit.at);
      fresh.seq = commit.seq;
      fresh.commitsSinceSnapshot += 1;
      remember(fresh, commit.commandId);
    }
    // What is owed now was owed by somebody else before: A4.
    effects.reconcile(actor.effects(fresh.state), true);
    return fresh;
  };

  const remember = (into: Loaded, commandId: string): void => {
    into.commandIds.push(commandId);
    if (into.commandIds.length > REMEMBERED_COMMANDS) into.commandIds.shift();
  };

  /** Timers that must be armed with a commit that leads to `state`. */
  const toArm = (current: Loaded, state: State, at: number): Record<string, number> => {
    const wanted: Record<string, number> = { ...actor.timers(state) };
    if (Object.keys(actor.effects(state)).length > 0) {
      const armed = current.armed.get(WATCHDOG) ?? 0;
      // Half used up: fresh enough otherwise.
      wanted[WATCHDOG] = armed > at + deps.watchdogMs / 2 ? armed : at + deps.watchdogMs;
    }
    return Object.fromEntries(
      Object.entries(wanted).filter(([name, due]) => current.armed.get(name) !== due),
    );
  };

  const apply = async (envelope: Envelope<unknown>): Promise<CommandOutcome> => {
    const command = parse.command(envelope.command);
    for (let conflicts = 0; ; conflicts += 1) {
      loaded ??= await load();
      const current = loaded;
      if (current.commandIds.includes(envelope.commandId))
        return { answer: actor.answer(current.state, command), seq: current.seq };
      const events = actor.decide(current.state, { commandId: envelope.commandId, at: envelope.at, command });
      if (events.length === 0) return { answer: actor.answer(current.state, command), seq: current.seq };
      let state = current.state;
      for (const event of events) state = actor.evolve(state, event, envelope.at);
      const timers = toArm(current, state, now());
      try {
        const seq = await journal.commit(
          ref,
          current.seq,
          { commandId: envelope.commandId, at: envelope.at, events },
          timers,
        );
        current.state = state;
        current.seq = seq;
        current.commitsSinceSnapshot += 1;
        remember(current, envelope.commandId);
        for (const [name, due] of Object.entries(timers)) current.armed.set(name, due);
        count('commit');
        effects.reconcile(actor.effects(state), false);
        maybeSnapshot(current);
        return { answer: actor.answer(state, command), seq };
      } catch (error) {
        loaded = null; // A2
        if (!(error instanceof JournalConflict) || conflicts >= MAX_CONFLICTS) throw error;
        count('conflict');
      }
    }
  };

  const maybeSnapshot = (current: Loaded): void => {
    if (actor.snapshotEvery === undefined || current.commitsSinceSnapshot < actor.snapshotEvery) return;
    current.commitsSinceSnapshot = 0;
    const snapshot = {
      seq: current.seq,
      version: actor.stateVersion ?? 1,
      state: current.state,
      commandIds: [...current.commandIds],
    };
    // A snapshot only saves time; if it cannot be written the next one will be.
    journal.saveSnapshot(ref, snapshot).then(
      () => count('snapshot'),
      (error: unknown) => logger.warn({ event: 'actor.snapshot_failed', ...ref, error: String(error) }),
    );
  };

  /** A1: everything that touches state goes through here. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    if (stopped || waiting >= MAX_WAITING) return Promise.reject(new DomainError('not_ready'));
    waiting += 1;
    used = now();
    const result = tail.then(work).finally(() => {
      waiting -= 1;
      used = now();
    });
    tail = result.catch(() => undefined);
    return result;
  };

  const run = (envelope: Envelope<unknown>): Promise<CommandOutcome> =>
    enqueue(async () => {
      try {
        return await apply(envelope);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        loaded = null;
        if (error instanceof JournalUnavailable || error instanceof JournalConflict) {
          throw new DomainError('journal_unavailable');
        }
        logger.error({ event: 'actor.failed', ...ref, error });
        throw new DomainError('internal');
      }
    });

  const effects = runEffects<Fx, Command>({
    ref,
    handlerOf,
    logger,
    count,
    // The same effect with the same answer is the same command; another answer is another one.
    complete: async (key, command, attempt) => {
      await run({
        commandId: deriveId(ref.kind, ref.id, key, `${attempt}`, JSON.stringify(command)),
        at: now(),
        command,
      });
    },
  });

  return {
    ref,
    run,
    wake: async (name) => {
      const due = await enqueue(async () => {
        loaded ??= await load();
        if (name === WATCHDOG) {
          loaded.armed.delete(WATCHDOG);
          // Still at work: arm it again. Loading alone has resumed what nobody was doing.
          if (Object.keys(actor.effects(loaded.state)).length > 0) {
            const at = now() + deps.watchdogMs;
            await journal.arm(ref, WATCHDOG, at);
            loaded.armed.set(WATCHDOG, at);
          }
          return null;
        }
        loaded.armed.delete(name);
        const wanted = actor.timers(loaded.state)[name];
        if (wanted === undefined) return null;
        if (wanted > now()) {
          // Moved while the old wake was on its way.
          await journal.arm(ref, name, wanted);
          loaded.armed.set(name, wanted);
          return null;
        }
        return wanted;
      });
      if (due === null) return;
      await run({
        commandId: deriveId(ref.kind, ref.id, 'wake', name, `${due}`),
        at: Math.max(due, now()),
        command: { type: 'timer_due', name },
      });
    },
    idle: () => waiting === 0 && !effects.busy(),
    lastUsed: () => used,
    stop: async () => {
      stopped = true;
      effects.stop();
      await tail;
    },
  };
};
