/** Queries on campaigns and their iterations. `at` is now, ms since the epoch, for paces and waits. */
import type { Database } from 'better-sqlite3';
import type { CallBack } from '../../schemas/campaigns/call-back.js';
import type { CampaignResource, IterationResource } from '../../schemas/campaigns/campaign.js';
import type { CampaignFindings } from '../../schemas/campaigns/findings.js';
import { type SettledSettings, settledSettings } from '../../schemas/campaigns/iteration-settings.js';
import type { CampaignChannel } from '../../schemas/campaigns/states.js';
import {
  type ListScope,
  numberOf,
  type PageParameters,
  pageByNumber,
  pageOf,
  positionOf,
} from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { iterationProgress } from './progress.js';
import type { CampaignRow, IterationRow } from './tables.js';

/** The immutable facts of an iteration. */
export interface IterationFacts {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agentId: string;
}

/** Builds iterations from their rows. */
const iterationResources = (db: Database): ((row: IterationRow, at: number) => IterationResource) => {
  const { countsOf, progressOf } = iterationProgress(db);
  return (row, at) => {
    const counts = countsOf(row.id);
    // Settings newer than the stored row have their defaults.
    const settings: SettledSettings = { ...settledSettings(), ...JSON.parse(row.settings) };
    return {
      id: row.id,
      campaignId: row.campaign_id,
      ordinal: row.ordinal,
      channel: row.channel,
      agentId: row.agent_id,
      status: row.status,
      settings,
      audienceReady: row.audience_ready === 1,
      counts,
      progress: progressOf(row, counts, at),
      startAt: isoOrNull(row.start_at),
      startedAt: isoOrNull(row.started_at),
      endedAt: isoOrNull(row.ended_at),
      createdAt: iso(row.created_at),
    };
  };
};

/** Queries on iterations. */
export const iterationQueries = (db: Database) => {
  const toIteration = iterationResources(db);
  const list = db.prepare<{ campaignId: string; after: number; count: number }, IterationRow>(
    `SELECT * FROM iterations WHERE campaign_id = :campaignId AND ordinal > :after
     ORDER BY ordinal LIMIT :count`,
  );
  const iterationById = db.prepare<[string, string], IterationRow>(
    'SELECT * FROM iterations WHERE id = ? AND campaign_id = ?',
  );
  const facts = db.prepare<[string, string], IterationFacts>(
    `SELECT c.id AS campaignId, c.name AS campaignName, i.id AS iterationId, i.ordinal, i.channel, i.agent_id AS agentId
     FROM iterations i JOIN campaigns c ON c.business_id = i.business_id AND c.id = i.campaign_id
     WHERE i.business_id = ? AND i.id = ?`,
  );
  const settingsOf = db.prepare<[string, string], { readonly settings: string }>(
    'SELECT settings FROM iterations WHERE business_id = ? AND id = ?',
  );
  return {
    /** In their order. */
    iterations: (campaignId: string, { limit, cursor }: PageRequest, at: number): Page<IterationResource> => {
      const scope: ListScope = ['iterations', campaignId];
      const rows = list.all({ campaignId, after: numberOf(scope, cursor, 0), count: limit + 1 });
      return pageByNumber(
        scope,
        rows,
        limit,
        ({ ordinal }) => ordinal,
        (row) => toIteration(row, at),
      );
    },
    /** Null while the iteration is not known here. */
    iterationSettings: (businessId: string, iterationId: string): SettledSettings | null => {
      const row = settingsOf.get(businessId, iterationId);
      return row === undefined ? null : { ...settledSettings(), ...JSON.parse(row.settings) };
    },
    iterationFacts: (businessId: string, iterationId: string): IterationFacts | null =>
      facts.get(businessId, iterationId) ?? null,
    iteration: (campaignId: string, iterationId: string, at: number): IterationResource | null => {
      const row = iterationById.get(iterationId, campaignId);
      return row === undefined ? null : toIteration(row, at);
    },
  };
};

/** Builds campaigns from their rows. */
const campaignResources = (db: Database): ((row: CampaignRow, at: number) => CampaignResource) => {
  const toIteration = iterationResources(db);
  const latest = db.prepare<[string], IterationRow>(
    'SELECT * FROM iterations WHERE campaign_id = ? ORDER BY ordinal DESC LIMIT 1',
  );
  return (row, at) => {
    const current = latest.get(row.id);
    if (current === undefined) throw new Error('a campaign has no iteration');
    const currentIteration = toIteration(current, at);
    const { channel, agentId, status, counts } = currentIteration;
    return {
      id: row.id,
      name: row.name,
      objective: row.objective,
      channel,
      agentId,
      status,
      currentIteration,
      counts,
      createdAt: iso(row.created_at),
    };
  };
};

/** Queries on campaigns. */
export const campaignQueries = (db: Database) => {
  const toCampaign = campaignResources(db);
  const list = db.prepare<PageParameters<'businessId'>, CampaignRow>(
    `SELECT * FROM campaigns WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const campaignById = db.prepare<[string, string], CampaignRow>(
    'SELECT * FROM campaigns WHERE business_id = ? AND id = ?',
  );
  const ofAgent = db.prepare<[string, string], { readonly name: string }>(
    `SELECT c.name FROM campaigns c JOIN iterations i ON i.campaign_id = c.id
     WHERE c.business_id = ? AND i.agent_id = ? AND i.status NOT IN ('completed', 'cancelled') LIMIT 1`,
  );
  const running = db.prepare<[string, number], CampaignRow>(
    `SELECT c.* FROM iterations i INDEXED BY iterations_running
       JOIN campaigns c ON c.business_id = i.business_id AND c.id = i.campaign_id
     WHERE i.business_id = ? AND i.status = 'running' ORDER BY i.started_at DESC LIMIT ?`,
  );
  const agents = db
    .prepare<[string, string], string>(
      `SELECT agent_id FROM iterations WHERE business_id = ? AND campaign_id = ? GROUP BY agent_id ORDER BY max(ordinal) DESC`,
    )
    .pluck();
  const callBacks = db.prepare<[string], { readonly state: CallBack['state']; readonly members: number }>(
    `SELECT call_back_state AS state, count(*) AS members FROM memberships
     WHERE campaign_id = ? AND call_back_state IS NOT NULL GROUP BY call_back_state`,
  );
  return {
    /** The agents of a campaign, that of the latest iteration first. */
    agentsOfCampaign: (businessId: string, campaignId: string): readonly string[] =>
      agents.all(businessId, campaignId),
    /** Members by the state of the latest call-back that they requested. */
    callBacksOfCampaign: (campaignId: string): CampaignFindings['callBacks'] => {
      const counts = new Map(callBacks.all(campaignId).map(({ state, members }) => [state, members]));
      const of = (state: CallBack['state']): number => counts.get(state) ?? 0;
      return { planned: of('planned'), called: of('called'), declined: of('declined') };
    },
    /** Newest first. */
    campaigns: (businessId: string, { limit, cursor }: PageRequest, at: number): Page<CampaignResource> => {
      const scope: ListScope = ['campaigns', businessId];
      const rows = list.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, (row) => toCampaign(row, at));
    },
    /** Campaigns with a running iteration, the one that started last first. */
    runningCampaigns: (businessId: string, limit: number, at: number): readonly CampaignResource[] =>
      running.all(businessId, limit).map((row) => toCampaign(row, at)),
    campaign: (businessId: string, campaignId: string, at: number): CampaignResource | null => {
      const row = campaignById.get(businessId, campaignId);
      return row === undefined ? null : toCampaign(row, at);
    },
    /** The name of a campaign that uses the agent or is going to; null: none. */
    campaignOfAgent: (businessId: string, agentId: string): string | null =>
      ofAgent.get(businessId, agentId)?.name ?? null,
  };
};
