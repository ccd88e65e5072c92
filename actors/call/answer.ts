/** What a call lets others see of itself. */
import type { CallAnswer } from './commands.js';
import type { CallState } from './state.js';

export const answer = (state: CallState): CallAnswer => ({
  exists: state.accepted !== null,
  callId: state.callId,
  businessId: state.businessId,
  status: state.status,
  destination: state.accepted?.callee.destination ?? null,
  agent: state.accepted?.agent ?? null,
  callee: state.accepted?.callee ?? null,
  carrier: state.carrier,
  carrierCallId: state.placement.at === 'placed' ? state.placement.carrierCallId : null,
  answeredAt: state.answeredAt,
  mediaStartedAt: state.media?.startedAt ?? null,
  attachmentId: state.media?.attachmentId ?? null,
  hangupRequested: state.hangUp !== null,
  greetingBegun: state.greetingBegun,
  turns: state.turns,
  ended:
    state.ended === null
      ? null
      : {
          status: state.ended.status,
          endedBy: state.ended.endedBy,
          endReason: state.ended.endReason,
          durationSeconds: state.ended.durationSeconds,
          carrierCostMicrocredits: state.ended.carrierCostMicrocredits,
        },
  settled: state.settled,
  recordingFinished: state.ended !== null && (state.media === null || state.recordingFinished),
});
