/** Effects of summary runs: reserving the charge, assessing contacts, charging what was done. */

import type { Logger } from 'pino';
import { business } from '../../actors/business/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { SummaryRunCommand, SummaryRunEffect } from '../../actors/summary-run/commands.js';
import type { ContactAssessment } from '../../actors/summary-run/events.js';
import { providerFailure } from '../../providers/provider-failure.js';
import { DomainError } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';
import { type AssessmentLimits, assess, TRANSCRIPT_LINES } from '../campaigns/assessor.js';
import type { ModelOf } from '../model-text.js';

export interface SummaryRunEffectDeps {
  readonly actors: ActorClient;
  readonly views: ViewStore;
  readonly modelOf: ModelOf;
  readonly logger: Logger;
  /** Time limits for the model; absent: the assessor's own. */
  readonly limits?: AssessmentLimits;
}

type Handlers = EffectHandlers<SummaryRunEffect, SummaryRunCommand>;
type AssessingPage = Parameters<Handlers['assess_page']>[0];

/** Contacts per commit; the model assesses all of them concurrently. */
const PAGE = 20;

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
    fund: async ({ ref, effect: { microcredits } }) => {
      const target = { business: ref.business, id: ref.business };
      try {
        await actors.ask(business, target, { type: 'reserve', reservationId: ref.id, microcredits });
        return { type: 'fund_result', funded: true };
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'insufficient_credit') throw error;
        return { type: 'fund_result', funded: false };
      }
    },

    assess_page: async (assessing) => {
      const { ref, effect } = assessing;
      const { campaignId, page, cursor } = effect;
      if (page === 0) await views.catchUp(ref.business);
      const contactIds = views.activeContacts(campaignId, cursor ?? '', PAGE);
      const results = await Promise.all(contactIds.map((contactId) => assessContact(assessing, contactId)));
      const last = contactIds.length < PAGE ? null : (contactIds.at(-1) ?? null);
      return { type: 'page_assessed', page, results, cursor: last };
    },

    settle_summary: async ({ ref, effect: { microcredits } }) => {
      const target = { business: ref.business, id: ref.business };
      await actors.ask(business, target, { type: 'capture', reservationId: ref.id, microcredits });
      return { type: 'settle_result', chargedMicrocredits: microcredits };
    },
  };
};
