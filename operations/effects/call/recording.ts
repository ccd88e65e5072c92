/** The effect of a call that turns its tracks into the served file. */
import type { CallCommand, CallEffect } from '../../../actors/call/commands.js';
import type { EffectHandlers } from '../../../actors/runtime/actor.js';
import type { RecordingStore } from '../../../providers/recordings/recording-store.js';

export const recordingEffects = (
  store: Pick<RecordingStore, 'finish'>,
): EffectHandlers<Extract<CallEffect, { kind: 'finish_recording' }>, CallCommand> => ({
  finish_recording: async ({ ref }) => ({
    type: 'recording_result',
    recording: await store.finish(ref.business, ref.id),
  }),
});
