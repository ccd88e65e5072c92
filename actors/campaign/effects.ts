/** Effects of a campaign: open the planned iteration. */
import type { CampaignEffect } from './commands.js';
import type { CampaignState } from './state.js';

export const effects = ({ created, opening }: CampaignState): Readonly<Record<string, CampaignEffect>> =>
  created === null || opening === null
    ? {}
    : {
        [`open:${opening.plan.iterationId}`]: {
          kind: 'open_iteration',
          campaignName: created.name,
          ...opening,
        },
      };
