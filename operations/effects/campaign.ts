/** Effects of a campaign: opening its iterations. */
import type { CampaignCommand, CampaignEffect } from '../../actors/campaign/commands.js';
import { iteration } from '../../actors/iteration/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';

export const campaignEffects = (actors: ActorClient): EffectHandlers<CampaignEffect, CampaignCommand> => ({
  open_iteration: async ({ ref, effect: { campaignName, ordinal, plan } }) => {
    const { iterationId, ...facts } = plan;
    await actors.ask(
      iteration,
      { business: ref.business, id: iterationId },
      { type: 'create', campaignId: ref.id, campaignName, ordinal, ...facts },
    );
    return { type: 'iteration_opened', iterationId };
  },
});
