/** Effects of the analysis of a conversation: those of a call's (analysis.ts), over the messages of an episode. */
import type { AnalysisCommand, AnalysisEffect } from '../../actors/analysis/commands.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ConversationFindings } from '../../schemas/analysis/conversation-analysis.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import type { ConversationAnalyst } from '../analysis/conversation-analyst.js';
import { analysisRequest } from '../analysis/request.js';
import { analysisReservation } from '../analysis/reservation.js';

export const conversationAnalysisEffects = ({
  actors,
  views,
  analyst,
}: {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp'>;
  readonly analyst: ConversationAnalyst;
}): EffectHandlers<AnalysisEffect, AnalysisCommand<ConversationFindings>> => ({
  read_settings: async ({ ref: { business }, effect: { agentId } }) =>
    analysisRequest(actors, business, agentId, 'conversation_analysis'),

  fund_analysis: async ({ ref: { business, id }, effect: { microcredits } }) => ({
    type: 'fund_result',
    funded: await reserve(actors, business, analysisReservation(id), microcredits),
  }),

  analyse: async ({ ref: { business }, effect: { settings, episode }, signal }) => {
    if (episode === undefined)
      return { type: 'analysed', result: { type: 'failed', failure: 'transcript_missing' } };
    await views.catchUp(business);
    return { type: 'analysed', result: await analyst(business, episode, settings, signal) };
  },

  settle_analysis: async ({ ref: { business, id }, effect: { microcredits, episode } }) => {
    await capture(actors, business, {
      reservationId: analysisReservation(id),
      microcredits,
      analysisOf: null,
      ...(episode === undefined ? {} : { conversationId: episode.conversationId }),
    });
    return { type: 'settle_result', chargedMicrocredits: microcredits };
  },
});
