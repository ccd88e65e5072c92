/** A campaign, folded from its events. */
import { assertNever } from '../../schemas/assert.js';
import type { CurrentIteration } from './commands.js';
import type { CampaignEvent, IterationPlan } from './events.js';

export interface CampaignState {
  readonly created: { readonly name: string; readonly objective: string } | null;
  readonly current: CurrentIteration | null;
  /** In order of planning. */
  readonly iterationIds: readonly string[];
  /** Planned but not created yet. */
  readonly opening: { readonly ordinal: number; readonly plan: IterationPlan } | null;
}

export const initial = (): CampaignState => ({
  created: null,
  current: null,
  iterationIds: [],
  opening: null,
});

export const evolve = (state: CampaignState, event: CampaignEvent, _at: number): CampaignState => {
  switch (event.type) {
    case 'campaign.created':
      return { ...state, created: { name: event.name, objective: event.objective } };
    case 'campaign.iteration_planned': {
      const { ordinal, plan } = event;
      const { iterationId, channel, agentId } = plan;
      return {
        ...state,
        current: { iterationId, ordinal, channel, agentId },
        iterationIds: [...state.iterationIds, iterationId],
        opening: { ordinal, plan },
      };
    }
    case 'campaign.iteration_opened':
      return { ...state, opening: null };
    default:
      return assertNever(event);
  }
};
