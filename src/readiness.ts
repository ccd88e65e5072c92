/** Why a node does not serve, in words for its operators. Pure. */
import { REMEDY, wordsOf } from '../actors/runtime/held-message.js';
import type { GuardState } from '../actors/runtime/journal-guard.js';
import type { JournalHealth } from '../actors/runtime/journal-health.js';
import type { ClockTrust } from '../actors/runtime/journal-time.js';
import type { NotReady } from '../gateway/readiness.js';
import { assertNever } from '../schemas/assert.js';
import type { ViewsState } from '../views/views.js';

/**
 * How long a request may still be tried while the journal is away, ms: by then a restarted server is back, a cluster
 * has elected another leader, and requests made meanwhile are sent again (actors/runtime/connection.ts, C2).
 */
const PATIENCE_MS = 10_000;

/** The lines of `/readyz` for the operator of a node that serves everything except these records. */
export const asideLines = (setAside: readonly unknown[]): readonly string[] =>
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
        message: `The read models have stopped at commit ${state.seq} of shard ${state.shard}: ${state.reason}. Another node shows it: upgrade this one.`,
        refuses: refusing,
      };
    case 'went_back':
      return {
        code: 'journal_went_back',
        message: `The journal lacks what the read models were made of: ${state.reason}. ${REMEDY}`,
        refuses: { what: 'requests', as: 'journal_went_back' },
      };
    case 'stuck':
      return {
        code: 'views_stuck',
        message: `The read models of shard ${state.shard} cannot be written (${state.reason}): is the disk of the data directory full? They go on by themselves once they can.`,
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
  const differs = `${seconds} s ${trust.serverAheadMs > 0 ? 'ahead of' : 'behind'}`;
  return {
    code: 'clock_untrusted',
    message: `The clock of the journal's server is ${differs} the time of this node, and the machine's clock does not confirm the node's. Calls that are up continue, calling hours cannot be judged. If the server's clock is wrong, set it; if it is right, stop all nodes, and start them 15 s later.`,
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
      'The disk of the journal is full, but for what is kept for calls that are up: free some room. It goes on by itself then.',
    refuses: { what: 'changes', as: 'journal_full' },
  };
  if (!hasRoom) return full;
  if (health.type === 'writable') return null;
  const refuses =
    now - health.since < PATIENCE_MS ? null : ({ what: 'changes', as: 'journal_unavailable' } as const);
  switch (health.because) {
    case 'full':
      return full;
    case 'failing':
      return {
        code: 'journal_write_failed',
        message:
          "The journal's server answers, but does not store: its log says why. After a full or read-only disk it has to be started again; the embedded one is.",
        refuses,
      };
    case 'offline':
      return {
        code: 'journal_offline',
        message:
          "The journal's server answers, but a stream of it does not: it has no leader, was deleted, or JetStream is off.",
        refuses,
      };
    case 'unreachable':
      return {
        code: 'journal_unreachable',
        message: "The journal's server does not answer: it is gone, frozen, or the way to it is cut.",
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
        message: [...state.missing.map(wordsOf), REMEDY].join(' '),
        refuses: { what: 'requests', as: 'journal_went_back' },
      };
