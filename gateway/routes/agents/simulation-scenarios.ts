/** Scenarios that a business keeps, to rehearse its agents with simulated customers. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { DomainError } from '../../../schemas/errors.js';
import { AgentId, BusinessId, ScenarioId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import {
  ScenarioCreate,
  ScenarioResource,
  ScenarioUpdate,
} from '../../../schemas/simulations/kept-scenario.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';

const Params = Type.Object({ scenarioId: ScenarioId }, closed);
const Response = Type.Object({ scenario: ScenarioResource }, closed);

export const simulationScenarioRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...collectionRoutes(operations, views),
  ...singleRoutes(operations, views),
];

const collectionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/simulation-scenarios',
    operationId: 'listSimulationScenarios',
    summary:
      'List the scenarios of the business, newest first; with agentId, those of the agent and those for any.',
    description:
      'A scenario has simulated customers and criteria. It can be run with any agent of its channel.',
    scopes: ['agents:read'],
    query: Type.Object({ businessId: BusinessId, agentId: Type.Optional(AgentId), ...pageQuery }, closed),
    response: Type.Object(
      {
        scenarios: Type.Array(ScenarioResource, { description: 'The scenarios, newest first.' }),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.simulationScenarios(
        businessId,
        query.agentId ?? null,
        pageRequest(query),
      );
      return { data: { scenarios: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/simulation-scenarios',
    operationId: 'createSimulationScenario',
    audit: { action: 'simulation_scenario.set', target: 'data.scenario.scenarioId' },
    summary: 'Keep a scenario: simulated customers, and the criteria for their conversations with an agent.',
    description:
      'Nothing is played or charged until a run is confirmed (`POST /api/v1/simulation-runs`). A business keeps at most 200 scenarios. Put no data of real people into a scenario: its conversations are kept without limit of time.',
    scopes: ['agents:write'],
    idempotent: true,
    status: 201,
    body: ScenarioCreate,
    response: Response,
    errors: ['agent_not_found', 'too_many_simulation_scenarios', 'simulation_scenario_not_found'],
    handler: async ({ caller, body }) =>
      writtenAs('scenario', await operations.simulationScenarios.create(caller, body)),
  }),
];

const singleRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/simulation-scenarios/{scenarioId}',
    operationId: 'readSimulationScenario',
    summary: 'Read a scenario.',
    description: 'Returns the present revision. A run keeps a copy of the one that it plays.',
    scopes: ['agents:read'],
    params: Params,
    query: BusinessQuery,
    response: Response,
    errors: ['simulation_scenario_not_found'],
    handler: async ({ businessId, params: { scenarioId } }) => {
      const scenario = views.simulationScenario(businessId, scenarioId);
      if (scenario === null) throw new DomainError('simulation_scenario_not_found');
      return { data: { scenario } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/simulation-scenarios/{scenarioId}',
    operationId: 'updateSimulationScenario',
    audit: { action: 'simulation_scenario.set', target: 'params.scenarioId' },
    summary:
      'Rename a scenario, assign it to an agent or to any, or replace its content; runs keep the content that they had.',
    description:
      'Each change raises `revision`. Omitted fields keep their values; `scenario` is replaced as a whole.',
    scopes: ['agents:write'],
    idempotent: true,
    params: Params,
    body: ScenarioUpdate,
    response: Response,
    errors: ['simulation_scenario_not_found', 'agent_not_found'],
    handler: async ({ caller, params: { scenarioId }, body }) =>
      writtenAs('scenario', await operations.simulationScenarios.change(caller, scenarioId, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/simulation-scenarios/{scenarioId}',
    operationId: 'removeSimulationScenario',
    audit: { action: 'simulation_scenario.removed', target: 'params.scenarioId' },
    summary: 'Remove a scenario; its runs stay.',
    description: 'The runs of the scenario keep their copies and stay readable.',
    scopes: ['agents:write'],
    idempotent: true,
    params: Params,
    query: BusinessQuery,
    response: Type.Object(
      { scenarioId: ScenarioId, removed: Type.Boolean({ description: 'Always true.' }) },
      closed,
    ),
    errors: ['simulation_scenario_not_found'],
    handler: async ({ caller, params: { scenarioId } }) =>
      operations.simulationScenarios.remove(caller, scenarioId),
  }),
];
