/** Analyses stored calls: reads the transcript from the views, and has the business's model judge it. */
import type { Logger } from 'pino';
import { providerFailure } from '../../providers/provider-failure.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type { ViewStore } from '../../views/views.js';
import type { AnswerLimits } from '../model-answer.js';
import type { ModelOf } from '../model-text.js';
import { type Analysed, analyse } from './analyst.js';

export interface CallAnalystDeps {
  readonly views: Pick<ViewStore, 'call' | 'timeZoneOf'>;
  readonly modelOf: ModelOf;
  readonly installationTimeZone: string;
  readonly logger: Logger;
  /** Time limits for the model; absent: the analyst's own. */
  readonly limits?: AnswerLimits;
}

/** The views must know the call and its turns. @throws the reason of `signal` */
export type CallAnalyst = (
  businessId: string,
  callId: string,
  settings: AnalysisSettings,
  signal: AbortSignal,
) => Promise<Analysed>;

export const createCallAnalyst =
  ({ views, modelOf, installationTimeZone, logger, limits }: CallAnalystDeps): CallAnalyst =>
  async (businessId, callId, settings, signal) => {
    const found = views.call(businessId, callId);
    if (found === null || found.transcript.length === 0)
      return { type: 'failed', failure: 'transcript_missing' };
    const { call, transcript, diagnostics } = found;
    const onFailed = (error: unknown): void =>
      logger.warn({ event: 'analysis.model_failed', businessId, callId, err: providerFailure(error) });
    return analyse(
      modelOf(businessId, null),
      {
        transcript,
        diagnostics,
        endedAt: Date.parse(call.endedAt ?? call.createdAt),
        timeZone: views.timeZoneOf(businessId) ?? installationTimeZone,
        settings,
      },
      signal,
      onFailed,
      limits,
    );
  };
