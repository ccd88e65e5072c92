/** Arms the timers that a state wants, and tracks which are already in the journal (activate.ts, A4 and A6). */
import type { Actor, ActorRef, Effect } from '../actor.js';
import type { Journal } from '../journal/journal.js';
import { missingSchedules, type Schedules } from './timers.js';

/** The trouble book retries parked effects within the hour; this covers the loss of the book, ms. */
const PARKED_WATCHDOG_MS = 2 * 3_600_000;

/** Timer name → due time of a schedule that is known to be in the journal, ms since the epoch. */
type Armed = Map<string, number>;

export interface ArmingDeps<State> {
  readonly actor: Pick<Actor<State, never, never, Effect, unknown, unknown>, 'timers' | 'effects'>;
  readonly ref: ActorRef;
  readonly journal: Pick<Journal, 'arm'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly watchdogMs: number;
  /** Whether an effect is owed but runs only on demand. */
  readonly isParked: (key: string) => boolean;
}

export interface Arming<State> {
  /** The schedules that the state wants and `armed` lacks. */
  missing(state: State, armed: ReadonlyMap<string, number>): Schedules;
  /** Resolves when all of `schedules` are in the journal; those that are get noted in `armed`. */
  arm(schedules: Schedules, armed: Armed): Promise<void>;
  /** Arms all missing schedules. */
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
