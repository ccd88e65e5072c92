/** A kept scenario, and a run of it. */
import type { Operations } from '../../../operations/operations.js';
import { deriveId } from '../../../schemas/ids.js';
import type { ScenarioResource } from '../../../schemas/simulations/kept-scenario.js';
import type {
  SimulatedConversation,
  SimulationComparison,
  SimulationRunDetail,
} from '../../../schemas/simulations/run.js';
import { rateDifference, scoreOf } from '../../../schemas/simulations/statistics.js';
import type { Views } from '../../../views/views.js';
import { AGENT } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

export const SCENARIO = deriveId('simulation-scenario');
export const SIMULATION_RUN = deriveId('simulation-run');
const AT = '2026-01-02T03:04:05.678Z';

export const SCENARIO_CONTENT: ScenarioResource['scenario'] = {
  customers: [
    { name: 'Ann', persona: 'You want a table for two.', interrupts: 0.5, memory: ['Likes the garden.'] },
  ],
  criteria: [
    { name: 'polite', judge: 'The agent is polite.', atLeast: 7 },
    { name: 'books', usesTool: { tool: 'book_table', arguments: { people: '2' } } },
  ],
  tools: { answers: [{ tool: 'book_table', result: 'Booked.' }] },
  judge: { samples: 3 },
};

const scenario: ScenarioResource = {
  scenarioId: SCENARIO,
  name: 'Tables',
  agentId: AGENT,
  channel: 'voice',
  revision: 2,
  scenario: SCENARIO_CONTENT,
  createdAt: AT,
  updatedAt: AT,
};

const POLITE = scoreOf('polite', [
  { outcome: 'passed', score: 8 },
  { outcome: 'failed', score: 5 },
]);

const run: SimulationRunDetail = {
  simulationRunId: SIMULATION_RUN,
  scenarioId: SCENARIO,
  scenarioName: 'Tables',
  scenarioRevision: 2,
  agentId: AGENT,
  agentVersion: 3,
  ownInstructions: false,
  channel: 'voice',
  tools: 'mocked',
  status: 'partial',
  conversations: 3,
  played: 2,
  failed: 1,
  maxChargeMicrocredits: 30_000,
  chargedMicrocredits: 20_000,
  createdAt: AT,
  expiresAt: AT,
  endedAt: AT,
  instructions: 'Help.',
  criteria: [POLITE],
};

const conversation: SimulatedConversation = {
  place: 0,
  customer: 'Ann',
  run: 1,
  endedAt: AT,
  lines: [{ speaker: 'customer', text: 'A table.', startMs: 100, endMs: 900, said: 'A table please.' }],
  toolUses: [
    {
      tool: 'book_table',
      arguments: { people: 2 },
      outcome: 'done',
      result: 'Booked.',
      startMs: 950,
      ms: 300,
    },
  ],
  endReason: 'agent_hangup',
  answerMs: [850],
  talkedOverMs: [120],
  durationMs: 9_000,
  problem: null,
  tooSlow: null,
  verdicts: [
    { criterion: 'polite', outcome: 'passed', reason: '8 of 10: kind.', score: 8, spread: 0.5, agreement: 1 },
  ],
  isCut: false,
};

const summary = ({ instructions: _, criteria: _criteria, ...rest }: SimulationRunDetail) => rest;

const comparison: SimulationComparison = {
  base: summary(run),
  other: summary(run),
  criteria: [
    {
      criterion: 'polite',
      base: POLITE,
      other: POLITE,
      passRate: rateDifference(POLITE, POLITE),
      score: null,
    },
  ],
  changedVerdicts: 1,
  changes: [{ customer: 'Ann', run: 1, criterion: 'polite', base: 'failed', other: 'passed' }],
};

export const simulationViews = (): Pick<
  Views,
  | 'simulationScenario'
  | 'simulationScenarios'
  | 'countSimulationScenarios'
  | 'simulationRun'
  | 'simulationRuns'
  | 'countRunningSimulations'
  | 'simulatedConversations'
  | 'outcomesOfSimulation'
> => ({
  simulationScenario: (_, id) => (id === SCENARIO ? scenario : null),
  simulationScenarios: (_, _agentId, page) => pageOf(scenario, page),
  countSimulationScenarios: () => 1,
  simulationRun: (_, id) => (id === SIMULATION_RUN ? run : null),
  simulationRuns: (_, _filter, page) => pageOf(summary(run), page),
  countRunningSimulations: () => 0,
  simulatedConversations: (_, _runId, page) => pageOf(conversation, page),
  outcomesOfSimulation: () => [],
});

export const simulationOperations = ({
  record,
}: OperationLog): Pick<Operations, 'simulationScenarios' | 'simulationRuns'> => ({
  simulationScenarios: {
    create: (caller) => record(caller, scenario),
    change: (caller) => record(caller, scenario),
    remove: (caller, scenarioId) => record(caller, { scenarioId, removed: true }),
  },
  simulationRuns: {
    estimate: (caller) => record(caller, { ...run, status: 'estimated' as const }),
    confirm: (caller) => record(caller, { ...run, status: 'running' as const }),
    cancel: (caller) => record(caller, { ...run, status: 'cancelled' as const }),
    compare: async () => comparison,
  },
});
