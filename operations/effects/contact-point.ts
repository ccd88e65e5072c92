/** Effects of a contact point: ordering calls against a suppression (actors/contact-point/decide.ts, P2 and P3). */
import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../../actors/call/index.js';
import type { ContactPointCommand, ContactPointEffect } from '../../actors/contact-point/commands.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { nullOn } from '../../schemas/errors.js';

/**
 * The latest time at which a placement request has an outcome, ms after `call.placing`: it is sent within ten seconds
 * (call/carrier.ts), takes ten seconds at most (providers/http-api.ts), and clocks differ a little.
 */
const PLACEMENT_TIMEOUT_MS = 23_000;
const POLL_MS = 25;

export const contactPointEffects = (
  actors: ActorClient,
  now: () => number,
): EffectHandlers<ContactPointEffect, ContactPointCommand> => ({
  order_call: async ({ ref, effect: { callId, hangUp }, signal }) => {
    const target = { business: ref.business, id: callId };
    const ordered = await actors
      .ask(call, target, { type: 'order_suppression', hangUp })
      .catch(nullOn('call_not_found'));
    if (ordered === null) return { type: 'call_ordered', callId, standing: 'over' };
    let { standing, placingAt } = ordered.answer;
    while (standing === 'placing' && now() - (placingAt ?? 0) < PLACEMENT_TIMEOUT_MS) {
      await delay(POLL_MS, undefined, { signal });
      ({ standing, placingAt } = (await actors.query(call, target, 'ordered')).answer);
    }
    return { type: 'call_ordered', callId, standing: standing === 'placing' ? 'at_carrier' : standing };
  },
});
