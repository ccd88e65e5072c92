/** Events of a campaign: one objective, pursued in iterations. */

import type { SettledSettings } from '../../schemas/campaigns/iteration-settings.js';
import type { CampaignChannel } from '../../schemas/campaigns/states.js';
import type { Audience } from '../iteration/events.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The plan that an iteration is created from. */
export interface IterationPlan {
  readonly iterationId: string;
  readonly channel: CampaignChannel;
  readonly agentId: string;
  readonly settings: SettledSettings;
  readonly audience: Audience;
  /** ms since the epoch. */
  readonly startAt: number | null;
}

export type CampaignEvent =
  | { readonly type: 'campaign.created'; readonly name: string; readonly objective: string }
  | { readonly type: 'campaign.iteration_planned'; readonly ordinal: number; readonly plan: IterationPlan }
  /** The iteration exists. */
  | { readonly type: 'campaign.iteration_opened'; readonly iterationId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CAMPAIGN_EVENTS = {
  'campaign.created': 1,
  // Version 2: carries template values, which readers must not ignore.
  'campaign.iteration_planned': 2,
  'campaign.iteration_opened': 1,
} as const satisfies VersionsOf<CampaignEvent>;

/** The kind, for readers of its events. */
export const CAMPAIGN_KIND = eventKind<CampaignEvent>('campaign', CAMPAIGN_EVENTS);
