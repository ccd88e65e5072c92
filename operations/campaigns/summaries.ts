/** AI summaries of campaigns: estimates the cost of a run, and starts it (spec section 4.8). */
import { business } from '../../actors/business/index.js';
import { summaryRun } from '../../actors/summary-run/index.js';
import type { CampaignFindings } from '../../schemas/campaigns/findings.js';
import { ESTIMATE_MS, type SummaryRunResource } from '../../schemas/campaigns/summary-run.js';
import { DomainError } from '../../schemas/errors.js';
import { fundedRun } from '../accounts/funded-run.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { currentOf, hasEnded } from './campaigns.js';
import type { ExportedOutcomes } from './export.js';
import { campaignFindings, findingColumns } from './findings.js';

interface SummaryOperations {
  /** The maximum cost of a summary of the campaign. @throws DomainError campaign_not_found, iteration_not_ended */
  estimate(caller: Caller, campaignId: string): Promise<Written<SummaryRunResource>>;
  /**
   * Reserves the charge and starts the run.
   * @throws DomainError campaign_not_found, summary_run_not_found, summary_estimate_mismatch, insufficient_credit
   */
  confirm(
    caller: Caller,
    campaignId: string,
    body: { readonly summaryRunId: string; readonly maxChargeMicrocredits: number },
  ): Promise<Written<SummaryRunResource>>;
  /** What was found in the calls of the campaign, counted. @throws DomainError agent_not_found */
  findings(businessId: string, campaignId: string): Promise<CampaignFindings>;
  /** The criteria and fields that an export has columns for. @throws DomainError agent_not_found */
  findingColumns(
    businessId: string,
    campaignId: string,
  ): Promise<Pick<ExportedOutcomes, 'criteria' | 'fields'>>;
}

export const summaryOperations = (deps: OperationsDeps): SummaryOperations => {
  const { actors, views } = deps;

  const resource = (campaignId: string, runId: string): SummaryRunResource => {
    const found = views.summaryRun(campaignId, runId);
    if (found === null) throw new DomainError('not_ready');
    const { iterationIds: _iterationIds, ...run } = found;
    return run;
  };

  /** @throws DomainError iteration_not_ended */
  const requireEnded = async (businessId: string, iterationId: string): Promise<void> => {
    if (!(await hasEnded(actors, businessId, iterationId))) throw new DomainError('iteration_not_ended');
  };

  return {
    findings: (businessId, campaignId) => campaignFindings(deps, businessId, campaignId),
    findingColumns: (businessId, campaignId) => findingColumns(deps, businessId, campaignId),

    estimate: async (caller, campaignId) => {
      const { businessId } = caller;
      const current = await currentOf(deps, businessId, campaignId);
      // Earlier iterations ended before the current one began.
      await requireEnded(businessId, current.iterationId);
      await views.catchUp(businessId);
      const { answer } = await actors.query(business, { business: businessId, id: businessId }, 'get');
      const runId = commandIdOf(caller);
      const { shard, seq } = await actors.ask(
        summaryRun,
        { business: businessId, id: runId },
        {
          type: 'estimate',
          campaignId,
          objective: current.objective,
          iterationIds: current.iterationIds,
          contacts: views.activeContactCount(campaignId),
          priceMicrocredits: answer.prices.contact_assessment,
          expiresAt: caller.at + ESTIMATE_MS,
        },
      );
      await views.waitFor(shard, seq);
      return { result: resource(campaignId, runId), shard, seq };
    },

    confirm: async (caller, campaignId, { summaryRunId, maxChargeMicrocredits }) => {
      const { businessId } = caller;
      const current = await currentOf(deps, businessId, campaignId);
      const target = { business: businessId, id: summaryRunId };
      const { answer: run } = await actors.query(summaryRun, target, 'get');
      if (run.campaignId !== campaignId) throw new DomainError('summary_run_not_found');
      if (run.status === 'estimated') {
        await requireEnded(businessId, current.iterationId);
        await views.catchUp(businessId);
        // Another iteration has contacted people since, so the estimate no longer applies.
        const estimated = views.summaryRun(campaignId, summaryRunId);
        if (estimated?.iterationIds.length !== current.iterationIds.length)
          throw new DomainError('summary_estimate_mismatch');
      }
      const confirmed = await actors.ask(summaryRun, target, { type: 'confirm', maxChargeMicrocredits });
      const last = await fundedRun(confirmed, () => actors.query(summaryRun, target, 'get'));
      await views.waitFor(last.shard, last.seq);
      return { result: resource(campaignId, summaryRunId), shard: last.shard, seq: last.seq };
    },
  };
};
