/** Simulation runs: their price first, then their start, their end, and the comparison of two. */
import { agent } from '../../actors/agent/index.js';
import { business } from '../../actors/business/index.js';
import { simulationRun } from '../../actors/simulation-run/index.js';
import { planOf } from '../../actors/simulation-run/plan.js';
import { simulationScenario } from '../../actors/simulation-scenario/index.js';
import { STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import type { ScenarioContent } from '../../schemas/simulations/kept-scenario.js';
import {
  DEFAULT_AT_ONCE,
  MAX_CONVERSATIONS,
  MAX_RUNNING_SIMULATIONS,
  SIMULATION_ESTIMATE_MS,
  type SimulationComparison,
  type SimulationEstimate,
  type SimulationRunDetail,
} from '../../schemas/simulations/run.js';
import { replacePlaceholders } from '../../schemas/text.js';
import { fundedRun } from '../accounts/funded-run.js';
import { undeclaredProblems } from '../agents/placeholders.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { comparisonOf } from './comparison.js';

interface SimulationRunOperations {
  /**
   * The maximum cost of a run of the scenario with the agent.
   * @throws DomainError simulation_scenario_not_found, agent_not_found, agent_not_active, validation_failed
   */
  estimate(caller: Caller, body: SimulationEstimate): Promise<Written<SimulationRunDetail>>;
  /**
   * Reserves the charge and starts the run.
   * @throws DomainError simulation_run_not_found, simulation_estimate_mismatch, insufficient_credit, too_many_simulation_runs
   */
  confirm(
    caller: Caller,
    body: { readonly simulationRunId: string; readonly maxChargeMicrocredits: number },
  ): Promise<Written<SimulationRunDetail>>;
  /** Ends the run; conversations that were played are charged. @throws DomainError simulation_run_not_found, simulation_run_not_running */
  cancel(caller: Caller, runId: string): Promise<Written<SimulationRunDetail>>;
  /** @throws DomainError simulation_run_not_found, simulation_runs_not_comparable */
  compare(businessId: string, baseId: string, otherId: string): Promise<SimulationComparison>;
}

export const simulationRunOperations = (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
): SimulationRunOperations => {
  const { actors, views } = deps;
  /** @throws DomainError simulation_run_not_found */
  const resource = (businessId: string, runId: string): SimulationRunDetail => {
    const found = views.simulationRun(businessId, runId);
    if (found === null) throw new DomainError('simulation_run_not_found');
    return found;
  };

  return {
    estimate: async (caller, body) => {
      const { businessId } = caller;
      const runId = commandIdOf(caller);
      const command = await estimateOf(deps, caller, body);
      const target = { business: businessId, id: runId };
      const { shard, seq } = await actors.ask(simulationRun, target, command);
      await views.waitFor(shard, seq);
      return { result: resource(businessId, runId), shard, seq };
    },

    confirm: async ({ businessId }, { simulationRunId, maxChargeMicrocredits }) => {
      const target = { business: businessId, id: simulationRunId };
      const { answer: run } = await actors.query(simulationRun, target, 'get');
      await views.catchUp(businessId);
      if (run.status === 'estimated' && views.countRunningSimulations(businessId) >= MAX_RUNNING_SIMULATIONS)
        throw new DomainError('too_many_simulation_runs');
      const confirmed = await actors.ask(simulationRun, target, { type: 'confirm', maxChargeMicrocredits });
      const last = await fundedRun(confirmed, () => actors.query(simulationRun, target, 'get'));
      await views.waitFor(last.shard, last.seq);
      return { result: resource(businessId, simulationRunId), shard: last.shard, seq: last.seq };
    },

    cancel: async (caller, runId) => {
      const target = { business: caller.businessId, id: runId };
      const { shard, seq } = await actors.ask(
        simulationRun,
        target,
        { type: 'cancel' },
        { commandId: commandIdOf(caller) },
      );
      await views.waitFor(shard, seq);
      return { result: resource(caller.businessId, runId), shard, seq };
    },

    compare: async (businessId, baseId, otherId) => {
      await views.catchUp(businessId);
      const outcomes = (runId: string) => ({
        run: resource(businessId, runId),
        conversations: views.outcomesOfSimulation(businessId, runId),
      });
      const base = outcomes(baseId);
      const other = outcomes(otherId);
      if (base.run.scenarioId !== other.run.scenarioId)
        throw new DomainError('simulation_runs_not_comparable');
      return comparisonOf(base, other);
    },
  };
};

/** The command that records the estimate. @throws DomainError see {@link SimulationRunOperations.estimate} */
const estimateOf = async (
  { actors }: Pick<OperationsDeps, 'actors'>,
  { businessId, at }: Caller,
  {
    scenarioId,
    agentId,
    instructions,
    variables = {},
    runs: ofEach,
    atOnce = DEFAULT_AT_ONCE,
    liveTools,
  }: SimulationEstimate,
) => {
  const target = { business: businessId, id: scenarioId };
  const { answer: scenario } = await actors.query(simulationScenario, target, 'get');
  const found = await actors.query(agent, { business: businessId, id: agentId }, 'get');
  const { profile, status, revision: version = null } = found.answer;
  if (status !== 'active') throw new DomainError('agent_not_active');
  const content = scenario.scenario;
  const runs = ofEach ?? null;
  const conversations = planOf(content, runs).length;
  refuseProblems([
    ...channelProblems(scenario.channel, profile.channel),
    ...toolProblems(content, liveTools),
    // A value that the request brings needs no variable: words that are not saved may use one that is not granted yet.
    ...(instructions === undefined
      ? []
      : undeclaredProblems(
          '/instructions',
          replacePlaceholders(instructions, variables, () => ''),
          profile,
        )),
    ...countProblems(conversations),
  ]);
  const owner = await actors.query(business, { business: businessId, id: businessId }, 'get');
  const { name, revision, channel } = scenario;
  return {
    type: 'estimate',
    agent: {
      agentId,
      version,
      profile: instructions === undefined ? profile : { ...profile, instructions },
      ownInstructions: instructions !== undefined,
      values: variables,
    },
    scenario: { scenarioId, name, revision, channel, content },
    runs,
    atOnce,
    conversations,
    priceMicrocredits: owner.answer.prices.simulated_conversation ?? STANDARD_PRICES.simulated_conversation,
    expiresAt: at + SIMULATION_ESTIMATE_MS,
  } as const;
};

/** Agents of other written channels are rehearsed as on WhatsApp. */
const channelProblems = (wanted: 'voice' | 'whatsapp', channel: string): readonly ErrorDetail[] => {
  if ((wanted === 'voice') === (channel === 'voice')) return [];
  const message =
    wanted === 'voice'
      ? 'is an agent for messages, and the scenario is for calls; choose an agent for calls'
      : 'is an agent for calls, and the scenario is in writing; choose an agent for messages';
  return [{ path: '/agentId', message }];
};

const toolProblems = ({ tools }: ScenarioContent, liveTools: true | undefined): readonly ErrorDetail[] => {
  const isLive = tools?.mode === 'live';
  if (isLive === (liveTools === true)) return [];
  const message = isLive
    ? 'must be true: the tools of the scenario act on the world'
    : 'must be left out: the tools of the scenario are not live';
  return [{ path: '/liveTools', message }];
};

const countProblems = (conversations: number): readonly ErrorDetail[] =>
  conversations <= MAX_CONVERSATIONS
    ? []
    : [
        {
          path: '/runs',
          message: `makes ${conversations} conversations; a run has at most ${MAX_CONVERSATIONS}: lower it, or use fewer customers`,
        },
      ];
