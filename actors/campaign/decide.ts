/** Decisions of a campaign: one iteration after the other, each planned once. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { CampaignCommand } from './commands.js';
import type { CampaignEvent } from './events.js';
import type { CampaignState } from './state.js';

export const decide = (
  state: CampaignState,
  { command }: Envelope<CampaignCommand | TimerDue>,
): readonly CampaignEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'create': {
      const { name, objective, first: plan } = command;
      return state.created === null
        ? [
            { type: 'campaign.created', name, objective },
            { type: 'campaign.iteration_planned', ordinal: 1, plan },
          ]
        : [];
    }
    case 'plan_iteration': {
      const { after, plan } = command;
      if (state.current === null) throw new DomainError('campaign_not_found');
      if (state.iterationIds.includes(plan.iterationId)) return [];
      // Another iteration was planned in the meantime.
      if (state.current.iterationId !== after) throw new DomainError('iteration_not_ended');
      return [{ type: 'campaign.iteration_planned', ordinal: state.iterationIds.length + 1, plan }];
    }
    case 'iteration_opened':
      return state.opening?.plan.iterationId === command.iterationId
        ? [{ type: 'campaign.iteration_opened', iterationId: command.iterationId }]
        : [];
    default:
      return assertNever(command);
  }
};
