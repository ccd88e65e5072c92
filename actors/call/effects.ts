/** Effects of a call. */
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import { type EndReason, endedOnVoicemail } from '../../schemas/calls/voice-call.js';
import type { CallEffect, CallEnd } from './commands.js';
import { type CallState, isTranscriptFinal } from './state.js';

export const effects = (state: CallState): Readonly<Record<string, CallEffect>> => {
  if (state.accepted === null) return {};
  const { carrier, placement, hangUp, checking, billing, transfer, ended } = state;
  const owed: Record<string, CallEffect> = {};

  if (ended !== null) {
    if (!isTranscriptFinal(state)) return owed;
    if (state.media !== null && !state.recordingFinished)
      owed.finish_recording = { kind: 'finish_recording' };
    if (!state.settled) {
      owed.settle = {
        kind: 'settle',
        connectedSeconds: ended.durationSeconds,
        carrierCostMicrocredits: ended.carrierCostMicrocredits,
        campaign: state.accepted.campaign,
        outcome: attemptOutcome(ended),
        returnsClearance: clearanceToReturn(state),
        analysable: hasConversation(state) ? { agentId: state.accepted.agent.agentId } : null,
      };
    }
    return owed;
  }
  if (carrier === null) return owed;
  const { agent, callee, campaign, consultationOf } = state.accepted;
  const { destination: to, contactId } = callee;
  // This includes campaign calls of older journals that had a line and were not placed yet.
  if (placement.type === 'none') {
    if (state.line === 'leased')
      owed.clear = {
        kind: 'clear',
        carrier,
        to,
        contactId,
        campaign,
        ...(consultationOf === null ? {} : { isConsultation: true }),
      };
    return owed;
  }

  const number = state.from[carrier];
  const from = number === undefined ? {} : { from: number };
  // Each carrier gets an effect key of its own, because an effect that has begun is never begun again.
  if (placement.type === 'placing')
    owed[state.asked > 1 ? `place:${state.asked}` : 'place'] = {
      kind: 'place',
      carrier,
      to,
      ...from,
      placingAt: placement.since,
      agent,
    };
  if (hangUp?.owed && placement.type === 'placed') {
    owed[`hang_up:${hangUp.attempt}`] = {
      kind: 'hang_up',
      carrier,
      carrierCallId: placement.carrierCallId,
      attempt: hangUp.attempt,
    };
  }
  if (transfer !== null && transfer.outcome === null && placement.type === 'placed') {
    const { useId, to: target } = transfer;
    const { carrierCallId } = placement;
    owed[`transfer:${useId}`] = { kind: 'transfer', carrier, carrierCallId, useId, to: target, ...from };
  }
  if (checking.owed) {
    owed[`check:${checking.count}`] = {
      kind: 'check',
      carrier,
      carrierCallId: placement.type === 'placed' ? placement.carrierCallId : null,
      to,
      placingAt: placement.since,
      check: checking.count,
    };
  }
  if (billing.asking !== null)
    owed[`reserve_block:${billing.asking}`] = { kind: 'reserve_block', block: billing.asking };
  return owed;
};

/** The outcome reported to the campaign. */
const attemptOutcome = ({
  status,
  endReason,
}: CallEnd): Extract<CallEffect, { readonly kind: 'settle' }>['outcome'] => {
  if (endReason === 'no_line') return 'no_line';
  if (status === 'completed' && endedOnVoicemail(endReason)) return 'voicemail';
  return endReason === 'suppressed' && status === 'cancelled' ? 'suppressed' : status;
};

/** Whether a customer has spoken. In a consultation, the callee is a colleague. */
const hasConversation = ({ accepted, turns }: CallState): boolean =>
  accepted?.consultationOf === null && turns.some(({ speaker }) => speaker === 'customer');

/** The carrier definitely refused, or was never asked: no phone has rung. */
const NOT_PLACED: ReadonlySet<EndReason> = new Set([
  'invalid_number',
  'rejected_by_carrier',
  'carrier_failed',
  'internal',
]);

/** The number whose contact point may have cleared a call that was never placed; null if there is none. */
const clearanceToReturn = ({ accepted, line, placement, carrier, ended }: CallState): string | null => {
  if (accepted === null || ended === null || line !== 'leased' || carrier === BROWSER_CARRIER) return null;
  const isUnplaced =
    placement.type === 'none' || (placement.type === 'placing' && NOT_PLACED.has(ended.endReason));
  return isUnplaced ? accepted.callee.destination : null;
};
