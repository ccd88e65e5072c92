/** What summary runs owe: reserving the charge, assessing, charging what was done. */
import { business } from '../../actors/business/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { SummaryRunCommand, SummaryRunEffect } from '../../actors/summary-run/commands.js';
import type { ContactAssessment } from '../../actors/summary-run/events.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { DomainError } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';
import { assess, type Patience, TRANSCRIPT_LINES } from './assessor.js';

export interface SummaryEffectDeps {
  readonly actors: ActorAsker;
  readonly views: ViewStore;
  readonly model: LanguageModel;
  /** With the model; its own where it is not given. */
  readonly patience?: Patience;
}

/** Contacts of one commit; all of them are with the model at the same time. */
const PAGE = 20;

export const summaryEffects = ({
  actors,
  views,
  model,
  patience,
}: SummaryEffectDeps): EffectHandlers<SummaryRunEffect, SummaryRunCommand> => {
  const assessOne = async (
    campaignId: string,
    objective: string,
    contactId: string,
    signal: AbortSignal,
  ): Promise<ContactAssessment> => {
    const transcript = views.campaignTranscript(campaignId, contactId, TRANSCRIPT_LINES);
    // One contact's failure is its own; it is not charged.
    return { contactId, ...(await assess(model, objective, transcript, signal, patience)) };
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

    assess_page: async ({ ref, effect: { campaignId, objective, page, cursor }, signal }) => {
      if (page === 0) await views.catchUp(ref.business);
      const contactIds = views.activeContacts(campaignId, cursor ?? '', PAGE);
      const results = await Promise.all(
        contactIds.map((contactId) => assessOne(campaignId, objective, contactId, signal)),
      );
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
