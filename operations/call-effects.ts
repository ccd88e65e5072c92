/** The effects of calls and businesses that are about each other: blocks, settlement, lines. */

import type { BusinessCommand, BusinessEffect } from '../actors/business/commands.js';
import { business } from '../actors/business/index.js';
import type { CallCommand, CallEffect } from '../actors/call/commands.js';
import type { CampaignLink } from '../actors/call/events.js';
import { call } from '../actors/call/index.js';
import { blockId } from '../actors/recipients/block.js';
import { recipients } from '../actors/recipients/index.js';
import type { EffectHandlers } from '../actors/runtime/actor.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import { nullOn } from '../schemas/errors.js';
import { blocksOf } from '../schemas/money.js';

/** The business knows neither a reservation nor a settlement of the call. No retry mends it; an operator may drop it. */
class Unsettled extends Error {
  override readonly name = 'Unsettled';
  readonly code = 'settlement_unknown';
  constructor() {
    super('the settlement of this call is no longer remembered');
  }
}

/** Effects of a call that its business and its campaign answer. */
export const callBillingEffects = (
  actors: ActorAsker,
): EffectHandlers<
  Extract<CallEffect, { kind: 'reserve_block' | 'settle' | 'confirm_claim' }>,
  CallCommand
> => ({
  confirm_claim: async ({ ref, effect: { campaign } }) => {
    const activity = { kind: 'call', id: ref.id } as const;
    const { answer } = await actors.ask(recipients, recipientsOf(ref.business, campaign), {
      type: 'confirm',
      claim: campaign.claim,
      activity,
    });
    return { type: 'claim_result', confirmed: answer.confirmed };
  },

  reserve_block: async ({ ref, effect }) => {
    const target = { business: ref.business, id: ref.business };
    const { answer } = await actors.ask(business, target, {
      type: 'extend_call',
      callId: ref.id,
      block: effect.block,
    });
    const granted = answer.call.is === 'admitted' && answer.call.reservedBlocks >= effect.block;
    return { type: 'block_result', block: effect.block, granted };
  },

  settle: async ({ ref, effect }) => {
    const target = { business: ref.business, id: ref.business };
    const { answer } = await actors.ask(business, target, {
      type: 'settle_call',
      callId: ref.id,
      blocks: blocksOf(effect.connectedSeconds),
      carrierCostMicrocredits: effect.carrierCostMicrocredits,
    });
    if (effect.campaign !== null) {
      const { claim } = effect.campaign;
      await actors.ask(recipients, recipientsOf(ref.business, effect.campaign), {
        type: 'attempt_ended',
        claim,
        outcome: effect.outcome,
      });
    }
    // A business remembers its latest settlements only: what it charged for an older one says its ledger.
    if (answer.call.is !== 'settled') throw new Unsettled();
    return {
      type: 'settle_result',
      blocks: answer.call.blocks,
      chargedMicrocredits: answer.call.chargedMicrocredits,
    };
  },
});

/** The block that a campaign's call or message is of. */
export const recipientsOf = (
  businessId: string,
  { iterationId, block }: Pick<CampaignLink, 'iterationId' | 'block'>,
) => ({ business: businessId, id: blockId(iterationId, block) });

/** Effects of a business that its calls answer. */
export const businessEffects = (actors: ActorAsker): EffectHandlers<BusinessEffect, BusinessCommand> => ({
  notify_line: async ({ ref, effect }) => {
    // One that is not accepted yet does not hear it: tried again until it does, or until `check_call` frees the line.
    await actors.ask(call, { business: ref.business, id: effect.callId }, { type: 'line_granted' });
    return { type: 'line_notified', callId: effect.callId };
  },

  check_call: async ({ ref, effect }) => {
    const target = { business: ref.business, id: effect.callId };
    const found = await actors.query(call, target, 'get').catch(nullOn('call_not_found'));
    if (found === null || found.answer.settled)
      return { type: 'settle_call', callId: effect.callId, blocks: 0, carrierCostMicrocredits: 0 };
    if (effect.hasLine) await actors.ask(call, target, { type: 'line_granted' });
    return { type: 'call_alive', callId: effect.callId };
  },
});
