/** The campaign actor: an objective and the iterations under it, in their order. */
import { type Actor, defineActor } from '../runtime/actor.js';
import type { CampaignAnswer, CampaignCommand, CampaignEffect } from './commands.js';
import { decide } from './decide.js';
import { CAMPAIGN_EVENTS, type CampaignEvent } from './events.js';
import { type CampaignState, evolve, initial } from './state.js';

const effects = ({ created, opening }: CampaignState): Readonly<Record<string, CampaignEffect>> =>
  created === null || opening === null
    ? {}
    : {
        [`open:${opening.plan.iterationId}`]: {
          kind: 'open_iteration',
          campaignName: created.name,
          ...opening,
        },
      };

export const campaign: Actor<CampaignState, CampaignCommand, CampaignEvent, CampaignEffect, CampaignAnswer> =
  defineActor({
    kind: 'campaign',
    events: CAMPAIGN_EVENTS,
    initial,
    decide,
    evolve,
    timers: () => ({}),
    effects,
    answer: ({ created, current, iterationIds }) => ({
      exists: created !== null,
      name: created?.name ?? '',
      objective: created?.objective ?? '',
      current,
      iterationIds,
    }),
  });
