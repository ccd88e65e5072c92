/** Effects of a business on its calls: offering a line that became free, and checking whether they are alive. */
import type { BusinessCommand, BusinessEffect } from '../../actors/business/commands.js';
import { call } from '../../actors/call/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { nullOn } from '../../schemas/errors.js';

export const businessEffects = (actors: ActorClient): EffectHandlers<BusinessEffect, BusinessCommand> => ({
  notify_line: async ({ ref, effect }) => {
    // A call that is not accepted yet refuses it: the effect is retried until it is, or until `check_call` frees the line.
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
