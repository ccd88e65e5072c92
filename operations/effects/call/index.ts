/** Effects of a call: on its carrier, its business, its campaign and its recording. */
import type { CallCommand, CallEffect } from '../../../actors/call/commands.js';
import type { EffectHandlers } from '../../../actors/runtime/actor.js';
import type { RecordingStore } from '../../../providers/recordings/recording-store.js';
import { callBillingEffects } from './billing.js';
import { type CarrierEffectDeps, carrierEffects } from './carrier.js';
import { type ClearingDeps, clearingEffects } from './clearing.js';

/** Turns the tracks of a call into the served file. */
export const recordingEffects = (
  store: Pick<RecordingStore, 'finish'>,
): EffectHandlers<Extract<CallEffect, { kind: 'finish_recording' }>, CallCommand> => ({
  finish_recording: async ({ ref }) => ({
    type: 'recording_result',
    recording: await store.finish(ref.business, ref.id),
  }),
});

export interface CallEffectDeps extends CarrierEffectDeps, ClearingDeps {
  readonly recordings: Pick<RecordingStore, 'finish'>;
}

export const callEffects = (deps: CallEffectDeps): EffectHandlers<CallEffect, CallCommand> => ({
  ...callBillingEffects(deps),
  ...clearingEffects(deps),
  ...carrierEffects(deps),
  ...recordingEffects(deps.recordings),
});
