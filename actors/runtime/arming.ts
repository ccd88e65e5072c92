/** Arms what a state wants woken, and keeps account of what lies in the journal already (activate.ts, A4 and A6). */
import type { Actor, ActorRef, Effect } from './actor.js';
import type { Journal } from './journal.js';
import { missingSchedules, type Schedules } from './timers.js';

/** The book has parked effects tried again within the hour; this is for a book that is lost, ms. */
const PARKED_WATCHDOG_MS = 2 * 3_600_000;

/** Timer name → due time for which a schedule is known to lie in the journal, ms since the epoch. */
type Armed = Map<string, number>;

export interface ArmingDeps<State> {
  readonly actor: Pick<Actor<State, never, never, Effect, unknown, unknown>, 'timers' | 'effects'>;
  readonly ref: ActorRef;
  readonly journal: Pick<Journal, 'arm'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly watchdogMs: number;
  /** Whether an effect is owed and waits to be asked for. */
  readonly isParked: (key: string) => boolean;
}

export interface Arming<State> {
  /** What the state wants and `armed` has not. */
  missing(state: State, armed: ReadonlyMap<string, number>): Schedules;
  /** Resolves when all of `schedules` lie in the journal; those that do are noted in `armed`. */
  arm(schedules: Schedules, armed: Armed): Promise<void>;
  /** Arms all that is missing. */
  complete(state: State, armed: Armed): Promise<void>;
}

export const createArming = <State>(deps: ArmingDeps<State>): Arming<State> => {
  const { actor, ref, journal, now, watchdogMs, isParked } = deps;
  const missing: Arming<State>['missing'] = (state, armed) => {
    const owed = Object.keys(actor.effects(state));
    return missingSchedules(
      {
        timers: actor.timers(state),
        owesEffects: owed.length > 0,
        now: now(),
        watchdogMs: owed.every(isParked) ? PARKED_WATCHDOG_MS : watchdogMs,
      },
      armed,
    );
  };
  const arm: Arming<State>['arm'] = async (schedules, armed) => {
    await Promise.all(
      Object.entries(schedules).map(async ([name, due]) => {
        await journal.arm(ref, name, due);
        armed.set(name, due);
      }),
    );
  };
  return { missing, arm, complete: (state, armed) => arm(missing(state, armed), armed) };
};
