/** Effects of the analysis of a call or of a conversation: reserving its charge, analysing the transcript, charging what was done. */
import type { AnalysisCommand, AnalysisEffect } from '../../actors/analysis/commands.js';
import { recipientsOf } from '../../actors/recipients/block.js';
import { recipients } from '../../actors/recipients/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { Findings, FindingsFrom } from '../../schemas/analysis/call-analysis.js';
import type { ConversationFindings, Episode } from '../../schemas/analysis/conversation-analysis.js';
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import type { Analysed } from '../analysis/analyst.js';
import type { CallAnalyst } from '../analysis/call-analyst.js';
import type { ConversationAnalyst } from '../analysis/conversation-analyst.js';
import { analysisRequest } from '../analysis/request.js';
import { analysisReservation } from '../analysis/reservation.js';

interface AnalysisEffectDeps<Analyst> {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp'>;
  readonly analyst: Analyst;
}

/** Effects of the analysis of a call. */
export const analysisEffects = ({
  analyst,
  ...deps
}: AnalysisEffectDeps<CallAnalyst>): EffectHandlers<AnalysisEffect, AnalysisCommand> =>
  effectsOf<Findings>(deps, {
    item: 'call_analysis',
    analyse: ({ business, id, settings }, signal) => analyst(business, id, settings, signal),
    billedTo: (id) => ({ analysisOf: id }),
  });

/** Effects of the analysis of an episode of a conversation. */
export const conversationAnalysisEffects = ({
  analyst,
  ...deps
}: AnalysisEffectDeps<ConversationAnalyst>): EffectHandlers<
  AnalysisEffect,
  AnalysisCommand<ConversationFindings>
> =>
  effectsOf<ConversationFindings>(deps, {
    item: 'conversation_analysis',
    analyse: async ({ business, episode, settings }, signal) =>
      episode === undefined
        ? { type: 'failed', failure: 'transcript_missing' }
        : await analyst(business, episode, settings, signal),
    billedTo: (_, episode) => ({
      analysisOf: null,
      ...(episode === undefined ? {} : { conversationId: episode.conversationId }),
    }),
  });

/** In what the two differ. */
interface Analysing<Found> {
  readonly item: Parameters<typeof analysisRequest>[3];
  readonly analyse: (
    what: {
      readonly business: string;
      readonly id: string;
      readonly settings: AnalysisTask;
      readonly episode: Episode | undefined;
    },
    signal: AbortSignal,
  ) => Promise<Analysed<Found>>;
  /** How the ledger names what was analysed. */
  readonly billedTo: (
    id: string,
    episode: Episode | undefined,
  ) => Pick<Parameters<typeof capture>[2], 'analysisOf' | 'conversationId'>;
}

const effectsOf = <Found extends FindingsFrom<unknown>>(
  { actors, views }: Omit<AnalysisEffectDeps<never>, 'analyst'>,
  { item, analyse, billedTo }: Analysing<Found>,
): EffectHandlers<AnalysisEffect, AnalysisCommand<Found>> => ({
  read_settings: async ({ ref: { business }, effect: { agentId } }) =>
    analysisRequest(actors, business, agentId, item),

  fund_analysis: async ({ ref: { business, id }, effect: { microcredits } }) => ({
    type: 'fund_result',
    funded: await reserve(actors, business, analysisReservation(id), microcredits),
  }),

  analyse: async ({ ref: { business, id }, effect: { settings, episode }, signal }) => {
    await views.catchUp(business);
    return { type: 'analysed', result: await analyse({ business, id, settings, episode }, signal) };
  },

  settle_analysis: async ({ ref: { business, id }, effect: { microcredits, episode } }) => {
    const reservationId = analysisReservation(id);
    await capture(actors, business, { reservationId, microcredits, ...billedTo(id, episode) });
    return { type: 'settle_result', chargedMicrocredits: microcredits };
  },

  report_findings: async ({ ref: { business }, effect: { recipient, requested } }) => {
    const { claim } = recipient;
    const block = recipientsOf(business, recipient);
    await actors.ask(recipients, block, { type: 'findings', claim, ...requested });
    return { type: 'report_taken' };
  },
});
