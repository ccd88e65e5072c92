/** What a call owes: to its carrier, to its business and its campaign, and its recording. */
import type { CallCommand, CallEffect } from '../../../actors/call/commands.js';
import type { EffectHandlers } from '../../../actors/runtime/actor.js';
import type { ActorAsker } from '../../../actors/runtime/asking.js';
import type { RecordingStore } from '../../../providers/recordings/recording-store.js';
import type { LimitAlarm } from '../../outreach/limit-alarm.js';
import { callBillingEffects } from './billing.js';
import { type CarrierEffectDeps, carrierEffects } from './carrier.js';
import { recordingEffects } from './recording.js';

export interface CallEffectDeps extends CarrierEffectDeps {
  readonly actors: ActorAsker;
  /** Hears of calls that end because of the spend limit; absent: nothing is reported. */
  readonly limitAlarm?: LimitAlarm;
  readonly recordings: Pick<RecordingStore, 'finish'>;
}

export const callEffects = (deps: CallEffectDeps): EffectHandlers<CallEffect, CallCommand> => ({
  ...callBillingEffects(deps.actors, deps.limitAlarm),
  ...carrierEffects(deps),
  ...recordingEffects(deps.recordings),
});
