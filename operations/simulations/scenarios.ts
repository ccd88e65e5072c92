/** Scenarios that a business keeps, to rehearse its agents with them again and again. */
import { agent } from '../../actors/agent/index.js';
import { simulationScenario } from '../../actors/simulation-scenario/index.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import {
  MAX_SCENARIOS,
  type ScenarioContent,
  type ScenarioCreate,
  type ScenarioResource,
  type ScenarioUpdate,
} from '../../schemas/simulations/kept-scenario.js';
import { problemOfParts, type SimulationChannel } from '../../schemas/simulations/scenario.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { cleanName, nameProblems, refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { servicePatternProblems } from './service-patterns.js';

interface ScenarioOperations {
  /** @throws DomainError validation_failed, agent_not_found, too_many_simulation_scenarios, simulation_scenario_not_found if it was removed since */
  create(caller: Caller, body: ScenarioCreate): Promise<Written<ScenarioResource>>;
  /** @throws DomainError validation_failed, agent_not_found, simulation_scenario_not_found */
  change(caller: Caller, scenarioId: string, body: ScenarioUpdate): Promise<Written<ScenarioResource>>;
  /** @throws DomainError simulation_scenario_not_found */
  remove(
    caller: Caller,
    scenarioId: string,
  ): Promise<Written<{ readonly scenarioId: string; readonly removed: boolean }>>;
}

export const scenarioOperations = ({
  actors,
  views,
}: Pick<OperationsDeps, 'actors' | 'views'>): ScenarioOperations => {
  const resource = (businessId: string, scenarioId: string): ScenarioResource => {
    const found = views.simulationScenario(businessId, scenarioId);
    if (found === null) throw new DomainError('simulation_scenario_not_found');
    return found;
  };
  /** @throws DomainError agent_not_found */
  const requireAgent = async (businessId: string, agentId: string | null | undefined): Promise<void> => {
    if (agentId !== null && agentId !== undefined)
      await actors.query(agent, { business: businessId, id: agentId }, 'get');
  };

  return {
    create: async (caller, { name, agentId = null, channel, scenario }) => {
      const { businessId } = caller;
      refuseProblems([...nameProblems(name), ...scenarioProblems(channel, scenario)]);
      await requireAgent(businessId, agentId);
      const scenarioId = commandIdOf(caller);
      await views.catchUp(businessId);
      const isNew = views.simulationScenario(businessId, scenarioId) === null;
      if (isNew && views.countSimulationScenarios(businessId) >= MAX_SCENARIOS)
        throw new DomainError('too_many_simulation_scenarios');
      const { shard, seq } = await actors.ask(
        simulationScenario,
        { business: businessId, id: scenarioId },
        { type: 'create', name: cleanName(name), agentId, channel, scenario, ...authorOf(caller) },
      );
      await views.waitFor(shard, seq);
      return { result: resource(businessId, scenarioId), shard, seq };
    },

    change: async (caller, scenarioId, { name, agentId, scenario }) => {
      const { businessId } = caller;
      const target = { business: businessId, id: scenarioId };
      const { answer: before } = await actors.query(simulationScenario, target, 'get');
      refuseProblems([
        ...(name === undefined ? [] : nameProblems(name)),
        ...(scenario === undefined ? [] : scenarioProblems(before.channel, scenario)),
      ]);
      await requireAgent(businessId, agentId);
      const { shard, seq } = await actors.ask(
        simulationScenario,
        target,
        {
          type: 'change',
          ...(name === undefined ? {} : { name: cleanName(name) }),
          ...(agentId === undefined ? {} : { agentId }),
          ...(scenario === undefined ? {} : { scenario }),
          ...authorOf(caller),
        },
        { commandId: commandIdOf(caller) },
      );
      await views.waitFor(shard, seq);
      return { result: resource(businessId, scenarioId), shard, seq };
    },

    remove: async (caller, scenarioId) => {
      const target = { business: caller.businessId, id: scenarioId };
      const command = { type: 'remove', ...authorOf(caller) } as const;
      const { shard, seq } = await actors.ask(simulationScenario, target, command, {
        commandId: commandIdOf(caller),
      });
      await views.waitFor(shard, seq);
      return { result: { scenarioId, removed: true }, shard, seq };
    },
  };
};

/** What keeps a scenario from being played in the service; its places begin with /scenario. */
const scenarioProblems = (channel: SimulationChannel, scenario: ScenarioContent): readonly ErrorDetail[] => {
  const problem = problemOfParts(channel, scenario);
  const found = problem === null ? servicePatternProblems(scenario) : [problem];
  return found.map(({ path, message }) => ({ path: `/scenario${path}`, message }));
};
