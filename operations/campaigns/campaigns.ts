/** Creates campaigns, acts on them and follows them up (spec section 4.8). */
import { setTimeout as delay } from 'node:timers/promises';
import type { IterationPlan } from '../../actors/campaign/events.js';
import { campaign } from '../../actors/campaign/index.js';
import type { Audience } from '../../actors/iteration/events.js';
import { iteration } from '../../actors/iteration/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { CampaignResource, IterationResource } from '../../schemas/campaigns/campaign.js';
import type { CampaignAction, CampaignCreate, IterationCreate } from '../../schemas/campaigns/requests.js';
import { type CampaignChannel, OUTCOMES } from '../../schemas/campaigns/states.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import { categoryNames } from '../contacts/categories.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { campaignAgent } from './contacting.js';
import { checkedSettings, checkTemplateAtStart } from './settings.js';

/** How long a request waits for its audience, ms: enough for tens of thousands of contacts; more are added afterwards. */
const AUDIENCE_MS = 3_000;
const POLL_MS = 20;

interface CampaignOperations {
  /**
   * Creates the campaign and its first iteration; the audience is determined at once, or, if it is very large, soon.
   * @throws DomainError validation_failed, audience_empty, category_not_found, channel_assignment_not_supported,
   *   channel_not_connected, agent_not_found, agent_not_active, agent_not_voice, agent_channel_mismatch, variable_undeclared,
   *   media_not_found, media_expired
   */
  create(caller: Caller, body: CampaignCreate): Promise<Written<CampaignResource>>;
  /**
   * Acts on the current iteration.
   * @throws DomainError campaign_not_found, iteration_ended, iteration_not_started, and as requireTemplate at the start
   */
  act(caller: Caller, campaignId: string, body: CampaignAction): Promise<Written<CampaignResource>>;
  /**
   * @throws DomainError as create, and campaign_not_found, iteration_not_ended, iteration_not_found,
   *   summary_run_not_found, summary_run_not_ended
   */
  createIteration(
    caller: Caller,
    campaignId: string,
    body: IterationCreate,
  ): Promise<Written<IterationResource>>;
}

export const campaignOperations = (deps: OperationsDeps): CampaignOperations => ({
  create: createCampaign(deps),
  act: actOnCampaign(deps),
  createIteration: createIteration(deps),
});

const createCampaign =
  (deps: OperationsDeps): CampaignOperations['create'] =>
  async (caller, body) => {
    const { actors, views } = deps;
    const { businessId } = caller;
    const channel = runnable(body.channel);
    const agent = await campaignAgent(deps, businessId, channel, body.agentId);
    const settings = await checkedSettings(deps, caller, channel, agent, body.settings);
    const audience = await newAudience(deps, businessId, body.audience);
    const campaignId = commandIdOf(caller);
    const first: IterationPlan = {
      iterationId: deriveId(campaignId, 'iteration', '1'),
      channel,
      agentId: agent.id,
      settings,
      audience,
      startAt: startOf(body.startAt),
    };
    const { name, objective } = body;
    const { shard, seq } = await actors.ask(
      campaign,
      { business: businessId, id: campaignId },
      { type: 'create', name, objective, first },
    );
    await waitForAudience(deps, businessId, first.iterationId);
    const result = views.campaign(businessId, campaignId, caller.at);
    if (result === null) throw new DomainError('not_ready');
    return { result, shard, seq };
  };

const actOnCampaign =
  (deps: OperationsDeps): CampaignOperations['act'] =>
  async (caller, campaignId, { action }) => {
    const { businessId } = caller;
    const { actors, views } = deps;
    const { iterationId, agentId } = await currentOf({ actors }, businessId, campaignId);
    if (action === 'start') await checkTemplateAtStart(deps, caller, iterationId, agentId);
    const { shard, seq } = await actors
      .ask(
        iteration,
        { business: businessId, id: iterationId },
        { type: 'act', action },
        { commandId: commandIdOf(caller) },
      )
      .catch((error: unknown) => {
        // The iteration is planned, but its campaign has not opened it yet.
        const isOpening = error instanceof DomainError && error.code === 'iteration_not_found';
        throw isOpening ? new DomainError('not_ready') : error;
      });
    await views.waitFor(shard, seq);
    const result = views.campaign(businessId, campaignId, caller.at);
    if (result === null) throw new DomainError('not_ready');
    return { result, shard, seq };
  };

const createIteration =
  (deps: OperationsDeps): CampaignOperations['createIteration'] =>
  async (caller, campaignId, body) => {
    const { actors, views } = deps;
    const { businessId } = caller;
    const channel = runnable(body.channel);
    const iterationId = commandIdOf(caller);
    const current = await currentOf(deps, businessId, campaignId);
    const agent = await campaignAgent(deps, businessId, channel, body.agentId ?? current.agentId);
    const settings = await checkedSettings(deps, caller, channel, agent, body.settings);
    const currentHasEnded = await hasEnded(actors, businessId, current.iterationId);
    if (!currentHasEnded && current.iterationId !== iterationId) throw new DomainError('iteration_not_ended');
    await views.catchUp(businessId);
    const plan: IterationPlan = {
      iterationId,
      channel,
      agentId: agent.id,
      settings,
      audience: followUpAudience(deps, campaignId, current.iterationIds, body.audience),
      startAt: startOf(body.startAt),
    };
    const { shard, seq } = await actors.ask(
      campaign,
      { business: businessId, id: campaignId },
      { type: 'plan_iteration', after: current.iterationId, plan },
    );
    await waitForAudience(deps, businessId, iterationId);
    const result = views.iteration(campaignId, iterationId, caller.at);
    if (result === null) throw new DomainError('not_ready');
    return { result, shard, seq };
  };

/** Waits until all members are known, or for as long as a request may take. */
const waitForAudience = async (
  { actors, views }: Pick<OperationsDeps, 'actors' | 'views'>,
  businessId: string,
  iterationId: string,
): Promise<void> => {
  const target = { business: businessId, id: iterationId };
  for (const until = performance.now() + AUDIENCE_MS; performance.now() < until; await delay(POLL_MS)) {
    const found = await actors.query(iteration, target, 'get').catch(nullOn('iteration_not_found'));
    if (found?.answer.audienceReady === true) break;
  }
  await views.catchUp(businessId);
};

export const startOf = (startAt: string | undefined): number | null =>
  startAt === undefined ? null : Date.parse(startAt);

/** @throws DomainError channel_assignment_not_supported */
export const runnable = (channel: CampaignCreate['channel']): CampaignChannel => {
  if (channel === 'sms')
    throw new DomainError(
      'channel_assignment_not_supported',
      'Campaigns support voice and whatsapp. Choose one of these.',
    );
  return channel;
};

/** Whether the iteration has ended; false for one that its campaign has not opened yet. */
export const hasEnded = async (
  actors: ActorClient,
  businessId: string,
  iterationId: string,
): Promise<boolean> => {
  const target = { business: businessId, id: iterationId };
  const found = await actors.query(iteration, target, 'get').catch(nullOn('iteration_not_found'));
  return found?.answer.status === 'completed' || found?.answer.status === 'cancelled';
};

/** The iteration that requests act on. @throws DomainError campaign_not_found */
export const currentOf = async (
  { actors }: Pick<OperationsDeps, 'actors'>,
  businessId: string,
  campaignId: string,
): Promise<{
  readonly iterationId: string;
  readonly agentId: string;
  readonly iterationIds: readonly string[];
  readonly objective: string;
}> => {
  const { answer } = await actors.query(campaign, { business: businessId, id: campaignId }, 'get');
  const { iterationId, agentId } = answer.current;
  return { iterationId, agentId, iterationIds: answer.iterationIds, objective: answer.objective };
};

const EMPTY_AUDIENCE: Audience = {
  contactIds: [],
  categoryIds: [],
  excludeContactIds: [],
  fromIterationIds: [],
  outcomes: [],
  recommendedBySummaryRunId: null,
};

/** @throws DomainError audience_empty, category_not_found */
export const newAudience = async (
  deps: OperationsDeps,
  businessId: string,
  { contactIds = [], categoryIds = [], excludeContactIds = [] }: CampaignCreate['audience'],
): Promise<Audience> => {
  if (contactIds.length === 0 && categoryIds.length === 0)
    throw new DomainError('audience_empty', undefined, [
      { path: '/audience', message: 'set contactIds or categoryIds' },
    ]);
  if (categoryIds.length > 0) await categoryNames(deps, businessId, categoryIds, '/audience/categoryIds');
  return { ...EMPTY_AUDIENCE, contactIds, categoryIds, excludeContactIds };
};

/** @throws DomainError audience_empty, validation_failed, iteration_not_found, summary_run_not_found, summary_run_not_ended */
const followUpAudience = (
  { views }: OperationsDeps,
  campaignId: string,
  iterationIds: readonly string[],
  requested: IterationCreate['audience'],
): Audience => {
  const { fromIterationIds, outcomes, contactIds = [], recommendedBySummaryRunId: runId } = requested;
  const byOutcome = fromIterationIds !== undefined || outcomes !== undefined;
  if (!byOutcome && contactIds.length === 0 && runId === undefined)
    throw new DomainError('audience_empty', undefined, [
      {
        path: '/audience',
        message: 'set fromIterationIds, outcomes, contactIds or recommendedBySummaryRunId',
      },
    ]);
  if (runId !== undefined) {
    if (byOutcome)
      refuseProblems([
        {
          path: '/audience/recommendedBySummaryRunId',
          message: 'cannot be combined with fromIterationIds or outcomes; leave them out',
        },
      ]);
    checkRun(views, campaignId, iterationIds, runId);
  }
  for (const [index, id] of (fromIterationIds ?? []).entries())
    if (!iterationIds.includes(id))
      throw new DomainError('iteration_not_found', undefined, [
        {
          path: `/audience/fromIterationIds/${index}`,
          message: 'is not an iteration of this campaign; list its iterations',
        },
      ]);
  return {
    ...EMPTY_AUDIENCE,
    contactIds,
    fromIterationIds: byOutcome ? (fromIterationIds ?? iterationIds) : [],
    outcomes: outcomes ?? OUTCOMES,
    recommendedBySummaryRunId: runId ?? null,
  };
};

/** The run must be complete and cover the campaign's current iterations (spec section 3.4). */
const checkRun = (
  views: OperationsDeps['views'],
  campaignId: string,
  iterationIds: readonly string[],
  runId: string,
): void => {
  const run = views.summaryRun(campaignId, runId);
  if (run === null) throw new DomainError('summary_run_not_found');
  const isCurrent = run.iterationIds.length === iterationIds.length;
  if (run.status !== 'completed' || !isCurrent) throw new DomainError('summary_run_not_ended');
};

/** The campaign, for reads. @throws DomainError campaign_not_found */
export const requireCampaign = async (
  { views }: Pick<OperationsDeps, 'views'>,
  businessId: string,
  campaignId: string,
  at: number,
) => {
  const found = await readThrough(views, businessId, () => views.campaign(businessId, campaignId, at));
  if (found === null) throw new DomainError('campaign_not_found');
  return found;
};
