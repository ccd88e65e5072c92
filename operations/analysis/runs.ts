/** Runs that analyse ended calls of an agent again: their price first, then their start. */
import { agent } from '../../actors/agent/index.js';
import { analysisRun } from '../../actors/analysis-run/index.js';
import { business } from '../../actors/business/index.js';
import { STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { DEFAULT_SILENCE_MINUTES } from '../../schemas/analysis/conversation-analysis.js';
import {
  ANALYSIS_ESTIMATE_MS,
  type AnalysisRunResource,
  MAX_ANALYSED_CALLS,
} from '../../schemas/analysis/run.js';
import type { RunFilter } from '../../schemas/calls/filters.js';
import { DomainError } from '../../schemas/errors.js';
import { fundedRun } from '../accounts/funded-run.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { analysisTaskOf, settingsIdOf } from './settings.js';

/** What a run covers. Times in ms since the epoch; undefined: from the first, or until now. */
interface Covered {
  readonly what: 'calls' | 'conversations';
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Of calls; undefined: all of them. */
  readonly filter: RunFilter | undefined;
}

interface AnalysisRunOperations {
  /**
   * The maximum cost of analysing the ended calls of the agent that were not analysed with its present settings.
   * @throws DomainError agent_not_found, validation_failed, analysis_run_too_large
   */
  estimate(caller: Caller, agentId: string, covered: Covered): Promise<Written<AnalysisRunResource>>;
  /**
   * Reserves the charge and starts the run.
   * @throws DomainError analysis_run_not_found, analysis_estimate_mismatch, insufficient_credit
   */
  confirm(
    caller: Caller,
    agentId: string,
    body: { readonly analysisRunId: string; readonly maxChargeMicrocredits: number },
  ): Promise<Written<AnalysisRunResource>>;
}

export const analysisRunOperations = ({
  actors,
  views,
}: Pick<OperationsDeps, 'actors' | 'views'>): AnalysisRunOperations => {
  const resource = (businessId: string, agentId: string, runId: string): AnalysisRunResource => {
    const found = views.analysisRun(businessId, agentId, runId);
    if (found === null) throw new DomainError('not_ready');
    return found;
  };

  return {
    estimate: async (caller, agentId, { what, from = 0, to = caller.at, filter }) => {
      const { businessId } = caller;
      const isOfCalls = what === 'calls';
      refuseProblems([
        ...(from < to ? [] : [{ path: '/to', message: 'must be after from' }]),
        ...(isOfCalls || filter === undefined
          ? []
          : [{ path: '/filter', message: 'must be left out for conversations: it filters calls' }]),
      ]);
      const { answer } = await actors.query(agent, { business: businessId, id: agentId }, 'get');
      const item = isOfCalls ? 'call_analysis' : 'conversation_analysis';
      const settings = analysisTaskOf(answer);
      const settingsId = settingsIdOf(settings);
      const owner = await actors.query(business, { business: businessId, id: businessId }, 'get');
      await views.catchUp(businessId);
      const analysisRunId = commandIdOf(caller);
      // A conversation that goes on is analysed when it falls silent.
      const silence = owner.answer.conversationSilenceMinutes ?? DEFAULT_SILENCE_MINUTES;
      const until = isOfCalls ? to : Math.min(to, caller.at - silence * 60_000);
      const some = filter === undefined ? {} : { filter };
      const covered = { agentId, from, to: until, settingsId, analysisRunId };
      const calls = isOfCalls
        ? views.countCallsToAnalyse(businessId, { ...covered, ...some }, MAX_ANALYSED_CALLS + 1)
        : views.countConversationsToAnalyse(businessId, covered, MAX_ANALYSED_CALLS + 1);
      if (calls > MAX_ANALYSED_CALLS) throw new DomainError('analysis_run_too_large');
      const { shard, seq } = await actors.ask(
        analysisRun,
        { business: businessId, id: analysisRunId },
        {
          type: 'estimate',
          agentId,
          from,
          to: until,
          ...(isOfCalls ? some : { what: 'conversations' as const }),
          settings,
          settingsId,
          calls,
          priceMicrocredits: owner.answer.prices[item] ?? STANDARD_PRICES[item],
          expiresAt: caller.at + ANALYSIS_ESTIMATE_MS,
        },
      );
      await views.waitFor(shard, seq);
      return { result: resource(businessId, agentId, analysisRunId), shard, seq };
    },

    confirm: async ({ businessId }, agentId, { analysisRunId, maxChargeMicrocredits }) => {
      const target = { business: businessId, id: analysisRunId };
      const { answer: run } = await actors.query(analysisRun, target, 'get');
      if (run.agentId !== agentId) throw new DomainError('analysis_run_not_found');
      const confirmed = await actors.ask(analysisRun, target, { type: 'confirm', maxChargeMicrocredits });
      const last = await fundedRun(confirmed, () => actors.query(analysisRun, target, 'get'));
      await views.waitFor(last.shard, last.seq);
      return { result: resource(businessId, agentId, analysisRunId), shard: last.shard, seq: last.seq };
    },
  };
};
