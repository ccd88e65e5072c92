/** The effects of calls and businesses that are about each other: blocks, settlement, lines. */

import type { BusinessCommand, BusinessEffect } from '../actors/business/commands.js';
import { business } from '../actors/business/index.js';
import type { CallCommand, CallEffect } from '../actors/call/commands.js';
import { call } from '../actors/call/index.js';
import type { EffectHandlers } from '../actors/runtime/actor.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import { blocksOf } from '../schemas/money.js';

/** Effects of a call that its business answers. */
export const callBillingEffects = (
  actors: ActorAsker,
): EffectHandlers<Extract<CallEffect, { kind: 'reserve_block' | 'settle' }>, CallCommand> => ({
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
    if (answer.call.is !== 'settled') throw new Error('the settlement of this call is no longer remembered');
    return {
      type: 'settle_result',
      blocks: answer.call.blocks,
      chargedMicrocredits: answer.call.chargedMicrocredits,
    };
  },
});

/** Effects of a business that its calls answer. */
export const businessEffects = (actors: ActorAsker): EffectHandlers<BusinessEffect, BusinessCommand> => ({
  notify_line: async ({ ref, effect }) => {
    const { answer } = await actors.ask(
      call,
      { business: ref.business, id: effect.callId },
      { type: 'status' },
    );
    // A call that was never accepted is found out by `check_call`; the line is not lost meanwhile, only reserved.
    if (answer.exists)
      await actors.ask(call, { business: ref.business, id: effect.callId }, { type: 'line_granted' });
    return { type: 'line_notified', callId: effect.callId };
  },

  check_call: async ({ ref, effect }) => {
    const { answer } = await actors.ask(
      call,
      { business: ref.business, id: effect.callId },
      { type: 'status' },
    );
    if (answer.exists && !answer.settled) return { type: 'call_alive', callId: effect.callId };
    return { type: 'settle_call', callId: effect.callId, blocks: 0, carrierCostMicrocredits: 0 };
  },
});
