/** The effects of a call that a carrier performs (actors/call/commands.ts). */
import type { CallCommand, CallEffect } from '../../../actors/call/commands.js';
import type { AgentSnapshot } from '../../../actors/call/events.js';
import type { ActorRef, EffectHandlers } from '../../../actors/runtime/actor.js';
import type { Carrier } from '../../../providers/carriers/carrier.js';

/** How long a phone may ring, ms. */
const RING_TIMEOUT_MS = 45_000;
/** The carrier's own limit on a call, ms: the same four hours after which we hang up (actors/call/timers.ts). */
const TIME_LIMIT_MS = 4 * 3_600_000;

/** How long the phone of a transfer target may ring, ms. */
const TRANSFER_RING_MS = 30_000;

type CarrierEffect = Extract<CallEffect, { kind: 'place' | 'hang_up' | 'transfer' | 'check' }>;

/**
 * A placement request is sent within this time of `call.placing`, or never, ms, because a suppression waits for it
 * (effects/contact-point.ts).
 */
const PLACE_WITHIN_MS = 10_000;

export interface CarrierEffectDeps {
  /** ms since the epoch. */
  readonly now: () => number;
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly mediaUrl: (carrier: string, ref: ActorRef) => string;
  readonly statusUrl: (carrier: string, ref: ActorRef) => string;
  /** The URL from which the carrier fetches its instructions for a call. */
  readonly documentUrl: (carrier: string, ref: ActorRef) => string;
  /** Called when a request leaves for the carrier. */
  readonly onLeaving: (kind: 'place' | 'hang_up', callId: string) => void;
  /** Called with the agent when a phone is about to ring: there are seconds to have speech ready. Never throws. */
  readonly prepare: (businessId: string, agent: AgentSnapshot) => void;
}

/** Omitted if it is the account's usual number. */
const fromOf = ({ from }: { readonly from?: string }): { readonly from?: string } =>
  from === undefined ? {} : { from };

export const carrierEffects = (deps: CarrierEffectDeps): EffectHandlers<CarrierEffect, CallCommand> => {
  const carrierOf = (name: string): Carrier => {
    const carrier = deps.carriers.get(name);
    if (carrier === undefined) throw new Error(`carrier ${name} is not configured`);
    return carrier;
  };

  return {
    place: async ({ ref, effect, resumed, signal, assertOurs }) => {
      const carrier = carrierOf(effect.carrier);
      if (resumed) {
        // The call may have been placed already: from here on only lookups (docs/reference/api.md "Placement").
        const found = await carrier.lookUp(
          { callId: ref.id, carrierCallId: null, to: effect.to, placedAfter: effect.placingAt },
          signal,
        );
        if (found.outcome === 'found') return { type: 'carrier_report', report: found.report };
        return { type: 'placement_result', result: { outcome: 'unknown' } };
      }
      assertOurs();
      if (signal.aborted || deps.now() - effect.placingAt > PLACE_WITHIN_MS)
        return { type: 'placement_result', result: { outcome: 'refused', reason: 'internal' } };
      deps.onLeaving('place', ref.id);
      const placing = carrier.place(
        {
          callId: ref.id,
          businessId: ref.business,
          to: effect.to,
          ...fromOf(effect),
          mediaUrl: deps.mediaUrl(effect.carrier, ref),
          statusUrl: deps.statusUrl(effect.carrier, ref),
          documentUrl: deps.documentUrl(effect.carrier, ref),
          ringTimeoutMs: RING_TIMEOUT_MS,
          timeLimitMs: TIME_LIMIT_MS,
        },
        signal,
      );
      // After the request has left, so that nothing delays it.
      deps.prepare(ref.business, effect.agent);
      return { type: 'placement_result', result: await placing };
    },

    hang_up: async ({ ref, effect, signal }) => {
      deps.onLeaving('hang_up', ref.id);
      const outcome = await carrierOf(effect.carrier).hangUp(effect.carrierCallId, signal);
      return { type: 'hangup_result', attempt: effect.attempt, outcome };
    },

    transfer: async ({ ref, effect, resumed, signal, assertOurs }) => {
      const { carrier, carrierCallId, useId, to } = effect;
      // The transfer may have happened already: a repetition would ring twice.
      if (resumed) return { type: 'transfer_result', useId, outcome: 'unknown' };
      assertOurs();
      const documentUrl = deps.documentUrl(carrier, ref);
      const request = { carrierCallId, to, ...fromOf(effect), documentUrl, ringTimeoutMs: TRANSFER_RING_MS };
      return {
        type: 'transfer_result',
        useId,
        outcome: await carrierOf(carrier).transfer(request, signal),
      };
    },

    check: async ({ ref, effect, signal }) => {
      const { carrierCallId, to, placingAt } = effect;
      const result = await carrierOf(effect.carrier).lookUp(
        { callId: ref.id, carrierCallId, to, placedAfter: placingAt },
        signal,
      );
      return { type: 'check_result', check: effect.check, result };
    },
  };
};
