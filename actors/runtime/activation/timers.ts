/** Which schedules a state needs that are not armed yet, and whether a wake is due. Pure. */

/** Timer name → due, ms since the epoch. */
export type Schedules = Readonly<Record<string, number>>;

/** The runtime's own timer, armed while effects are owed, so that another process resumes them if this one dies. */
export const WATCHDOG = 'watchdog';

export interface Wanted {
  readonly timers: Schedules;
  readonly owesEffects: boolean;
  readonly now: number;
  /** How long from now the watchdog is armed for. */
  readonly watchdogMs: number;
}

/**
 * The timers whose due time is not the armed one, and the watchdog if effects are owed.
 *
 * An armed watchdog serves until half of its time is used up, so that an actor that commits often does not arm it with
 * every commit. One that is armed for later than it is wanted now (nothing but parked effects were owed) is armed
 * again. One that is no longer needed fires once, and is then ignored.
 */
export const missingSchedules = (
  { timers, owesEffects, now, watchdogMs }: Wanted,
  armed: ReadonlyMap<string, number>,
): Schedules => {
  const missing: Record<string, number> = {};
  for (const [name, due] of Object.entries(timers)) {
    if (name === WATCHDOG) throw new Error(`${WATCHDOG} is the runtime's own timer`);
    if (armed.get(name) !== due) missing[name] = due;
  }
  const watched = armed.get(WATCHDOG) ?? 0;
  if (owesEffects && (watched <= now + watchdogMs / 2 || watched > now + watchdogMs))
    missing[WATCHDOG] = now + watchdogMs;
  return missing;
};

/**
 * Which of `schedules` must be in the journal before the commit that wants them, and which only after it.
 *
 * Arming replaces. A timer that is armed already and moves to a later time therefore waits for the commit: if it were
 * replaced first and the commit never written, the earlier time, which is still wanted, would be missed. The other way
 * round nothing is missed: the earlier wake loads the actor, and loading arms what is wanted.
 */
export const inOrder = (
  schedules: Schedules,
  armed: ReadonlyMap<string, number>,
  now: number,
): { readonly before: Schedules; readonly after: Schedules } => {
  const before: Record<string, number> = {};
  const after: Record<string, number> = {};
  for (const [name, due] of Object.entries(schedules)) {
    const pending = armed.get(name) ?? 0;
    if (pending > now && due > pending) after[name] = due;
    else before[name] = due;
  }
  return { before, after };
};

/** Whether there is nothing to arm. */
export const isEmpty = (schedules: Schedules): boolean => Object.keys(schedules).length === 0;

/** How far the clock of the server that fires a timer may be ahead of the journal's time before the wake is put off, ms. */
const EARLY_MS = 1_000;

/** `wanted`: the due time of the timer that is due, ms since the epoch. */
export type Wake =
  | { readonly type: 'early'; readonly byMs: number }
  | { readonly type: 'due'; readonly wanted: number }
  /** The timer was moved or dropped. */
  | { readonly type: 'not_due' };

/** Judges a wake for `dueAt` of a timer that the state wants at `wanted`, or no longer wants; all in ms since the epoch. */
export const judgeWake = (wanted: number | undefined, dueAt: number, now: number): Wake => {
  if (wanted === undefined) return { type: 'not_due' };
  const byMs = wanted - now;
  if (wanted === dueAt && byMs > EARLY_MS) return { type: 'early', byMs };
  // A wake for the wanted due time is due by the server's clock: ours may be slightly behind.
  return wanted === dueAt || byMs <= 0 ? { type: 'due', wanted } : { type: 'not_due' };
};
