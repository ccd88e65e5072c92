/** Scenarios, runs and conversations as the API shows them. */
import t from 'tap';
import type { SimulationRunEvent } from '../../../actors/simulation-run/events.js';
import {
  SIMULATION_CONVERSATION_TABLES,
  simulationConversationQueries,
} from '../../../views/simulations/conversations.js';
import {
  projectSimulationRuns,
  SIMULATION_RUN_TABLES,
  simulationRunQueries,
} from '../../../views/simulations/runs.js';
import {
  projectSimulationScenarios,
  SIMULATION_SCENARIO_TABLES,
  simulationScenarioQueries,
} from '../../../views/simulations/scenarios.js';
import {
  AGENT_PROFILE,
  conversationWith,
  SIMULATION_ESTIMATE,
  verdicts,
} from '../../support/simulations/estimate.js';
import { projecting, tablesOf } from '../projected.js';

const { type: _, ...ESTIMATE } = SIMULATION_ESTIMATE;
const estimated = (agentId = 'a1', version = 3): SimulationRunEvent => ({
  type: 'simulation_run.estimated',
  ...ESTIMATE,
  agent: { agentId, version, profile: AGENT_PROFILE, ownInstructions: false, values: {} },
});
const played = (place: number, found = verdicts('passed', 8), failed = false): SimulationRunEvent => ({
  type: 'simulation_run.played',
  place,
  customer: place === 2 ? 'Bob' : 'Ann',
  run: place === 1 ? 2 : 1,
  failed,
  conversation: conversationWith(found),
});
const opened = () => {
  const db = tablesOf(SIMULATION_RUN_TABLES, SIMULATION_CONVERSATION_TABLES);
  const show = projecting(db, projectSimulationRuns);
  return { show, ...simulationRunQueries(db), ...simulationConversationQueries(db) };
};
const PAGE = { limit: 50, cursor: null };

t.test('a run shows its scores while it goes on, and its end once its charge is known', async (t) => {
  const { show, simulationRun, countRunningSimulations } = opened();
  const run = () => simulationRun('b1', 'r1');
  t.equal(run(), null);
  show('r1', 1_000, estimated());
  t.match(run(), {
    status: 'estimated',
    scenarioId: 's1',
    agentVersion: 3,
    ownInstructions: false,
    tools: 'mocked',
    instructions: 'Book tables.',
    conversations: 3,
    maxChargeMicrocredits: 30_000,
    criteria: [
      { criterion: 'greets', passed: 0, passRate: null },
      { criterion: 'polite', score: null },
    ],
  });
  t.equal(countRunningSimulations('b1'), 0);
  show('r1', 2_000, { type: 'simulation_run.confirmed' }, { type: 'simulation_run.funded' });
  t.equal(run()?.status, 'running');
  t.equal(countRunningSimulations('b1'), 1);
  t.equal(countRunningSimulations('b2'), 0, 'of another business');
  show('r1', 3_000, played(1, verdicts('failed', 6)), played(0));
  t.match(run(), {
    played: 2,
    criteria: [
      { criterion: 'greets', passed: 1, failed: 1, passRate: 0.5 },
      { criterion: 'polite', passed: 1, failed: 1, score: { count: 2, mean: 7 } },
    ],
  });
  show('r1', 4_000, played(2, [], true), { type: 'simulation_run.ended', status: 'partial' });
  t.match(run(), { status: 'running', played: 2, failed: 1, endedAt: '1970-01-01T00:00:04.000Z' });
  show('r1', 5_000, { type: 'simulation_run.settled', chargedMicrocredits: 20_000 });
  t.match(run(), { status: 'partial', chargedMicrocredits: 20_000 });
  t.equal(countRunningSimulations('b1'), 0);
  t.equal(simulationRun('b2', 'r1'), null, 'of another business');
});

t.test('a run without credit can be confirmed again, and a cancelled one says so', async (t) => {
  const { show, simulationRun } = opened();
  show('r1', 0, estimated(), { type: 'simulation_run.confirmed' }, { type: 'simulation_run.unfunded' });
  t.equal(simulationRun('b1', 'r1')?.status, 'estimated');
  show(
    'r1',
    1,
    { type: 'simulation_run.confirmed' },
    { type: 'simulation_run.funded' },
    { type: 'simulation_run.cancelled' },
    { type: 'simulation_run.ended', status: 'partial' },
    { type: 'simulation_run.settled', chargedMicrocredits: 0 },
  );
  t.equal(simulationRun('b1', 'r1')?.status, 'cancelled');
});

t.test('runs are listed newest first, by scenario, agent and version', async (t) => {
  const { show, simulationRuns } = opened();
  show('r1', 1, estimated('a1', 1));
  show('r2', 2, estimated('a1', 2));
  show('r3', 3, estimated('a2', 1));
  const ids = (filter: object, cursor: string | null = null, limit = 50) => {
    const all = { scenarioId: null, agentId: null, agentVersion: null };
    const page = simulationRuns('b1', { ...all, ...filter }, { limit, cursor });
    return { ids: page.items.map(({ simulationRunId }) => simulationRunId), next: page.nextCursor };
  };
  t.same(ids({}).ids, ['r3', 'r2', 'r1']);
  t.same(ids({ agentId: 'a1' }).ids, ['r2', 'r1']);
  t.same(ids({ agentId: 'a1', agentVersion: 1 }).ids, ['r1']);
  t.same(ids({ scenarioId: 's2' }).ids, []);
  const first = ids({}, null, 2);
  t.same(ids({}, first.next, 2), { ids: ['r1'], next: null });
  t.throws(() => ids({ agentId: 'a1' }, first.next), { code: 'cursor_invalid' });
});

t.test(
  'conversations are listed in the order of their places, and a page of long ones ends early',
  async (t) => {
    const { show, simulatedConversations, outcomesOfSimulation } = opened();
    show('r1', 0, estimated(), played(2), played(0), played(1, verdicts('failed', 3)));
    const { items } = simulatedConversations('b1', 'r1', PAGE);
    t.match(items, [
      { place: 0, customer: 'Ann', run: 1, lines: [{ text: 'hello' }, { text: 'Good day.' }] },
      { place: 1, customer: 'Ann', run: 2, verdicts: [{ outcome: 'failed' }, { score: 3 }] },
      { place: 2, customer: 'Bob', run: 1, endedAt: '1970-01-01T00:00:00.000Z' },
    ]);
    t.match(outcomesOfSimulation('b1', 'r1')[1], {
      customer: 'Ann',
      run: 2,
      judged: [
        { outcome: 'failed', score: null },
        { outcome: 'failed', score: 3 },
      ],
    });
    t.same(simulatedConversations('b2', 'r1', PAGE).items, [], 'of another business');
    const long = {
      ...conversationWith([]),
      lines: [{ speaker: 'agent' as const, text: 'x'.repeat(700_000) }],
    };
    for (const place of [0, 1, 2])
      show('r2', 0, { ...played(place), conversation: long } as SimulationRunEvent);
    const first = simulatedConversations('b1', 'r2', PAGE);
    t.equal(first.items.length, 1);
    t.match(simulatedConversations('b1', 'r2', { limit: 50, cursor: first.nextCursor }).items, [
      { place: 1 },
    ]);
  },
);

t.test('scenarios are listed for an agent with those for any, until they are removed', async (t) => {
  const db = tablesOf(SIMULATION_SCENARIO_TABLES);
  const show = projecting(db, projectSimulationScenarios);
  const { simulationScenario, simulationScenarios, countSimulationScenarios } = simulationScenarioQueries(db);
  const saved = (agentId: string | null, name = 'Tables') => {
    const { channel, content } = ESTIMATE.scenario;
    return { type: 'simulation_scenario.saved', name, agentId, channel, scenario: content } as const;
  };
  show('s1', 1, saved('a1'));
  show('s2', 2, saved(null));
  show('s3', 3, saved('a2'));
  show('s1', 4, saved('a1', 'Renamed'));
  t.match(simulationScenario('b1', 's1'), {
    name: 'Renamed',
    revision: 2,
    createdAt: '1970-01-01T00:00:00.001Z',
    updatedAt: '1970-01-01T00:00:00.004Z',
    scenario: ESTIMATE.scenario.content,
  });
  const ids = (agentId: string | null) =>
    simulationScenarios('b1', agentId, PAGE).items.map(({ scenarioId }) => scenarioId);
  t.same(ids('a1'), ['s2', 's1']);
  t.same(ids(null), ['s3', 's2', 's1']);
  show('s1', 5, { type: 'simulation_scenario.removed' });
  t.equal(simulationScenario('b1', 's1'), null);
  t.equal(countSimulationScenarios('b1'), 2);
  t.equal(countSimulationScenarios('b2'), 0);
});
