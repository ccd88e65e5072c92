/** The version of an agent that serves a recipient. */
import { createHash } from 'node:crypto';
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { SplitResource } from '../../schemas/agents/split.js';
import type { ViewStore } from '../../views/views.js';

export type ServingViews = Pick<ViewStore, 'runningSplit' | 'agentVersion'>;

/** An agent in the version that serves. */
export interface Serving {
  readonly agent: AgentResource;
  /** The split that chose the version; null: it is the published one for everybody. */
  readonly splitId: string | null;
}

/** The recipient: their number, E.164, or their address on a channel. `campaignId`: of a call; null: it belongs to none. */
interface Served {
  readonly businessId: string;
  readonly recipient: string;
  readonly campaignId: string | null;
}

/**
 * The agent as it serves the recipient. The split of a campaign comes before that of its agent. The same recipient gets the same version
 * while the split runs, on every node; the published version if the other one is no longer kept.
 */
export const servingAgent = (
  views: ServingViews,
  agent: AgentResource,
  { businessId, recipient, campaignId }: Served,
): Serving => {
  const ofCampaign = campaignId === null ? null : views.runningSplit(businessId, agent.id, campaignId);
  const split = ofCampaign ?? views.runningSplit(businessId, agent.id, null);
  if (split === null) return { agent, splitId: null };
  if (!isDiverted(split, recipient)) return { agent, splitId: split.splitId };
  const other = views.agentVersion(businessId, agent.id, split.version);
  if (other === null) return { agent, splitId: null };
  const { createdAt: _at, by: _by, note: _note, restored: _restored, ...profile } = other;
  const contactContextRequired = profile.dataSourceVariables.length > 0;
  return { agent: { ...agent, ...profile, contactContextRequired }, splitId: split.splitId };
};

/**
 * Whether the recipient gets the other version: the first 32 bits of the SHA-256 of the split and the recipient, as a share, are below the
 * percentage. Shares of different splits are independent.
 */
export const isDiverted = (
  { splitId, percent }: Pick<SplitResource, 'splitId' | 'percent'>,
  recipient: string,
): boolean => {
  const bits = createHash('sha256').update(`${splitId}:${recipient}`).digest().readUInt32BE(0);
  return (bits / 2 ** 32) * 100 < percent;
};
