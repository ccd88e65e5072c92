/** How a call ends: the carrier's report and our own request determine one status, party and reason. */
import { BLOCK_SECONDS } from '../../schemas/accounts/prices.js';
import { assertNever } from '../../schemas/assert.js';
import {
  END_REASONS,
  type EndedBy,
  type EndReason,
  type TerminalStatus,
} from '../../schemas/calls/voice-call.js';
import type { CallProgressReport } from './commands.js';
import type { CallEvent } from './events.js';
import { UNSEEN_MS } from './seen.js';
import { type CallState, isPutThrough } from './state.js';

type CallEnded = Extract<CallEvent, { type: 'call.ended' }>;

/**
 * How long the call was connected at `at` as far as we know, in whole seconds: at least 1, or 0 if it was never
 * answered. It never exceeds the reserved blocks. It counts to the first sign of the end, or to the last sign of life if
 * there was none for {@link UNSEEN_MS}, because only proven seconds are charged.
 */
const connectedSeconds = (
  { answeredAt, seenAt, hangUp, media, checking, billing }: CallState,
  at: number,
): number => {
  if (answeredAt === null) return 0;
  const signOfEnd = Math.min(
    at,
    hangUp?.requestedAt ?? at,
    media?.detachedAt ?? at,
    checking.missing?.since ?? at,
  );
  const isAttached = media !== null && media.attachmentId !== null;
  const until = isAttached && seenAt !== null && signOfEnd - seenAt > UNSEEN_MS ? seenAt : signOfEnd;
  const seconds = Math.ceil((until - answeredAt) / 1_000);
  return Math.max(1, Math.min(seconds, billing.reservedBlocks * BLOCK_SECONDS));
};

/**
 * An end that we decide without the carrier's report. `status` and `endReason` apply to an unanswered call. An answered
 * call is `completed`, with the reason of its hang-up request, and is billed by our own clock.
 */
export const end = (
  state: CallState,
  at: number,
  status: TerminalStatus,
  endReason: EndReason,
  endedBy: EndedBy = END_REASONS[endReason],
): CallEnded => {
  const ended = { type: 'call.ended', carrierCostMicrocredits: 0, ...disclosedBy(state) } as const;
  const durationSeconds = connectedSeconds(state, at);
  if (state.answeredAt === null) return { ...ended, status, endedBy, endReason, durationSeconds };
  const because =
    state.hangUp === null
      ? ({ endedBy: END_REASONS.completed, endReason: 'completed' } as const)
      : { endedBy: state.hangUp.by, endReason: state.hangUp.reason };
  return { ...ended, status: 'completed', ...because, durationSeconds };
};

/**
 * An end that the carrier reports. Its status is authoritative (spec section 3.1); the reason is ours if we requested
 * the end. If the report omits the connected time of an answered call, our own clock supplies it.
 */
export const endFromReport = (
  state: CallState,
  at: number,
  progress: TerminalStatus,
  reported: CallProgressReport,
): CallEnded => {
  const hangUp = state.hangUp;
  const { endedBy, endReason } = ((): { endedBy: EndedBy; endReason: EndReason } => {
    switch (progress) {
      case 'completed':
        if (hangUp !== null) return { endedBy: hangUp.by, endReason: hangUp.reason };
        if (reported.answeredBy === 'machine') return because('voicemail');
        // The carrier does not report which of the two parties hung up.
        return because(isPutThrough(state) ? 'completed' : 'customer_hangup');
      case 'cancelled':
        return hangUp === null
          ? { endedBy: 'provider', endReason: 'cancelled' }
          : { endedBy: hangUp.by, endReason: hangUp.reason };
      case 'busy':
        return because('busy');
      case 'no_answer':
        return because('no_answer');
      case 'failed':
        return because(reported.failure ?? 'carrier_failed');
      default:
        return assertNever(progress);
    }
  })();
  return {
    type: 'call.ended',
    status: progress,
    endedBy,
    endReason,
    durationSeconds:
      progress === 'completed'
        ? (reported.durationSeconds ?? connectedSeconds(state, at))
        : connectedSeconds(state, at),
    carrierCostMicrocredits: reported.costMicrocredits ?? 0,
    ...disclosedBy(state),
  };
};

/**
 * Derives the answer of a completed call whose answer was never reported: it is the reported duration before the end, but
 * not before the placement. Empty if the report does not prove an answer.
 */
export const answerFromReport = (
  { answeredAt, placement }: CallState,
  at: number,
  { progress, durationSeconds = 0 }: CallProgressReport,
): readonly CallEvent[] => {
  if (progress !== 'completed' || durationSeconds <= 0 || answeredAt !== null || placement.type === 'none')
    return [];
  const since = Math.max(placement.since, at - durationSeconds * 1_000);
  return [{ type: 'call.answered', answeredAt: Math.min(since, at) }];
};

const disclosedBy = ({ accepted, disclosed }: CallState): Pick<CallEnded, 'disclosed'> =>
  accepted?.agent.disclosure === undefined ? {} : { disclosed };

const because = (endReason: EndReason): { endedBy: EndedBy; endReason: EndReason } => ({
  endedBy: END_REASONS[endReason],
  endReason,
});
