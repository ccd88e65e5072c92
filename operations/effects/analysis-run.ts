/**
 * Effects of runs that analyse ended calls or silent conversations again: reserving the charge, analysing pages, charging what was
 * done.
 */
import { analysis } from '../../actors/analysis/index.js';
import type { AnalysisRunCommand, AnalysisRunEffect } from '../../actors/analysis-run/commands.js';
import { conversationAnalysis, episodeAnalysisId } from '../../actors/conversation-analysis/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { AnalysisFailure } from '../../schemas/analysis/call-analysis.js';
import type { Episode } from '../../schemas/analysis/conversation-analysis.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import type { CallAnalyst } from '../analysis/call-analyst.js';
import type { ConversationAnalyst } from '../analysis/conversation-analyst.js';
import { analysisReservation } from '../analysis/reservation.js';

type Handlers = EffectHandlers<AnalysisRunEffect, AnalysisRunCommand>;
type AnalysingPage = Parameters<Handlers['analyse_page']>[0];

/** A call or a conversation of a page. `isDone`: an earlier attempt at this page has analysed it. */
interface Item {
  readonly id: string;
  readonly isDone: boolean;
  /** The reason that it could not be analysed; null: it was. */
  readonly analyse: () => Promise<AnalysisFailure | null>;
}

interface AnalysisRunEffectDeps {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp' | 'callsToAnalyse' | 'conversationsToAnalyse'>;
  readonly analyst: CallAnalyst;
  readonly conversationAnalyst: ConversationAnalyst;
}

export const analysisRunEffects = (deps: AnalysisRunEffectDeps): Handlers => ({
  fund_run: async ({ ref: { business, id }, effect: { microcredits } }) => ({
    type: 'fund_result',
    funded: await reserve(deps.actors, business, analysisReservation(id), microcredits),
  }),

  analyse_page: async (analysing) => {
    const { ref, effect } = analysing;
    const { page, limit } = effect;
    if (page === 0) await deps.views.catchUp(ref.business);
    const items = itemsOf(deps, analysing);
    const failures = await Promise.all(
      items.map(async ({ id: callId, isDone, analyse }) => ({
        callId,
        failure: isDone ? null : await analyse(),
      })),
    );
    const failed = failures.flatMap(({ callId, failure }) => (failure === null ? [] : [{ callId, failure }]));
    return {
      type: 'page_analysed',
      page,
      analysed: items.length - failed.length,
      failures: failed,
      cursor: items.length < limit ? null : (items.at(-1)?.id ?? null),
    };
  },

  settle_run: async ({ ref: { business, id }, effect: { microcredits } }) => {
    await capture(deps.actors, business, {
      reservationId: analysisReservation(id),
      microcredits,
      analysisOf: null,
    });
    return { type: 'settle_result', chargedMicrocredits: microcredits };
  },
});

const itemsOf = (deps: AnalysisRunEffectDeps, analysing: AnalysingPage): readonly Item[] => {
  const { ref, effect } = analysing;
  const { of, settingsId, limit, cursor } = effect;
  const { agentId, from, to, filter } = of;
  const covered = { agentId, from, to, settingsId, analysisRunId: ref.id };
  if (of.what === 'conversations')
    return deps.views
      .conversationsToAnalyse(ref.business, covered, cursor, limit)
      .map(({ episode, isDone }) => ({
        id: episode.conversationId,
        isDone,
        analyse: () => analyseConversation(deps, analysing, episode),
      }));
  const calls = { ...covered, ...(filter === undefined ? {} : { filter }) };
  return deps.views.callsToAnalyse(ref.business, calls, cursor, limit).map(({ callId, isDone }) => ({
    id: callId,
    isDone,
    analyse: () => analyseCall(deps, analysing, callId),
  }));
};

/** What a run records, beside its findings. */
const repetitionOf = ({ ref, effect: { settingsId, priceMicrocredits } }: AnalysingPage) =>
  ({
    type: 'repeat',
    analysisRunId: ref.id,
    settingsId,
    chargedMicrocredits: priceMicrocredits,
  }) as const;

const analyseCall = async (
  { actors, analyst }: AnalysisRunEffectDeps,
  analysing: AnalysingPage,
  callId: string,
): Promise<AnalysisFailure | null> => {
  const { ref, effect, signal } = analysing;
  const result = await analyst(ref.business, callId, effect.settings, signal);
  if (result.type === 'failed') return result.failure;
  const { type: _type, ...found } = result;
  const target = { business: ref.business, id: callId };
  await actors.ask(analysis, target, { ...repetitionOf(analysing), ...found });
  return null;
};

const analyseConversation = async (
  { actors, conversationAnalyst }: AnalysisRunEffectDeps,
  analysing: AnalysingPage,
  episode: Episode,
): Promise<AnalysisFailure | null> => {
  const { ref, effect, signal } = analysing;
  const result = await conversationAnalyst(ref.business, episode, effect.settings, signal);
  if (result.type === 'failed') return result.failure;
  const { type: _type, ...found } = result;
  const id = episodeAnalysisId(episode.conversationId, episode.firstMessageId);
  const target = { business: ref.business, id };
  await actors.ask(conversationAnalysis, target, { ...repetitionOf(analysing), ...found, episode });
  return null;
};
