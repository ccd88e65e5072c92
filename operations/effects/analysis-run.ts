/** Effects of runs that analyse ended calls again: reserving the charge, analysing pages of calls, charging what was done. */
import { analysis } from '../../actors/analysis/index.js';
import type { AnalysisRunCommand, AnalysisRunEffect } from '../../actors/analysis-run/commands.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { AnalysisFailure } from '../../schemas/analysis/call-analysis.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import type { CallAnalyst } from '../analysis/call-analyst.js';
import { analysisReservation } from '../analysis/reservation.js';

type Handlers = EffectHandlers<AnalysisRunEffect, AnalysisRunCommand>;
type AnalysingPage = Parameters<Handlers['analyse_page']>[0];

export const analysisRunEffects = ({
  actors,
  views,
  analyst,
}: {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp' | 'callsToAnalyse'>;
  readonly analyst: CallAnalyst;
}): Handlers => {
  /** The reason that the call could not be analysed; null: it was. */
  const analyseAgain = async (
    { ref, effect: { settings, settingsId, priceMicrocredits }, signal }: AnalysingPage,
    callId: string,
  ): Promise<AnalysisFailure | null> => {
    const result = await analyst(ref.business, callId, settings, signal);
    if (result.type === 'failed') return result.failure;
    await actors.ask(
      analysis,
      { business: ref.business, id: callId },
      {
        type: 'repeat',
        analysisRunId: ref.id,
        settingsId,
        findings: result.findings,
        chargedMicrocredits: priceMicrocredits,
      },
    );
    return null;
  };

  return {
    fund_run: async ({ ref: { business, id }, effect: { microcredits } }) => ({
      type: 'fund_result',
      funded: await reserve(actors, business, analysisReservation(id), microcredits),
    }),

    analyse_page: async (analysing) => {
      const { ref, effect } = analysing;
      const { of, settingsId, page, limit, cursor } = effect;
      if (page === 0) await views.catchUp(ref.business);
      const calls = views.callsToAnalyse(
        ref.business,
        { ...of, settingsId, analysisRunId: ref.id },
        cursor,
        limit,
      );
      const failures = await Promise.all(
        calls.map(async ({ callId, isDone }) => ({
          callId,
          // An earlier attempt at this page has analysed it.
          failure: isDone ? null : await analyseAgain(analysing, callId),
        })),
      );
      const failed = failures.flatMap(({ callId, failure }) =>
        failure === null ? [] : [{ callId, failure }],
      );
      return {
        type: 'page_analysed',
        page,
        analysed: calls.length - failed.length,
        failures: failed,
        cursor: calls.length < limit ? null : (calls.at(-1)?.callId ?? null),
      };
    },

    settle_run: async ({ ref: { business, id }, effect: { microcredits } }) => {
      await capture(actors, business, {
        reservationId: analysisReservation(id),
        microcredits,
        analysisOf: null,
      });
      return { type: 'settle_result', chargedMicrocredits: microcredits };
    },
  };
};
