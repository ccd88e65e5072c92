/** Commands, queries and effects of a campaign. */
import type { CampaignChannel } from '../../schemas/campaigns/states.js';
import type { IterationPlan } from './events.js';

export type CampaignCommand =
  | {
      readonly type: 'create';
      readonly name: string;
      readonly objective: string;
      readonly first: IterationPlan;
    }
  /** `after`: the ended iteration that the new one follows. Refused with `iteration_not_ended` if it is not the latest. */
  | { readonly type: 'plan_iteration'; readonly after: string; readonly plan: IterationPlan }
  | { readonly type: 'iteration_opened'; readonly iterationId: string };

/** Create the iteration; answers `iteration_opened`. */
export interface CampaignEffect {
  readonly kind: 'open_iteration';
  readonly campaignName: string;
  readonly ordinal: number;
  readonly plan: IterationPlan;
}

export interface CampaignQueries {
  /** @throws DomainError campaign_not_found */
  get(): CampaignDetails;
}

export interface CampaignDetails {
  readonly name: string;
  readonly objective: string;
  readonly current: CurrentIteration;
  /** In order of planning. */
  readonly iterationIds: readonly string[];
}

/** The latest iteration of a campaign. */
export interface CurrentIteration {
  readonly iterationId: string;
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agentId: string;
}
