/** How a call ends: from what the carrier reports and what we had asked for, one status, party and reason. */
import { assertNever } from '../../schemas/assert.js';
import { END_REASONS, type EndedBy, type EndReason, type TerminalStatus } from '../../schemas/voice-call.js';
import type { ProgressReport } from './commands.js';
import type { CallEvent } from './events.js';
import type { CallState } from './state.js';

type CallEnded = Extract<CallEvent, { type: 'call.ended' }>;

/**
 * An end that we decide without the carrier's word. Nothing is billed for it: what the carrier does not report
 * as connected is not charged.
 */
export const end = (
  status: TerminalStatus,
  endReason: EndReason,
  endedBy: EndedBy = END_REASONS[endReason],
): CallEnded => ({
  type: 'call.ended',
  status,
  endedBy,
  endReason,
  durationSeconds: 0,
  carrierCostMicrocredits: 0,
});

/** An end that the carrier reports; its status is authoritative (spec section 3.1), the reason is ours where we asked for it. */
export const endFromReport = (
  state: CallState,
  progress: TerminalStatus,
  said: ProgressReport,
): CallEnded => {
  const asked = state.hangUp;
  const { endedBy, endReason } = ((): { endedBy: EndedBy; endReason: EndReason } => {
    switch (progress) {
      case 'completed':
        if (asked !== null) return { endedBy: asked.by, endReason: asked.reason };
        return because(said.answeredBy === 'machine' ? 'voicemail' : 'customer_hangup');
      case 'cancelled':
        return asked === null
          ? { endedBy: 'provider', endReason: 'cancelled' }
          : { endedBy: asked.by, endReason: asked.reason };
      case 'busy':
        return because('busy');
      case 'no_answer':
        return because('no_answer');
      case 'failed':
        return because(said.failure ?? 'carrier_failed');
      default:
        return assertNever(progress);
    }
  })();
  return {
    type: 'call.ended',
    status: progress,
    endedBy,
    endReason,
    durationSeconds: progress === 'completed' ? (said.durationSeconds ?? 0) : 0,
    carrierCostMicrocredits: said.costMicrocredits ?? 0,
  };
};

const because = (endReason: EndReason): { endedBy: EndedBy; endReason: EndReason } => ({
  endedBy: END_REASONS[endReason],
  endReason,
});
