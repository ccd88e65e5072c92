/** Effects of summary runs: reserving the charge, assessing contacts, charging what was done. */
import type { Logger } from 'pino';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { SummaryRunCommand, SummaryRunEffect } from '../../actors/summary-run/commands.js';
import type { ContactAssessment } from '../../actors/summary-run/events.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import { assess, TRANSCRIPT_LINES } from '../campaigns/assessor.js';
import type { AnswerLimits } from '../model-answer.js';
import type { ModelOf } from '../model-text.js';

export interface SummaryRunEffectDeps {
  readonly actors: ActorClient;
  readonly views: ViewStore;
  readonly modelOf: ModelOf;
  readonly logger: Logger;
  /** Time limits for the model; absent: the assessor's own. */
  readonly limits?: AnswerLimits;
}

type Handlers = EffectHandlers<SummaryRunEffect, SummaryRunCommand>;
type AssessingPage = Parameters<Handlers['assess_page']>[0];

export const summaryRunEffects = ({
  actors,
  views,
  modelOf,
  logger,
  limits,
}: SummaryRunEffectDeps): Handlers => {
  const assessContact = async (
    { ref, effect: { campaignId, objective }, signal }: AssessingPage,
    contactId: string,
  ): Promise<ContactAssessment> => {
    const transcript = views.campaignTranscript(campaignId, contactId, TRANSCRIPT_LINES);
    const onFailed = (error: unknown): void =>
      logger.warn({
        event: 'summary.model_failed',
        businessId: ref.business,
        summaryRunId: ref.id,
        contactId,
        err: providerFailure(error),
      });
    // A failure affects only its own contact, which is not charged.
    const model = modelOf(ref.business, null);
    return { contactId, ...(await assess(model, { objective, transcript }, signal, onFailed, limits)) };
  };

  return {
    fund: async ({ ref: { business, id }, effect: { microcredits } }) => ({
      type: 'fund_result',
      funded: await reserve(actors, business, id, microcredits),
    }),

    assess_page: async (assessing) => {
      const { ref, effect } = assessing;
      const { campaignId, page, limit, cursor } = effect;
      if (page === 0) await views.catchUp(ref.business);
      const contactIds = views.activeContacts(campaignId, cursor ?? '', limit);
      const results = await Promise.all(contactIds.map((contactId) => assessContact(assessing, contactId)));
      const last = contactIds.length < limit ? null : (contactIds.at(-1) ?? null);
      return { type: 'page_assessed', page, results, cursor: last };
    },

    settle_summary: async ({ ref: { business, id }, effect: { microcredits } }) => {
      await capture(actors, business, { reservationId: id, microcredits });
      return { type: 'settle_result', chargedMicrocredits: microcredits };
    },
  };
};
