/**
 * The audit log of a business: one actor with the id of the business, whose events are the entries. The log of the
 * installation, for entries that concern no business, has the id of the pseudo-business of console users.
 *
 * A1. Entries are appended; no command changes or removes one.
 * A2. A command records at most {@link MAX_ENTRIES} entries.
 * A3. The state does not grow: a log of any length loads in constant time.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Actor, Envelope, NoQueries, NoReplies, TimerDue } from '../runtime/actor.js';
import { AUDIT_EVENTS, type AuditEntry, type AuditEvent } from './events.js';

/** Most entries of one command: a journal message holds 256 KiB. */
export const MAX_ENTRIES = 100;

export interface AuditCommand {
  readonly type: 'record';
  /** At most {@link MAX_ENTRIES}. */
  readonly entries: readonly AuditEntry[];
}

/** Only counts the entries. */
export interface AuditState {
  readonly entries: number;
}

const decide = (
  _state: AuditState,
  { command }: Envelope<AuditCommand | TimerDue>,
): readonly AuditEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'record':
      // A2
      return command.entries.slice(0, MAX_ENTRIES).map((entry) => ({ type: 'audit.recorded', entry }));
    default:
      return assertNever(command);
  }
};

export const auditLog: Actor<AuditState, AuditCommand, AuditEvent, never, NoReplies, NoQueries> = {
  kind: 'audit',
  events: AUDIT_EVENTS,
  initial: (): AuditState => ({ entries: 0 }),
  decide,
  // A3
  evolve: ({ entries }) => ({ entries: entries + 1 }),
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: () => ({}),
  snapshotEvery: 100,
};
