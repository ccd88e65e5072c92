/** What a business owes its calls: a line that has come free, and being asked whether they live. */
import type { BusinessCommand, BusinessEffect } from '../../actors/business/commands.js';
import { call } from '../../actors/call/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';

export const businessEffects = (actors: ActorAsker): EffectHandlers<BusinessEffect, BusinessCommand> => ({
  notify_line: async ({ ref, effect }) => {
    // One that is not accepted yet does not hear it: tried again until it does, or until `check_call` frees the line.
    await actors.ask(call, { business: ref.business, id: effect.callId }, { type: 'line_granted' });
    return { type: 'line_notified', callId: effect.callId };
  },

  check_call: async ({ ref, effect }) => {
    const { answer } = await actors.ask(
      call,
      { business: ref.business, id: effect.callId },
      { type: 'status' },
    );
    if (!answer.exists || answer.settled)
      return { type: 'settle_call', callId: effect.callId, blocks: 0, carrierCostMicrocredits: 0 };
    if (effect.hasLine)
      await actors.ask(call, { business: ref.business, id: effect.callId }, { type: 'line_granted' });
    return { type: 'call_alive', callId: effect.callId };
  },
});
