/** Whether the journal can be written at this moment, and why not. Pure. */

/**
 * `unreachable`: the server is gone, frozen or cut off. `full`: it reports that it has no room. `offline`: it answers,
 * but has no stream that would take a commit. `failing`: it answers and does not store (a disk that is full, read-only
 * or broken; nats-server 2.15 then stays in error until it is restarted).
 */
export type JournalTrouble = 'unreachable' | 'full' | 'offline' | 'failing';

export type JournalHealth =
  | { readonly type: 'writable' }
  /** `since`: when it was first noticed, ms on the caller's clock; a change of reason does not move it. */
  | { readonly type: 'unwritable'; readonly because: JournalTrouble; readonly since: number };

/** The result of one attempt to write. */
export type Attempt = 'written' | JournalTrouble;

/** The health after an attempt that ended at `atMs`. */
export const afterAttempt = (health: JournalHealth, attempt: Attempt, atMs: number): JournalHealth => {
  if (attempt === 'written') return health.type === 'writable' ? health : { type: 'writable' };
  if (health.type === 'writable') return { type: 'unwritable', because: attempt, since: atMs };
  return health.because === attempt ? health : { ...health, because: attempt };
};

/** For how long the server has answered without storing, ms; 0 while it stores, or does not answer. */
export const inErrorMs = (health: JournalHealth, now: number): number =>
  health.type === 'unwritable' && health.because !== 'unreachable' ? now - health.since : 0;
