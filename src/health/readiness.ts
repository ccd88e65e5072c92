/** Why a node does not serve, in words for its operators. Pure. */
import { describeMissing, REMEDY } from '../../actors/runtime/integrity/held-message.js';
import type { GuardState } from '../../actors/runtime/integrity/journal-guard.js';
import type { JournalHealth } from '../../actors/runtime/journal/health.js';
import type { ClockTrust } from '../../actors/runtime/timekeeping/journal-time.js';
import type { NotReady } from '../../gateway/readiness.js';
import { assertNever } from '../../schemas/assert.js';
import type { ViewsState } from '../../views/views.js';

/**
 * How long a request may still be tried while the journal is away, ms: by then a restarted server is back, a cluster
 * has elected another leader, and requests made meanwhile are sent again (actors/runtime/nats/connection.ts, C2).
 */
const GRACE_MS = 10_000;

/** The lines of `/readyz` for the operator of a node that serves everything except these records. */
export const setAsideLines = (setAside: readonly unknown[]): readonly string[] =>
  setAside.length === 0
    ? []
    : [`records that cannot be read: ${setAside.length}; run \`parley admin trouble\``];

/** Null when the views are ready. */
export const viewsNotReady = (state: ViewsState): NotReady | null => {
  const refusing = { what: 'requests', as: 'not_ready' } as const;
  switch (state.type) {
    case 'ready':
      return null;
    case 'stopped':
      return {
        code: 'views_stopped',
        message: `The read models have stopped at commit ${state.seq} of shard ${state.shard}: ${state.reason}. Another node can read it: upgrade this one.`,
        refuses: refusing,
      };
    case 'went_back':
      return {
        code: 'journal_went_back',
        message: `The journal lacks commits that the read models were built from: ${state.reason}. ${REMEDY}`,
        refuses: { what: 'requests', as: 'journal_went_back' },
      };
    case 'stuck':
      return {
        code: 'views_stuck',
        message: `The read models of shard ${state.shard} cannot be written (${state.reason}): check whether the disk of the data directory is full. They then continue automatically.`,
        refuses: { what: 'changes', as: 'not_ready' },
      };
    case 'catching_up':
      return {
        code: state.rebuild === null ? 'views_catching_up' : 'views_rebuilding',
        message:
          state.rebuild === null
            ? 'The read models are catching up with the journal; try again in a moment.'
            : `The read models are being rebuilt from the journal (${state.rebuild}); try again in a moment.`,
        refuses: refusing,
      };
    default:
      return assertNever(state);
  }
};

/** Null while the node can tell the time: from the journal's server, or from two clocks of its own that agree against it. */
export const clockNotReady = (trust: ClockTrust): NotReady | null => {
  if (trust.type !== 'untrusted') return null;
  const seconds = Math.round(Math.abs(trust.serverAheadMs) / 1_000);
  const offset = `${seconds} s ${trust.serverAheadMs > 0 ? 'ahead of' : 'behind'}`;
  return {
    code: 'clock_untrusted',
    message: `The clock of the journal's server is ${offset} the time of this node, and the machine's clock does not confirm the node's. Live calls continue, but calling hours cannot be evaluated. If the server's clock is wrong, set it; if it is right, stop all nodes, and start them 15 s later.`,
    refuses: { what: 'calls', as: 'not_ready' },
  };
};

/**
 * Null when the journal can be written. `hasRoom`: whether its disk has more than the reserve for live calls; `now` is
 * on the clock of the health.
 */
export const journalNotReady = (health: JournalHealth, hasRoom: boolean, now: number): NotReady | null => {
  const full: NotReady = {
    code: 'journal_full',
    message:
      'The disk of the journal is full, except for a reserve for live calls: free some space. Writes then resume automatically.',
    refuses: { what: 'changes', as: 'journal_full' },
  };
  if (!hasRoom) return full;
  if (health.type === 'writable') return null;
  const refuses =
    now - health.since < GRACE_MS ? null : ({ what: 'changes', as: 'journal_unavailable' } as const);
  switch (health.because) {
    case 'full':
      return full;
    case 'failing':
      return {
        code: 'journal_write_failed',
        message:
          "The journal's server answers, but does not store: see its log. After a full or read-only disk it must be restarted; the embedded server restarts automatically.",
        refuses,
      };
    case 'offline':
      return {
        code: 'journal_offline',
        message:
          "The journal's server answers, but one of its streams does not: it has no leader, was deleted, or JetStream is off.",
        refuses,
      };
    case 'unreachable':
      return {
        code: 'journal_unreachable',
        message: "The journal's server does not answer: it is down, frozen or unreachable.",
        refuses,
      };
    default:
      return assertNever(health.because);
  }
};

/** Null if the journal has everything that this node knows to be stored, and while the comparison runs. */
export const guardNotReady = (state: GuardState): NotReady | null =>
  state.type !== 'refused'
    ? null
    : {
        code: 'journal_went_back',
        message: [...state.missing.map(describeMissing), REMEDY].join(' '),
        refuses: { what: 'requests', as: 'journal_went_back' },
      };
