/** Effects of a call on its business and campaign: blocks of credit and the settlement. */
import type { AnalysedRecipient } from '../../../actors/analysis/events.js';
import { business } from '../../../actors/business/index.js';
import type { CallCommand, CallEffect } from '../../../actors/call/commands.js';
import { contactPoint } from '../../../actors/contact-point/index.js';
import { recipientsOf } from '../../../actors/recipients/block.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { EffectHandlers } from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { blocksOf } from '../../../schemas/accounts/prices.js';
import { analysesCalls, requestAnalysis } from '../../analysis/request.js';
import { contactPointOf } from '../../outreach/contact-point-of.js';
import type { LimitAlarm } from '../../outreach/limit-alarm.js';
import type { Sealer } from '../../sealing.js';

/** The business knows neither a reservation nor a settlement of the call. Retrying cannot help; an operator may drop it. */
class Unsettled extends Error {
  override readonly name = 'Unsettled';
  readonly code = 'settlement_unknown';
  constructor() {
    super('the settlement of this call is no longer stored');
  }
}

/** Effects of a call that its business and its campaign handle. */
export const callBillingEffects = (deps: {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
  readonly limitAlarm?: LimitAlarm;
}): EffectHandlers<Extract<CallEffect, { kind: 'reserve_block' | 'settle' }>, CallCommand> => {
  const { actors, limitAlarm } = deps;
  return {
    reserve_block: async ({ ref, effect }) => {
      const target = { business: ref.business, id: ref.business };
      const { answer } = await actors.ask(business, target, {
        type: 'extend_call',
        callId: ref.id,
        block: effect.block,
      });
      const granted = answer.call.is === 'admitted' && answer.call.reservedBlocks >= effect.block;
      if (answer.spendLimited === true) limitAlarm?.(ref.business, 'spend');
      return { type: 'block_result', block: effect.block, granted };
    },

    settle: async ({ ref, effect }) => {
      if (effect.returnsClearance !== null) {
        const point = { channel: 'phone', address: effect.returnsClearance } as const;
        const command = { type: 'return_clearance', callId: ref.id } as const;
        await actors.ask(contactPoint, contactPointOf(deps, ref.business, point), command);
      }
      const target = { business: ref.business, id: ref.business };
      const { answer } = await actors.ask(business, target, {
        type: 'settle_call',
        callId: ref.id,
        blocks: blocksOf(effect.connectedSeconds),
        carrierCostMicrocredits: effect.carrierCostMicrocredits,
      });
      const isSettled = answer.call.is === 'settled';
      const { analysable } = effect;
      const isAnalysed = isSettled && analysable !== null && (await analysesCalls(actors, ref.business));
      if (effect.campaign !== null) {
        const { claim } = effect.campaign;
        const block = recipientsOf(ref.business, effect.campaign);
        const { outcome } = effect;
        // The recipient is skipped, as if refused before the call. If the campaign had already confirmed the call, the
        // attempt counts as cancelled.
        if (outcome === 'suppressed')
          await actors.ask(recipients, block, { type: 'skip', claim, reason: outcome });
        await actors.ask(recipients, block, {
          type: 'attempt_ended',
          claim,
          outcome: outcome === 'suppressed' ? 'cancelled' : outcome,
          awaitsFindings: isAnalysed,
        });
      }
      // A business remembers only its latest settlements; its ledger has what it charged for older ones.
      if (answer.call.is !== 'settled') throw new Unsettled();
      if (analysable !== null && isAnalysed)
        await requestAnalysis(actors, {
          businessId: ref.business,
          callId: ref.id,
          agentId: analysable.agentId,
          recipient: recipientOf(effect.campaign),
        });
      return {
        type: 'settle_result',
        blocks: answer.call.blocks,
        chargedMicrocredits: answer.call.chargedMicrocredits,
      };
    },
  };
};

const recipientOf = (
  campaign: Extract<CallEffect, { readonly kind: 'settle' }>['campaign'],
): AnalysedRecipient | null => {
  if (campaign === null) return null;
  const { iterationId, block, claim } = campaign;
  return { iterationId, block, claim };
};
