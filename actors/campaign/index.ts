/** The campaign actor: an objective and its iterations, in order. */
import { DomainError } from '../../schemas/errors.js';
import type { Actor, NoReplies } from '../runtime/actor.js';
import type { CampaignCommand, CampaignDetails, CampaignEffect, CampaignQueries } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { CAMPAIGN_EVENTS, type CampaignEvent } from './events.js';
import { type CampaignState, evolve, initial } from './state.js';

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
