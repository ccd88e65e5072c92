/** Simulation runs: an agent talks to the simulated customers of a scenario, with the price first. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { DomainError } from '../../../schemas/errors.js';
import {
  AgentId,
  AgentVersionNumber,
  BusinessId,
  ScenarioId,
  SimulationRunId,
} from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import {
  SimulatedConversation,
  SimulationComparison,
  SimulationRunDetail,
  SimulationRunRequest,
  SimulationRunResource,
} from '../../../schemas/simulations/run.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';

const Params = Type.Object({ simulationRunId: SimulationRunId }, closed);
const Response = Type.Object({ simulationRun: SimulationRunDetail }, closed);
const ListQuery = Type.Object(
  {
    businessId: BusinessId,
    scenarioId: Type.Optional(ScenarioId),
    agentId: Type.Optional(AgentId),
    agentVersion: Type.Optional(described(AgentVersionNumber, 'Only runs of this version of the agent.')),
    ...pageQuery,
  },
  closed,
);

/** @throws DomainError simulation_run_not_found */
const requireRun = (views: ViewStore, businessId: string, runId: string): SimulationRunDetail => {
  const found = views.simulationRun(businessId, runId);
  if (found === null) throw new DomainError('simulation_run_not_found');
  return found;
};

export const simulationRunRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...startRoutes(operations, views),
  ...resultRoutes(operations, views),
  ...comparisonRoutes(operations),
];

const startRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/simulation-runs',
    operationId: 'listSimulationRuns',
    summary: 'List simulation runs with their progress, newest first.',
    description: 'Poll it to follow a run: no webhook announces the end of one.',
    scopes: ['agents:read'],
    query: ListQuery,
    response: Type.Object(
      {
        simulationRuns: Type.Array(SimulationRunResource, { description: 'The runs, newest first.' }),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { scenarioId = null, agentId = null, agentVersion = null } = query;
      const filter = { scenarioId, agentId, agentVersion };
      const { items, nextCursor } = views.simulationRuns(businessId, filter, pageRequest(query));
      return { data: { simulationRuns: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/simulation-runs',
    operationId: 'runSimulation',
    audit: { action: 'simulation.run', target: 'data.simulationRun.simulationRunId' },
    summary:
      'Estimate the maximum cost of letting the customers of a scenario talk to an agent (201), or confirm exactly that amount and start the run (202). Only conversations that were played are charged.',
    description:
      'Send `mode: "estimate"` first, then `mode: "confirm"` with the `simulationRunId` and exactly the `maxChargeMicrocredits` of the response, within an hour. The whole price is reserved at the start. A run has at most 200 conversations, a business five runs at a time. No call is placed and no message sent, but live tools act on the world.',
    scopes: ['agents:write'],
    idempotent: true,
    status: 202,
    otherStatuses: [201],
    maxBodyBytes: JSON_BODY_BYTES,
    body: SimulationRunRequest,
    response: Response,
    errors: [
      ...(['simulation_scenario_not_found', 'agent_not_found', 'agent_not_active'] as const),
      ...(['simulation_run_not_found', 'simulation_estimate_mismatch', 'insufficient_credit'] as const),
      'too_many_simulation_runs',
    ],
    handler: async ({ caller, body }) => {
      if (body.mode === 'confirm')
        return writtenAs('simulationRun', await operations.simulationRuns.confirm(caller, body));
      const estimated = await operations.simulationRuns.estimate(caller, body);
      return { ...writtenAs('simulationRun', estimated), status: 201 };
    },
  }),
];

const resultRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/simulation-runs/{simulationRunId}',
    operationId: 'readSimulationRun',
    summary: 'Read a simulation run with its scores by criterion so far.',
    description:
      'Poll it until `status` is `completed`, `partial` or `cancelled`. Scores and intervals are computed from the conversations that have ended.',
    scopes: ['agents:read'],
    params: Params,
    query: BusinessQuery,
    response: Response,
    errors: ['simulation_run_not_found'],
    handler: async ({ businessId, params: { simulationRunId } }) => ({
      data: { simulationRun: requireRun(views, businessId, simulationRunId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/simulation-runs/{simulationRunId}/cancel',
    operationId: 'cancelSimulation',
    audit: { action: 'simulation.cancelled', target: 'params.simulationRunId' },
    summary: 'Cancel a running simulation. Conversations that were played stay, and are charged.',
    description: 'Conversations that are being played are dropped and cost nothing.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    params: Params,
    body: Type.Object({ businessId: BusinessId }, closed),
    response: Response,
    errors: ['simulation_run_not_found', 'simulation_run_not_running'],
    handler: async ({ caller, params: { simulationRunId } }) =>
      writtenAs('simulationRun', await operations.simulationRuns.cancel(caller, simulationRunId)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/simulation-runs/{simulationRunId}/conversations',
    operationId: 'listSimulatedConversations',
    summary:
      'List the conversations of a simulation run that have ended: transcript, times, uses of tools and verdicts. A page ends early where they are long.',
    description:
      'In the order of the run: by customer, then by number. Long texts and lists are cut (`isCut`).',
    scopes: ['agents:read'],
    params: Params,
    query: Type.Object({ businessId: BusinessId, ...pageQuery }, closed),
    response: Type.Object(
      {
        conversations: Type.Array(SimulatedConversation, {
          description: 'The conversations that have ended.',
        }),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['simulation_run_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { simulationRunId }, query }) => {
      requireRun(views, businessId, simulationRunId);
      const { items, nextCursor } = views.simulatedConversations(
        businessId,
        simulationRunId,
        pageRequest(query),
      );
      return { data: { conversations: items, nextCursor } };
    },
  }),
];

const comparisonRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/simulation-runs/{simulationRunId}/comparison',
    operationId: 'compareSimulationRuns',
    summary:
      'Compare a simulation run with another one of the same scenario: scores by criterion, whether they differ by more than chance, and the verdicts that changed.',
    description:
      '`trend` is `unclear` unless the interval of the difference excludes 0. The same conversation of two runs has the same seed.',
    scopes: ['agents:read'],
    params: Params,
    query: Type.Object(
      {
        businessId: BusinessId,
        otherRunId: described(
          SimulationRunId,
          'The run to compare it with.',
          '8e3a4b4a-2cc4-5cd6-b4c1-fcc7a9c36361',
        ),
      },
      closed,
    ),
    response: Type.Object({ comparison: SimulationComparison }, closed),
    errors: ['simulation_run_not_found', 'simulation_runs_not_comparable'],
    handler: async ({ businessId, params: { simulationRunId }, query }) => ({
      data: {
        comparison: await operations.simulationRuns.compare(businessId, simulationRunId, query.otherRunId),
      },
    }),
  }),
];
