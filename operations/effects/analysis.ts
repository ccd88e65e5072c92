/** Effects of the analysis of a call: reserving its charge, analysing the transcript, charging what was done. */
import type { AnalysisCommand, AnalysisEffect } from '../../actors/analysis/commands.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import type { CallAnalyst } from '../analysis/call-analyst.js';
import { analysisRequest } from '../analysis/request.js';
import { analysisReservation } from '../analysis/reservation.js';

export const analysisEffects = ({
  actors,
  views,
  analyst,
}: {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp'>;
  readonly analyst: CallAnalyst;
}): EffectHandlers<AnalysisEffect, AnalysisCommand> => ({
  read_settings: async ({ ref: { business }, effect: { agentId } }) =>
    analysisRequest(actors, business, agentId, 'call_analysis'),

  fund_analysis: async ({ ref: { business, id }, effect: { microcredits } }) => ({
    type: 'fund_result',
    funded: await reserve(actors, business, analysisReservation(id), microcredits),
  }),

  analyse: async ({ ref: { business, id }, effect: { settings }, signal }) => {
    await views.catchUp(business);
    return { type: 'analysed', result: await analyst(business, id, settings, signal) };
  },

  settle_analysis: async ({ ref: { business, id }, effect: { microcredits } }) => {
    await capture(actors, business, {
      reservationId: analysisReservation(id),
      microcredits,
      analysisOf: id,
    });
    return { type: 'settle_result', chargedMicrocredits: microcredits };
  },
});
