/** The campaign actor: an objective and its iterations, in order. */
import { DomainError } from '../../schemas/errors.js';
import type { Actor, NoReplies } from '../runtime/actor.js';
import type { CampaignCommand, CampaignDetails, CampaignEffect, CampaignQueries } from './commands.js';
import { decide } from './decide.js';
import { CAMPAIGN_EVENTS, type CampaignEvent } from './events.js';
import { type CampaignState, evolve, initial } from './state.js';

/** Effects of a campaign: open the planned iteration. */
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

const details = ({ created, current, iterationIds }: CampaignState): CampaignDetails => {
  if (created === null || current === null) throw new DomainError('campaign_not_found');
  return { ...created, current, iterationIds };
};

export const campaign: Actor<
  CampaignState,
  CampaignCommand,
  CampaignEvent,
  CampaignEffect,
  NoReplies,
  CampaignQueries
> = {
  kind: 'campaign',
  events: CAMPAIGN_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: {},
  queries: (state) => ({ get: () => details(state) }),
};
