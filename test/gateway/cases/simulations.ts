/** Requests about scenarios and simulation runs. */
import { AGENT, BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';
import { SCENARIO, SCENARIO_CONTENT, SIMULATION_RUN } from '../fakes/simulations.js';
import { type Cases, invalidPage, q } from './case.js';

const scenario = {
  businessId: BUSINESS,
  name: 'Tables',
  agentId: AGENT,
  channel: 'voice',
  scenario: SCENARIO_CONTENT,
};
const RUNS = '/api/v1/simulation-runs';
const SCENARIOS = '/api/v1/simulation-scenarios';

export const SIMULATION_CASES: Cases = {
  listSimulationScenarios: {
    path: `${SCENARIOS}?${q}&agentId=${AGENT}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&agentId=x` },
    problems: ['limit', 'cursor', 'agentId'],
  },
  createSimulationScenario: {
    path: SCENARIOS,
    status: 201,
    body: scenario,
    other: { body: { ...scenario, name: 'Other tables' } },
    invalid: {
      body: { ...scenario, name: ' ', channel: 'fax', scenario: { customers: [], criteria: [], runs: 0 } },
    },
    problems: ['/name', '/channel', '/scenario/customers', '/scenario/criteria', '/scenario/runs'],
  },
  readSimulationScenario: {
    path: `${SCENARIOS}/${SCENARIO}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  updateSimulationScenario: {
    path: `${SCENARIOS}/${SCENARIO}`,
    status: 200,
    body: { businessId: BUSINESS, name: 'Tables', agentId: null, scenario: SCENARIO_CONTENT },
    other: { body: { businessId: BUSINESS, name: 'Others' } },
    invalid: { body: { businessId: BUSINESS, name: '', agentId: 7, scenario: 'none' } },
    problems: ['/name', '/agentId', '/scenario'],
  },
  removeSimulationScenario: {
    path: `${SCENARIOS}/${SCENARIO}?${q}`,
    status: 200,
    other: { path: `${SCENARIOS}/${UNKNOWN_ID}?${q}` },
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  listSimulationRuns: {
    path: `${RUNS}?${q}&scenarioId=${SCENARIO}&agentId=${AGENT}&agentVersion=3`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&scenarioId=x&agentVersion=0` },
    problems: ['limit', 'cursor', 'scenarioId', 'agentVersion'],
  },
  runSimulation: {
    path: RUNS,
    status: 202,
    body: {
      businessId: BUSINESS,
      mode: 'confirm',
      simulationRunId: SIMULATION_RUN,
      maxChargeMicrocredits: 30_000,
    },
    other: {
      body: {
        businessId: BUSINESS,
        mode: 'estimate',
        scenarioId: SCENARIO,
        agentId: AGENT,
        instructions: 'Be kind.',
        variables: { order: '17' },
        runs: 5,
        atOnce: 2,
        liveTools: true,
      },
    },
    invalid: {
      body: { businessId: BUSINESS, mode: 'confirm', simulationRunId: 'x', maxChargeMicrocredits: -1 },
    },
    problems: ['/simulationRunId', '/maxChargeMicrocredits'],
  },
  readSimulationRun: {
    path: `${RUNS}/${SIMULATION_RUN}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  cancelSimulation: {
    path: `${RUNS}/${SIMULATION_RUN}/cancel`,
    status: 200,
    body: { businessId: BUSINESS },
    other: { path: `${RUNS}/${UNKNOWN_ID}/cancel`, body: { businessId: BUSINESS } },
    invalid: { body: { businessId: 7 } },
    problems: ['/businessId'],
  },
  listSimulatedConversations: {
    path: `${RUNS}/${SIMULATION_RUN}/conversations?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  compareSimulationRuns: {
    path: `${RUNS}/${SIMULATION_RUN}/comparison?${q}&otherRunId=${SIMULATION_RUN}`,
    status: 200,
    invalid: { query: `${q}&otherRunId=x` },
    problems: ['otherRunId'],
  },
};
