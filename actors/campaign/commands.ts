/** What a campaign can be told, what it owes and what it answers. */
import type { CampaignChannel } from '../../schemas/campaign.js';
import type { IterationPlan } from './events.js';

export type CampaignCommand =
  | {
      readonly type: 'create';
      readonly name: string;
      readonly objective: string;
      readonly first: IterationPlan;
    }
  | { readonly type: 'look' }
  /** `after`: the iteration that the asker saw end. Refused with `iteration_not_ended` when it is not the latest. */
  | { readonly type: 'plan_iteration'; readonly after: string; readonly plan: IterationPlan }
  | { readonly type: 'iteration_opened'; readonly iterationId: string };

/** Make the iteration; answers `iteration_opened`. */
export interface CampaignEffect {
  readonly kind: 'open_iteration';
  readonly campaignName: string;
  readonly ordinal: number;
  readonly plan: IterationPlan;
}

export interface CampaignAnswer {
  readonly exists: boolean;
  readonly name: string;
  readonly objective: string;
  readonly current: {
    readonly iterationId: string;
    readonly ordinal: number;
    readonly channel: CampaignChannel;
    readonly agentId: string;
  } | null;
  readonly iterationIds: readonly string[];
}
